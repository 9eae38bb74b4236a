import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Decimal } from '@furrow/kernel';
import fc from 'fast-check';
import type { ProductionSession, RecordDraft, RecordState } from '../../domain/index.ts';
import { kindsOf, movementsOf, sumsOf, talliesOf } from '../../testing/recount.ts';
import { WorkingFarm } from '../../testing/working-farm.ts';
import { type ProductionOnPostgres, productionOnPostgres } from '../../testing/production-on-postgres.ts';

let production: ProductionOnPostgres;
beforeAll(async () => {
  production = await productionOnPostgres({ poolSize: 6 });
});
afterAll(() => production.close());

type Step =
  | { readonly does: 'add'; readonly events: readonly number[]; readonly otherContent: boolean }
  | { readonly does: 'void'; readonly pick: number }
  | { readonly does: 'close'; readonly session: number }
  | { readonly does: 'refresh'; readonly session: number };

const event = fc.integer({ min: 0, max: 15 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('add' as const),
      events: fc.array(event, { minLength: 1, maxLength: 6 }),
      otherContent: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('void' as const), pick: fc.nat(15) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const), session: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('refresh' as const), session: fc.nat(1) }) },
);
/** The steps of one list run at the same time. */
const days = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });

/** Runs the steps and remembers what the answers promised. */
class Day {
  /** The units that an answer has acknowledged, by record. */
  readonly promised = new Map<string, { draft: RecordDraft; voided: boolean }>();
  readonly #ids: string[] = [];

  constructor(
    readonly farm: WorkingFarm,
    readonly sessions: readonly [ProductionSession, ProductionSession],
  ) {}

  async play(step: Step): Promise<void> {
    const { farm } = this;
    switch (step.does) {
      case 'add':
        return this.#add(step.events.map((number) => this.#draft(number, step.otherContent)));
      case 'void':
        return this.#void(this.#ids[step.pick % Math.max(this.#ids.length, 1)]);
      case 'close':
        return ignoring('session_not_open', farm.close(this.sessions[step.session]!));
      case 'refresh':
        return farm.refreshSnapshot(this.sessions[step.session]!);
    }
  }

  /** Equal numbers mean equal content, unless the test makes the phone reuse a key. */
  #draft(number: number, otherContent: boolean): RecordDraft {
    const { workers, qualities } = this.farm.farm;
    const shares = workers.map(({ id }, index) => ({
      ...{ workerId: id, badge: null, weight: String(1 + ((index + number) % 3)) },
    }));
    const draft = this.farm.draft(this.sessions[number % 2 === 0 ? 0 : 1], {
      clientEventId: `event ${number}`,
      idempotencyKey: number % 3 === 0 ? `key ${number % 9}` : null,
      workerId: workers[number % 3]!.id,
      qualityId: qualities[number % 5]?.id ?? null,
      units: otherContent ? '0.3' : `${number}.${number + 1}`,
      filling: number % 3 === 0 ? { container: 'crate', count: null, gross: null } : null,
    });
    return number % 4 > 1 ? { ...draft, workerId: null, shares } : draft;
  }

  async #add(drafts: RecordDraft[]): Promise<void> {
    const outcomes = await this.farm.add(...drafts);
    outcomes.forEach((outcome, i) => {
      if (outcome.kind === 'refused') return;
      const { recordId } = outcome.record.state;
      if (outcome.kind === 'created') this.#ids.push(recordId);
      const before = this.promised.get(recordId);
      expect(before?.draft.clientEventId ?? drafts[i]!.clientEventId).toBe(drafts[i]!.clientEventId);
      this.promised.set(recordId, before ?? { draft: drafts[i]!, voided: false });
    });
  }

  async #void(recordId: string | undefined): Promise<void> {
    if (recordId === undefined) return;
    await ignoring(
      'session_not_open',
      this.farm.void(recordId).then(() => {
        this.promised.get(recordId)!.voided = true;
      }),
    );
  }
}

async function ignoring(code: string, act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if ((error as { code?: string }).code !== code) throw error;
  }
}

