import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type { ProductionSession, RecordDraft } from '../../domain/index.ts';
import { OPENED_AT } from '../../testing/builders.ts';
import type { HeldBadge } from '../../testing/farm.ts';
import { Field, wordFor } from '../../testing/field.ts';
import { type AddOutcome, AddRecords } from './add-records.ts';

let field: Field;
let session: ProductionSession;
let addRecords: AddRecords;

beforeEach(() => {
  field = new Field();
});

const execute = (...drafts: RecordDraft[]) =>
  addRecords.execute(field.farm.companyId, field.farm.owner, drafts);
const words = async (...drafts: RecordDraft[]) => (await execute(...drafts)).map(wordFor);
const idOf = (outcome: AddOutcome | undefined) =>
  outcome === undefined || outcome.kind === 'refused' ? undefined : outcome.record.state.recordId;

/** The farm with these badges, and a session. */
async function given(badges: readonly HeldBadge[]): Promise<void> {
  field = new Field({ ...field.farm, badges });
  session = await field.session();
  addRecords = new AddRecords(field.production, field.clock, field.stale);
}

describe('a record by badge', () => {
  const [dawn, noon] = [OPENED_AT, new Date(OPENED_AT.getTime() + 1_800_000)];
  const byBadge = (over: Partial<RecordDraft> = {}): RecordDraft => ({
    ...field.draft(session),
    ...{ workerId: null, badge: '7', recordedAt: dawn },
    ...over,
  });
  const held = (...holders: [workerId: string, from: Date, until: Date | null][]) =>
    holders.map(([workerId, from, until]) => ({ code: '7', workerId, from, until }));

  it('is of the worker who had it then, and keeps the badge', async () => {
    const [luis, rosa] = field.farm.workers;
    await given(held([luis.id, dawn, noon], [rosa.id, noon, null]));
    const capture = { method: 'qr', badge: '7' } as const;
    const outcomes = await execute(
      byBadge({ capture }),
      byBadge({ recordedAt: noon }),
      byBadge({ recordedAt: null }),
    );
    expect(outcomes.map((outcome) => outcome.kind === 'created' && outcome.record.state)).toMatchObject([
      { workerId: luis.id, workerName: luis.name, badge: '7', capture },
      { workerId: rosa.id, workerName: rosa.name, badge: '7', capture: null },
      { workerId: rosa.id },
    ]);
  });

  it('of which nobody had the badge is refused, after existence, owner and repeats', async () => {
    await given(held([field.farm.workers[0].id, noon, null]));
    expect(await words(byBadge(), byBadge({ badge: '8' }), byBadge({ sessionId: newId() }))).toEqual([
      ...['badge_unknown', 'badge_unknown', 'session_not_found'],
    ]);
    const asColleague = await addRecords.execute(field.farm.companyId, field.farm.colleague, [byBadge()]);
    expect(asColleague.map(wordFor)).toEqual(['not_session_owner']);
  });

  it('is repeated by its badge whoever has that now, and by its worker', async () => {
    const [luis, rosa] = field.farm.workers;
    const badges = held([luis.id, dawn, null]);
    await given(badges);
    const sent = byBadge();
    const [first] = await execute(sent);
    badges.splice(0, 1, ...held([rosa.id, dawn, null]));
    const again = await execute(
      sent,
      { ...sent, badge: null, workerId: luis.id },
      { ...sent, badge: '8' },
      { ...sent, badge: null, workerId: rosa.id },
      { ...sent, capture: { method: 'manual', badge: null } },
    );
    expect(again.map(wordFor)).toEqual([
      ...[
        'repeated',
        'repeated',
        'idempotency_key_reused',
        'idempotency_key_reused',
        'idempotency_key_reused',
      ],
    ]);
    expect(again.slice(0, 2).map(idOf)).toEqual([idOf(first), idOf(first)]);
    badges.length = 0;
    expect(await words(sent)).toEqual(['repeated']);
  });
});
