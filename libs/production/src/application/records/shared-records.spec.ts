import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type { ProductionSession, RecordDraft, SentShare } from '../../domain/index.ts';
import { OPENED_AT } from '../../testing/builders.ts';
import { Field, wordFor } from '../../testing/field.ts';
import { CorrectRecord } from '../corrections/correct-record.ts';
import { AddRecords } from './add-records.ts';
import { VoidRecord } from './void-record.ts';

let field: Field;
let session: ProductionSession;

beforeEach(async () => {
  const base = new Field();
  const [luis] = base.farm.workers;
  const badges = [{ code: '7', workerId: luis.id, from: OPENED_AT, until: null }];
  const crate = { key: 'crate', name: 'Crate', unit: 'kg', units: '10', tare: '1', min: null, max: null };
  field = new Field({ ...base.farm, badges, containers: [{ ...crate, active: true }] });
  session = await field.session();
});

const by = (workerId: string, weight = '1'): SentShare => ({ workerId, badge: null, weight });
const byBadge = (badge: string, weight = '1'): SentShare => ({ workerId: null, badge, weight });
const shared = (shares: readonly SentShare[], over: Partial<RecordDraft> = {}): RecordDraft => ({
  ...field.draft(session),
  ...{ workerId: null, shares, units: '10' },
  ...over,
});
const execute = (...drafts: RecordDraft[]) =>
  new AddRecords(field.production, field.clock, field.stale).execute(
    field.farm.companyId,
    field.farm.owner,
    drafts,
  );
const words = async (...drafts: RecordDraft[]) => (await execute(...drafts)).map(wordFor);
const sums = () => field.production.run(field.farm.companyId, ({ sessions }) => sessions.sums(session.id));
const stored = () => [...field.production.tablesOf(field.farm.companyId).records.values()];

describe('a shared record', () => {
  it('is one record of several workers, by id and by badge, with units or in containers', async () => {
    const [luis, rosa] = field.farm.workers;
    const shares = [byBadge('7', '2'), by(rosa.id)];
    const outcomes = await execute(
      shared(shares, { units: '1' }),
      shared(shares, { units: null, filling: { container: 'crate', count: 3, gross: '33.3' } }),
    );
    const parts = outcomes.map((made) => (made.kind === 'created' ? made.record.state.shares : made));
    expect(parts).toEqual([
      [
        { workerId: luis.id, workerName: luis.name, badge: '7', weight: '2', units: '0.666667' },
        { workerId: rosa.id, workerName: rosa.name, badge: null, weight: '1', units: '0.333333' },
      ],
      [expect.objectContaining({ units: '20.2' }), expect.objectContaining({ units: '10.1' })],
    ]);
    expect(await sums()).toMatchObject({ validUnits: '31.3', recordCount: 2, workerCount: 2 });
  });

  it('is repeated, and refused with other shares, and writes nothing when it is refused', async () => {
    const [luis, rosa, juan] = field.farm.workers;
    const sent = shared([by(luis.id), byBadge('7')]);
    const good = shared([byBadge('7'), by(rosa.id)]);
    expect(
      await words(
        sent,
        shared([by(luis.id), byBadge('8')]),
        shared([by(luis.id), by(newId())]),
        shared([by(luis.id, '0'), by(rosa.id)]),
        good,
        { ...good, shares: good.shares!.toReversed() },
        { ...good, shares: [by(luis.id), by(rosa.id)] },
        { ...good, shares: [by(luis.id), by(juan.id)] },
        { ...good, shares: null, workerId: luis.id },
      ),
    ).toEqual([
      ...['share_repeated', 'badge_unknown', 'worker_not_found', 'validation_failed', 'created'],
      ...['repeated', 'repeated', 'idempotency_key_reused', 'idempotency_key_reused'],
    ]);
    expect(stored()).toHaveLength(1);
  });

  it('is voided and corrected as one', async () => {
    const { companyId, owner, workers } = field.farm;
    const [luis, rosa] = workers;
    const [made] = await execute(shared([by(luis.id, '2'), by(rosa.id)], { units: '9' }));
    if (made?.kind !== 'created') throw new Error('not created');
    const asked = {
      ...{ recordId: made.record.state.recordId, units: '3', qualityId: null, reason: 'Weighed again' },
      clientEventId: 'office-1',
    };
    const correct = () =>
      new CorrectRecord(field.production, field.clock).execute(companyId, owner.userId, asked);
    const { replacement, counter } = await correct();
    expect(counter.state.shares?.map(({ units }) => units)).toEqual(['-6', '-3']);
    expect(replacement?.state).toMatchObject({
      ...{ units: '3', workerId: null },
      shares: [
        { workerId: luis.id, weight: '2', units: '2' },
        { workerId: rosa.id, weight: '1', units: '1' },
      ],
    });
    expect(await correct()).toMatchObject({ created: false, replacement: { state: replacement?.state } });
    const user = { ...owner, voidsPaid: false };
    const recordId = replacement?.state.recordId ?? '';
    await new VoidRecord(field.production, field.clock, field.stale).execute(companyId, user, {
      recordId,
      reason: null,
    });
    expect(await sums()).toEqual({
      ...{ validUnits: '0', netUnits: '0', recordCount: 2, voidedCount: 2, workerCount: 2 },
    });
  });
});
