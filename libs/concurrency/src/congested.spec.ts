import { expect, it } from '@jest/globals';
import { isBusy, isCongested, isStuck } from './congested.ts';

it.each([
  ['is empty', { length: 0, oldestMs: 0 }, 'neither'],
  ['is short, as after one slow request', { length: 9, oldestMs: 1_900 }, 'neither'],
  ['is a burst', { length: 500, oldestMs: 200 }, 'busy'],
  ['is filled by a few clients while PostgreSQL pauses', { length: 39, oldestMs: 1_900 }, 'busy'],
  ['is long for long', { length: 40, oldestMs: 300 }, 'congested'],
  ['is short and does not move', { length: 1, oldestMs: 2_100 }, 'congested'],
])('a queue that %s', (_, waiting, state) => {
  const queue = { ...waiting, served: 10 };
  expect({ busy: isBusy(queue), congested: isCongested(queue) }).toMatchObject({
    ...(state === 'neither' && { busy: false, congested: false }),
    ...(state === 'busy' && { busy: true, congested: false }),
    ...(state === 'congested' && { congested: true }),
  });
});

it('a queue that is long for long still takes what was let in before, until it hardly moves', () => {
  expect(isStuck({ length: 400, oldestMs: 300, served: 10 })).toBe(false);
  expect(isStuck({ length: 400, oldestMs: 2_100, served: 10 })).toBe(true);
});
