import { expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { OPENED_AT } from '../../testing/builders.ts';
import { aFarm } from '../../testing/farm.ts';
import { storedSession } from '../../testing/field.ts';
import { InMemoryProduction } from '../../testing/in-memory-production.ts';
import { CloseLapsedSessions } from './close-lapsed-sessions.ts';
import type { LapsedPosition, SessionMaintenance } from '../ports.ts';

it('the sweep closes lapsed sessions in all companies, and no others', async () => {
  const [north, south] = [aFarm(), aFarm()];
  const production = new InMemoryProduction(north, south);
  const clock = new FixedClock(OPENED_AT);
  const lapsing = [await storedSession(production, north), await storedSession(production, south)];
  const longer = await storedSession(production, south, {
    sectorId: south.sectors[1].sectorId,
    syncGraceHours: 168,
  });
  const sweep = new CloseLapsedSessions(production.maintenance, clock);
  expect(await sweep.execute()).toBe(0);
  clock.set(lapsing[0]!.lapsesAt);
  expect(await sweep.execute()).toBe(2);
  expect(await sweep.execute()).toBe(0);
  expect(production.tablesOf(south.companyId).sessions.get(longer.id)?.closure).toBeNull();
});

it('the sweep reads lapsed sessions page by page, each after the one before', async () => {
  const asked: (string | undefined)[] = [];
  const next = (sessionId: string) => ({ companyId: 'acme', sessionId, lapsesAt: '2026-01-01' });
  const pages = [
    { closed: 2_000, next: next('s2000') },
    { closed: 0, next: next('s4000') },
    { closed: 3, next: undefined },
  ];
  class Lapsed implements SessionMaintenance {
    closeLapsed = async (_now: Date, _limit: number, after?: LapsedPosition) => {
      asked.push(after?.sessionId);
      return pages.shift()!;
    };
    refreshSnapshots = async () => [];
    refreshAllSnapshots = async () => undefined;
  }
  expect(await new CloseLapsedSessions(new Lapsed(), new FixedClock(OPENED_AT)).execute()).toBe(2_003);
  expect(asked).toEqual([undefined, 's2000', 's4000']);
});
