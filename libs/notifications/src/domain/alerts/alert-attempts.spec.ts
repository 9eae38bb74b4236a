import { expect, it } from '@jest/globals';
import { retryAt } from './alert-attempts.ts';

it('a device is set aside after three attempts, for ten minutes and then for longer, at most a day', () => {
  const now = new Date('2026-03-01T08:00:00Z');
  const minutes = (attempts: number) => {
    const at = retryAt(attempts, now);
    return at === null ? null : (at.getTime() - now.getTime()) / 60_000;
  };
  expect([1, 2, 3, 4, 5, 10, 11, 1_000].map(minutes)).toEqual([null, null, 10, 20, 40, 1_280, 1_440, 1_440]);
});
