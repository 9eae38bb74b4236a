import { FixedClock } from '@furrow/kernel/testing';
import { expect, it } from '@jest/globals';
import { aRule, minutesAgo, NOW } from '../testing/builders.ts';
import { InMemorySafety } from '../testing/in-memory-safety.ts';
import { NoteDueRests } from './note-due-rests.ts';
import { AT_ONCE, ReadRest } from './read-rest.ts';

const SLICES = 4;

it('rests of a large farm are read and noted in slices, between which others are served', async () => {
  const transactions = new InMemorySafety();
  const workers = Array.from({ length: SLICES * AT_ONCE }, (_, n) => `w-${String(n).padStart(5, '0')}`);
  for (const workerId of workers)
    transactions.work('acme', {
      ...{ workerId, projectId: 'north', startedAt: minutesAgo(180).getTime(), endedAt: null, breaks: [] },
    });
  const air = { projectId: 'north', deviceId: 'ws-1', at: NOW.getTime(), te: 40, heatIndex: null };
  transactions.fieldOf('acme').air.push(air);
  await transactions.run('acme', ({ rules }) => rules.save([aRule('north')]));
  const noted = () => transactions.run('acme', async ({ dues }) => (await dues.standing(NOW)).length);
  const yieldsOf = async (work: () => Promise<unknown>) => {
    transactions.yields = 0;
    await work();
    return transactions.yields;
  };

  const clock = new FixedClock(NOW);
  const read = new ReadRest(transactions, clock);
  const note = new NoteDueRests(transactions, clock);
  const { workers: found } = await read.execute('acme', null);
  expect(found.map(({ workerId }) => workerId)).toEqual(workers);
  expect(await yieldsOf(() => read.execute('acme', null))).toBe(SLICES - 1);
  expect(await yieldsOf(() => note.execute())).toBe(SLICES - 1);
  expect(await noted()).toBe(workers.length);
  // What was noted is compared with the shifts again, and is owed by all.
  expect(await yieldsOf(() => note.execute())).toBe(2 * (SLICES - 1));
  expect(await noted()).toBe(workers.length);
});
