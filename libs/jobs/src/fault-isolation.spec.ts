import { beforeEach, expect, it } from '@jest/globals';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { BackOff } from './back-off.ts';
import { FaultIsolation } from './fault-isolation.ts';

/** Items are called by their company and a number: a1. */
let now: number;
let isAway: boolean;
let reports: string[];
let attempts: string[];
let failing: Map<string, Error>;
let isolation: FaultIsolation<string>;
beforeEach(() => {
  [now, isAway, reports, attempts, failing] = [0, false, [], [], new Map()];
  isolation = new FaultIsolation<string>({
    database: {
      system: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(undefined as never)),
    },
    keyOf: (item) => item,
    companyOf: ([company]) => company!,
    describe: (item) => `${item} fails`,
    report: (message) => reports.push(message),
    backOff: new BackOff(() => now),
  });
});

const work = async (items: readonly string[]) => {
  attempts.push(items.join(' '));
  for (const item of items) if (failing.has(item)) throw failing.get(item)!;
};
const run = (items: string) => isolation.run(items.split(' '), work);

it('what succeeds is done together', async () => {
  expect(await run('a1 b1 a2')).toEqual(['a1', 'b1', 'a2']);
  expect(attempts).toEqual(['a1 b1 a2']);
});

it('what fails is found company by company, set aside and reported once', async () => {
  failing.set('a2', new Error('poison'));
  expect(await run('a1 a2 a3 b1 b2')).toEqual(['a1', 'a3', 'b1', 'b2']);
  expect(attempts).toEqual(['a1 a2 a3 b1 b2', 'a1 a2 a3', 'a1', 'a2', 'a3', 'b1 b2']);
  expect(await run('a1 a2 b1')).toEqual(['a1', 'b1']);
  now += 5_000;
  expect(await run('a2 b1')).toEqual(['b1']);
  expect(reports).toEqual(['a2 fails, and is tried again with growing pauses: Error: poison']);
  failing.clear();
  now += 10_000;
  expect(await run('a2')).toEqual(['a2']);
  expect(reports[1]).toContain('a2 fails: no longer');
});

it('a company whose item takes a time limit costs one such item in a pass, and its others come first the next time', async () => {
  const locked = new DatabaseUnavailable({ cause: new Error('lock timeout') });
  failing.set('a1', locked).set('a2', locked);
  expect(await run('a1 a2 a3 b1')).toEqual(['b1']);
  expect(attempts).toEqual(['a1 a2 a3 b1', 'a1 a2 a3', 'a1', 'b1']);
  failing.delete('a2');
  now += 5_000;
  attempts.length = 0;
  expect(await run('a1 a2 a3')).toEqual(['a2', 'a3']);
  expect(attempts).toEqual(['a1 a2 a3', 'a2', 'a3', 'a1']);
  expect(reports).toEqual(['a1 fails, and is tried again with growing pauses: Error: lock timeout']);
});

it('nothing is set aside while the whole database is away', async () => {
  isAway = true;
  failing.set('a1', new DatabaseUnavailable());
  await expect(run('a1 b1')).rejects.toThrow(DatabaseUnavailable);
  await expect(run('a1')).rejects.toThrow(DatabaseUnavailable);
  failing.clear();
  expect(await run('a1 b1')).toEqual(['a1', 'b1']);
  expect(reports).toEqual([]);
});
