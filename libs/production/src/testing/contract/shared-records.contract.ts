import { describe, expect, it } from '@jest/globals';
import { partsOf, type ProductionRecord, type ProductionSession } from '../../domain/index.ts';
import { aSharedRecord, fresh, OPENED_AT, sharersOf } from '../builders.ts';
import { type ContractFarms, hoursLater, idsOf } from './contract-farms.ts';

/** Records of several workers. */
export function describeSharedRecords(farms: ContractFarms): void {
  const { run, stored, recordIn, add, voiding } = farms;
  const sharedIn = (
    session: ProductionSession,
    {
      weights = ['2', '1', '1'],
      ...draft
    }: { weights?: string[] } & Parameters<typeof aSharedRecord>[1] = {},
  ): ProductionRecord => {
    const workers = farms.own.workers.slice(0, weights.length);
    const sharers = sharersOf(...workers.map((worker, index) => ({ ...worker, weight: weights[index]! })));
    return aSharedRecord(
      sharers.map((sharer, index) => (index === 0 ? { ...sharer, badge: 'B 7' } : sharer)),
      { sessionId: session.id, by: session.owner.userId, units: '1', ...draft },
    );
  };
  const sums = (session: ProductionSession) => run(({ sessions }) => sessions.sums(session.id));

  describe('shared records', () => {
    it('are returned as they were added, alone and among others, and count once in their session', async () => {
      const session = await stored();
      const shared = sharedIn(session, { clientEventId: fresh('event'), idempotencyKey: fresh('key') });
      const again = sharedIn(session, { clientEventId: shared.state.clientEventId! });
      const alone = recordIn(session, { units: '0.5' });
      expect(await add(shared, alone, again)).toEqual(new Set(idsOf([shared, alone])));
      expect(await add(again)).toEqual(new Set());
      const { recordId, clientEventId } = shared.state;
      const [found, [byKey], page] = await run(async ({ records }) => [
        await records.find(recordId),
        await records.byKeys(session.owner.userId, [clientEventId!], []),
        await records.page(session.id, { page: 1, pageSize: 10 }),
      ]);
      expect([found?.state, byKey?.state]).toEqual([shared.state, shared.state]);
      expect(page.items.map(({ state }) => state)).toEqual(
        expect.arrayContaining([shared.state, alone.state]),
      );
      expect(await sums(session)).toEqual({
        ...{ validUnits: '1.5', netUnits: '1.5', recordCount: 2, voidedCount: 0, workerCount: 3 },
      });
    });

    it('are voided once, as one, with the parts of each', async () => {
      const session = await stored();
      const shared = sharedIn(session, { weights: ['1', '2'], qualityId: farms.own.qualities[0].id });
      const kept = sharedIn(session);
      await add(shared, kept);
      const counter = voiding(shared, 'weighed twice');
      expect(await run(({ records }) => records.void(shared, counter))).toBe(true);
      expect(await run(({ records }) => records.void(shared, voiding(shared)))).toBe(false);
      const stored_ = await run(({ records }) => records.counterOf(shared.state.recordId));
      expect(partsOf(stored_!.state)).toEqual(counter.state.shares);
      expect(await sums(session)).toEqual({
        ...{ validUnits: '1', netUnits: '1', recordCount: 2, voidedCount: 1, workerCount: 3 },
      });
    });

    it('may be repeats of others of any of their workers, and are counted once', async () => {
      const session = await stored({ repeatSeconds: 2, openedAt: hoursLater(24) });
      const at = (seconds: number) => ({
        recordedAt: new Date(session.state.openedAt.getTime() + seconds * 1_000),
      });
      const [, , juan] = farms.own.workers;
      const [near, single, far] = [
        sharedIn(session, at(0)),
        recordIn(session, { workerId: juan.id, ...at(2) }),
        sharedIn(session, { weights: ['1', '1'], ...at(5) }),
      ];
      await add(near, single, far);
      expect(await run((all) => all.records.possibleRepeats(session))).toEqual(
        new Set(idsOf([near, single])),
      );
      await add(sharedIn(session, at(5)));
      const search = { from: null, to: null, status: null, projectId: null, sectorId: null };
      const { items } = await run(({ sessions }) =>
        sessions.page({ ...search, ownerUserId: session.owner.userId, now: OPENED_AT, page: 1, pageSize: 9 }),
      );
      expect(items.find((item) => item.session.id === session.id)?.possibleRepeats).toBe(4);
    });
  });
}
