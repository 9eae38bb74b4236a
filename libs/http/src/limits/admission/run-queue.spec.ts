import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { RunQueue } from './run-queue.ts';

/** A queue whose clock stands still, except while requests are started. */
function aQueue(msEach: number) {
  const clock = { ms: 0 };
  const queue = new RunQueue(() => clock.ms);
  const started: string[] = [];
  const add = (company: string, name = company) =>
    queue.add(company, () => {
      started.push(name);
      // As a handler that reads its body: its work follows its start.
      queueMicrotask(() => process.nextTick(() => (clock.ms += msEach)));
    });
  return { clock, queue, started, add };
}

it('starts requests for a few milliseconds in each turn of the event loop, with what they cause at once', async () => {
  const { started, add } = aQueue(2);
  for (let i = 0; i < 100; i++) add('acme', String(i));
  const each: number[] = [];
  while (started.length < 100) {
    const before = started.length;
    await turn();
    each.push(started.length - before);
  }
  expect(Math.max(...each)).toBeLessThanOrEqual(3);
  expect(started).toEqual(Array.from({ length: 100 }, (_, i) => String(i)));
});

it('starts a lone request in the turn in which it came', async () => {
  const { started, add } = aQueue(2);
  add('acme');
  await turn();
  expect(started).toEqual(['acme']);
});

it('lets companies take turns, so that the many requests of one delay another’s by one', async () => {
  const { started, add } = aQueue(2);
  for (let i = 0; i < 50; i++) add('acme');
  for (let i = 0; i < 3; i++) add('hill');
  while (started.length < 53) await turn();
  expect(started.slice(0, 7)).toEqual(['acme', 'hill', 'acme', 'hill', 'acme', 'hill', 'acme']);
});

it('is not congested for the few that came while one request blocked the event loop', async () => {
  const { clock, queue, started, add } = aQueue(0);
  for (let i = 0; i < 63; i++) add('acme');
  clock.ms += 10_000;
  expect(queue.isCongested('acme')).toBe(false);
  while (started.length < 63) await turn();
});

it('is congested for a company whose requests wait for long, and for no other', async () => {
  const { clock, queue, started, add } = aQueue(0);
  for (let i = 0; i < 64; i++) add('acme');
  add('hill');
  expect(queue.isCongested('acme')).toBe(false);
  clock.ms += 300;
  expect(['acme', 'hill', 'other'].map((company) => queue.isCongested(company))).toEqual([
    true,
    false,
    false,
  ]);
  while (started.length < 65) await turn();
  expect(queue.isCongested('acme')).toBe(false);
});
