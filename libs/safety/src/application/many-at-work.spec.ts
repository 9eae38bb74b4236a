import { FixedClock } from '@furrow/kernel/testing';
import { expect, it } from '@jest/globals';
import { RestRule } from '../domain/index.ts';
import { NoteDueRests } from './note-due-rests.ts';
import type { RestDue, RestRepositories, ShiftOfWorker } from './ports.ts';
import { AT_ONCE, ReadRest } from './read-rest.ts';

const NOW = new Date('2026-01-31T18:00:00.000Z');
const SLICES = 4;
const MINUTE_MS = 60_000;

/** A farm with so many at work since noon that a slice does not hold them, all of whom are due. */
function largeFarm() {
  const shifts = Array.from({ length: SLICES * AT_ONCE }, (_, n): ShiftOfWorker => {
    const startedAt = NOW.getTime() - 180 * MINUTE_MS;
    const ids = { shiftId: `s-${n}`, workerId: `w-${n}`, worker_name: null, projectId: 'north' };
    return { ...ids, startedAt, endedAt: null, breaks: [] };
  });
  const rule = RestRule.declare({
    ...{ key: 'hot', projectId: 'north', metric: 'te', above: 35 },
    ...{ restMinutes: 10, everyMinutes: 60 },
  });
  const noted: RestDue[] = [];
  let yields = 0;
  const te = { deviceId: 'ws-1', at: NOW.getTime(), value: 40 };
  const repositories = {
    rules: { active: async () => [rule] },
    heat: { latest: async () => new Map([['north', { te, 'heat-index': undefined }]]) },
    work: { ofRunning: async () => shifts, ofWorkers: async () => shifts },
    dues: { standing: async () => [...noted], add: async (dues: RestDue[]) => noted.push(...dues) },
    yieldToOthers: async () => void yields++,
  } as unknown as RestRepositories;
  const transactions = {
    run: <T>(_: string, work: (all: RestRepositories) => Promise<T>) => work(repositories),
    companiesWithRules: async () => ['acme'],
  };
  const yieldsOf = async (work: () => Promise<unknown>) => {
    yields = 0;
    await work();
    return yields;
  };
  return { transactions, noted, shifts, yieldsOf };
}

it('rests of a large farm are read and noted in slices, between which others are served', async () => {
  const { transactions, noted, shifts, yieldsOf } = largeFarm();
  const clock = new FixedClock(NOW);
  const read = new ReadRest(transactions, clock);
  const note = new NoteDueRests(transactions, clock);
  const { workers } = await read.execute('acme', null);
  expect(workers.map(({ workerId }) => workerId)).toEqual(shifts.map(({ workerId }) => workerId));
  expect(await yieldsOf(() => read.execute('acme', null))).toBe(SLICES - 1);
  expect(await yieldsOf(() => note.execute())).toBe(SLICES - 1);
  expect(noted).toHaveLength(shifts.length);
  // What was noted is compared with the shifts again, and is owed by all.
  expect(await yieldsOf(() => note.execute())).toBe(2 * (SLICES - 1));
  expect(noted).toHaveLength(shifts.length);
});
