import { expect, it } from '@jest/globals';
import type { Device } from '../../api/types.ts';
import { byAttention, isNew, isSilent } from './device-state.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const MINUTE = 60;
const device = (deviceId: string, minutesAgo: number | null, status: Device['status'] = 'active') =>
  ({
    ...{ deviceId, status },
    lastSeenAt: minutesAgo === null ? null : new Date(NOW - minutesAgo * 60_000).toISOString(),
  }) as Device;
const activityOf = (usualInterval: number | null, lastError: object | null = null) =>
  ({ readings: [], errors: [], usualInterval, lastError }) as const;
const activity = (byDevice: object) => ({ from: '', byDevice }) as never;

it.each([
  ['a station that measures every ten minutes after an hour', 10 * MINUTE, 59, 61],
  ['a station that measures every hour after three hours', 60 * MINUTE, 179, 181],
  ['a probe that measures every day after three days', 1_440 * MINUTE, 4_319, 4_321],
])('%s is silent', (_, interval, before, after) => {
  const silent = (minutesAgo: number, status?: Device['status']) =>
    isSilent(device('a', minutesAgo, status), activity({ a: activityOf(interval) }), NOW);
  expect([silent(before), silent(after)]).toEqual([false, true]);
  expect([silent(after, 'inactive'), silent(after, 'revoked')]).toEqual([false, false]);
});

it('is not silent without a usual interval, as a valve, nor while its activity is not known', () => {
  const weekAgo = device('valve', 10_080);
  expect(isSilent(weekAgo, activity({ valve: activityOf(null) }), NOW)).toBe(false);
  expect(isSilent(weekAgo, activity({}), NOW)).toBe(false);
  expect(isSilent(weekAgo, undefined, NOW)).toBe(false);
});

it('is new, not silent, before it has sent anything', () => {
  const never = (status?: Device['status']) => device('never', null, status);
  expect([isNew(never()), isNew(never('inactive')), isNew(device('a', 5))]).toEqual([true, false, false]);
  expect(isSilent(never(), activity({}), NOW)).toBe(false);
});

it('comes first where it needs attention: silent, then rejected, then new, then by name', () => {
  const devices = [
    ...[device('revoked', 5, 'revoked'), device('well-b', 1), device('paused', 600, 'inactive')],
    ...[device('rejected', 2), device('well-a', 1), device('silent', 90), device('never', null)],
  ];
  const known = activity({
    rejected: activityOf(600, { code: 'conflict', at: '' }),
    silent: activityOf(600),
  });
  expect(byAttention(devices, known, NOW).map(({ deviceId }) => deviceId)).toEqual([
    ...['silent', 'rejected', 'never', 'well-a', 'well-b', 'paused', 'revoked'],
  ]);
});
