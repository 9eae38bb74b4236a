import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ProductionSession } from '../../domain/index.ts';
import { OPENED_AT } from '../builders.ts';
import { type ContractFarms, HOUR, hoursLater, LAPSED } from './contract-farms.ts';

/** What crosses companies: closing lapsed sessions, and snapshots. */
export function describeSessionMaintenance(farms: ContractFarms): void {
  const { run, stored, recordIn, add, find } = farms;

  describe('maintenance', () => {
    beforeEach(async () => {
      await farms.ports.maintenance.closeLapsed(hoursLater(1_000), 100); // closes what earlier tests left open
    });

    it('closes lapsed sessions of any company, once and at their end', async () => {
      const midnight = await stored({ openedAt: hoursLater(6), now: hoursLater(6) });
      const duration = await stored({ sectorId: farms.own.sectors[1].sectorId });
      const foreign = await stored({ maxDurationHours: 1 }, farms.other);
      const fresh = await stored({ openedAt: hoursLater(24), now: hoursLater(24) });
      const now = new Date(LAPSED.getTime() + 4 * HOUR);
      const { closed, next } = await farms.ports.maintenance.closeLapsed(now, 2);
      expect(closed).toBe(2);
      expect(await farms.ports.maintenance.closeLapsed(now, 2, next)).toEqual({ closed: 1, next: undefined });
      expect(await farms.ports.maintenance.closeLapsed(now, 2)).toEqual({ closed: 0, next: undefined });
      const closureOf = async ({ id }: ProductionSession, at = farms.own) =>
        (await find(id, at))?.state.closure;
      expect(await closureOf(midnight)).toEqual({
        at: hoursLater(16),
        by: 'system',
        reason: 'midnight_local',
      });
      expect(await closureOf(duration)).toEqual({
        at: hoursLater(12),
        by: 'system',
        reason: 'max_duration',
      });
      expect(await closureOf(foreign, farms.other)).toEqual({
        at: hoursLater(1),
        by: 'system',
        reason: 'max_duration',
      });
      expect(await closureOf(fresh)).toBeNull();
    });

    it('takes snapshots: lagging ones, named ones, all, or in a transaction', async () => {
      const session = await stored();
      const key = { companyId: farms.own.companyId, sessionId: session.id };
      const seen = () => farms.ports.movementsSeen(farms.own.companyId, session.id);
      const refreshes = [
        () => farms.ports.maintenance.refreshSnapshots([key], OPENED_AT),
        () => farms.ports.maintenance.refreshAllSnapshots(OPENED_AT),
        () => run(({ snapshots }) => snapshots.refresh([session.id], OPENED_AT)),
        () => farms.ports.maintenance.closeLapsed(LAPSED, 100),
      ];
      for (const [before, refresh] of refreshes.entries()) {
        await add(recordIn(session));
        expect(await seen()).toBe(before);
        await refresh();
        expect(await seen()).toBe(before + 1);
      }
    });
  });
}
