import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type { ProductionRecord, ProductionSession } from '../domain/index.ts';
import { aRecord } from '../testing/builders.ts';
import { Field } from '../testing/field.ts';
import { CloseSession } from './close-session.ts';
import { ExtendSession } from './extend-session.ts';
import { GetRecord } from './get-record.ts';
import { GetSession } from './get-session.ts';
import { KeyUsage } from './key-usage.ts';
import { UpdateSession } from './update-session.ts';

let field: Field;
let session: ProductionSession;
let record: ProductionRecord;
let company: string;
let owner: string;

beforeEach(async () => {
  field = new Field();
  session = await field.session();
  company = field.farm.companyId;
  owner = field.farm.owner.userId;
  record = aRecord({ ...field.draft(session, { units: '2', idempotencyKey: 'k1' }), by: owner });
  await field.production.run(company, ({ records }) => records.add([record]));
});

const stored = () => field.production.tablesOf(company).sessions.get(session.id);

describe('what the owner of a session does with it', () => {
  const uses: [string, (userId: string, sessionId: string) => Promise<unknown>][] = [
    ['reading', (user, id) => new GetSession(field.production).execute(company, user, id)],
    [
      'updating',
      (user, id) => new UpdateSession(field.production, field.clock).execute(company, user, id, {}),
    ],
    [
      'extending',
      (user, id) => new ExtendSession(field.production, field.clock).execute(company, user, id, 24),
    ],
    [
      'closing',
      (user, id) => new CloseSession(field.production, field.clock).execute(company, user, id, null),
    ],
  ];

  it.each(uses)('%s: nobody else may, and what is not there is not found', async (_, use) => {
    await expect(use(field.farm.colleague.userId, session.id)).rejects.toMatchObject({
      code: 'not_session_owner',
    });
    await expect(use(owner, newId())).rejects.toMatchObject({ code: 'session_not_found' });
    expect(stored()).toEqual(session.state);
  });

  it.each(uses.slice(1))('%s: not once it lapsed, though nobody has swept it', async (_, use) => {
    field.clock.set(session.lapsesAt);
    await expect(use(owner, session.id)).rejects.toMatchObject({ code: 'session_not_open' });
    expect(stored()).toEqual(session.state);
  });

  it('reading shows exact totals', async () => {
    const found = await new GetSession(field.production).execute(company, owner, session.id);
    expect(found.session.state).toEqual(session.state);
    expect(found.sums).toMatchObject({ validUnits: '2', recordCount: 1, workerCount: 1 });
  });

  it('updating tells whether anything differs, and writes only then', async () => {
    const update = new UpdateSession(field.production, field.clock);
    expect(await update.execute(company, owner, session.id, { notes: 'gate' })).toBe(true);
    expect(stored()?.notes).toBe('gate');
    expect(await update.execute(company, owner, session.id, { notes: 'gate' })).toBe(false);
  });

  it('extending moves its end', async () => {
    const extend = new ExtendSession(field.production, field.clock);
    await extend.execute(company, owner, session.id, 14);
    expect(stored()?.maxDurationHours).toBe(14);
    await expect(extend.execute(company, owner, session.id, 1)).rejects.toMatchObject({
      code: 'duration_elapsed',
    });
  });

  it('closing takes its snapshot with it', async () => {
    const closure = await new CloseSession(field.production, field.clock).execute(
      company,
      owner,
      session.id,
      'done',
    );
    expect(closure).toEqual({ at: field.clock.now(), by: 'user', reason: 'manual' });
    expect(stored()).toMatchObject({ closure, finalNotes: 'done' });
    expect(field.production.tablesOf(company).snapshots.get(session.id)?.units).toEqual({ null: '2' });
  });
});

describe('a record', () => {
  it('is read by the owner of its session', async () => {
    const getRecord = new GetRecord(field.production);
    const found = await getRecord.execute(company, owner, record.state.recordId);
    expect([found.record.state, found.session.id]).toEqual([record.state, session.id]);
    const { colleague } = field.farm;
    await expect(getRecord.execute(company, colleague.userId, record.state.recordId)).rejects.toMatchObject({
      code: 'not_session_owner',
    });
    await expect(getRecord.execute(company, owner, newId())).rejects.toMatchObject({
      code: 'record_not_found',
    });
  });

  it('has used its keys, for its own user alone', async () => {
    const { clientEventId } = record.state;
    const used = (keys: { clientEventId?: string; idempotencyKey?: string }, userId = owner) =>
      new KeyUsage(field.production).execute(company, userId, keys);
    expect(await used({ clientEventId: clientEventId! })).toBe(true);
    expect(await used({ idempotencyKey: 'k1' })).toBe(true);
    expect(await used({ clientEventId: 'unused', idempotencyKey: 'k1' })).toBe(true);
    expect(await used({ clientEventId: 'k1', idempotencyKey: clientEventId! })).toBe(false);
    expect(await used({})).toBe(false);
    expect(await used({ idempotencyKey: 'k1' }, field.farm.colleague.userId)).toBe(false);
  });
});
