import { expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import { OPENED_AT } from '../../testing/builders.ts';
import { aFarm } from '../../testing/farm.ts';
import { storedSession } from '../../testing/field.ts';
import { InMemoryProduction } from '../../testing/in-memory-production.ts';
import { CloseLapsedSessions } from './close-lapsed-sessions.ts';
import { SessionMaintenance } from '../ports.ts';

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

it('the sweep continues until a batch is not full', async () => {
  const asked: number[] = [];
  const closes = [500, 500, 3];
  class Lapsed extends SessionMaintenance {
    override closeLapsed = async (_now: Date, limit: number) => {
      asked.push(limit);
      return closes.shift() ?? 0;
    };
    override refreshSnapshots = async () => undefined;
    override refreshAllSnapshots = async () => undefined;
  }
  expect(await new CloseLapsedSessions(new Lapsed(), new FixedClock(OPENED_AT)).execute()).toBe(1_003);
  expect(asked).toEqual([500, 500, 500]);
});