/** The report's figures of one session, recounted from its records. */
function figuresOf(records: readonly RecordState[]) {
  const figures = (group: readonly RecordState[]) => {
    const { validUnits, netUnits, recordCount, voidedCount } = sumsOf(group);
    return { validUnits: Number(validUnits), netUnits: Number(netUnits), recordCount, voidedCount };
  };
  const workers = Map.groupBy(movementsOf(records), (record) => record.workerId);
  return Object.fromEntries(
    [...workers].map(([workerId, group]) => [
      workerId,
      {
        ...figures(group),
        qualities: Object.fromEntries(
          [...Map.groupBy(group, (record) => `${record.qualityId}`)].map(([id, all]) => {
            const { validUnits, recordCount } = figures(all);
            return [id, { validUnits, recordCount }];
          }),
        ),
      },
    ]),
  );
}

async function expectReportToEqual(
  farm: WorkingFarm,
  session: ProductionSession,
  records: RecordState[],
): Promise<void> {
  const report = await farm.reported(session);
  const { validUnits, workerCount } = sumsOf(records);
  expect(report).toMatchObject({ totalUnits: Number(validUnits), workerCount });
  const reported = report.workers.map(({ workerId, worker_name: _, qualityBreakdown, ...figures }) => [
    workerId,
    {
      ...figures,
      qualities: Object.fromEntries(
        qualityBreakdown.map(({ qualityId, qualityName: _, ...rest }) => [`${qualityId}`, rest]),
      ),
    },
  ]);
  expect(Object.fromEntries(reported)).toEqual(figuresOf(records));

  await farm.refreshSnapshot(session);
  const { qualityBreakdown, needsRecalc } = await farm.reported(session);
  expect(needsRecalc).toBe(false);
  const byQuality = Map.groupBy(records, (record) => `${record.qualityId}`);
  expect(Object.fromEntries(qualityBreakdown.map(({ qualityId, units }) => [`${qualityId}`, units]))).toEqual(
    Object.fromEntries([...byQuality].map(([id, group]) => [id, Number(sumsOf(group).validUnits)])),
  );
}

it('after any interleaving of adds, repeats, voids and closes, all figures equal a recount of the records', async () => {
  await fc.assert(
    fc.asyncProperty(days, async (rounds) => {
      const farm = await WorkingFarm.start(production);
      await farm.crates();
      const second = { sectorId: farm.farm.sectors[1].sectorId };
      const day = new Day(farm, [await farm.session(), await farm.session(second)]);
      for (const atOnce of rounds) await Promise.all(atOnce.map((step) => day.play(step)));

      const records = await farm.records();
      expect(await farm.tallies()).toEqual(talliesOf(records));
      for (const session of day.sessions) {
        const mine = records.filter(({ sessionId }) => sessionId === session.id);
        expect(await farm.sums(session)).toEqual(sumsOf(mine));
        await expectReportToEqual(farm, session, mine);
        const kinds = await production.transactions.run(farm.farm.companyId, ({ sessions }) =>
          sessions.unitsByKind([session.id]),
        );
        const expected = kindsOf(mine);
        expect(kinds.get(session.id) ?? []).toHaveLength(expected.length);
        expect(kinds.get(session.id) ?? []).toEqual(expect.arrayContaining(expected));
      }

      // They are exactly the records that the answers acknowledged.
      const additions = records.filter(({ kind }) => kind === 'addition');
      const kept = additions.map(({ recordId, clientEventId, units, voidedAt }) => ({
        recordId,
        clientEventId,
        units: new Decimal(units).toFixed(),
        voided: voidedAt !== null,
      }));
      const promised = [...day.promised].map(([recordId, { draft, voided }]) => ({
        recordId,
        clientEventId: draft.clientEventId,
        units: new Decimal(draft.units ?? 0).toFixed(),
        voided,
      }));
      const inOrder = <T extends { recordId: string }>(all: T[]) =>
        all.sort((a, b) => (a.recordId < b.recordId ? -1 : 1));
      expect(inOrder(kept)).toEqual(inOrder(promised));
    }),
    { numRuns: 30 },
  );
});
