import { expect, it } from '@jest/globals';
import { isSilent } from './silence.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const MINUTE = 60;
const seen = (minutesAgo: number, status = 'active') => ({
  ...{ status, lastSeenAt: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString() },
});

it.each([
  ['a station that measures every ten minutes after an hour', 10 * MINUTE, 59, 61],
  ['a station that measures every hour after three hours', 60 * MINUTE, 179, 181],
  ['a probe that measures every day after three days', 1_440 * MINUTE, 4_319, 4_321],
])('%s is silent', (_, interval, before, after) => {
  expect([isSilent(seen(before), interval, NOW), isSilent(seen(after), interval, NOW)]).toEqual([
    false,
    true,
  ]);
  expect(isSilent(seen(after, 'inactive'), interval, NOW)).toBe(false);
  expect(isSilent(seen(after, 'revoked'), interval, NOW)).toBe(false);
});

it('is not silent without a usual interval, as a valve, nor before it has sent anything', () => {
  expect(isSilent(seen(10_080), null, NOW)).toBe(false);
  expect(isSilent({ status: 'active', lastSeenAt: null }, 600, NOW)).toBe(false);
});
