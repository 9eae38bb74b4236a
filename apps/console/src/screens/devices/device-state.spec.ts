import { expect, it } from '@jest/globals';
import type { Device } from '../../api/types.ts';
import { byAttention, isSilent } from './device-state.ts';

const NOW = Date.parse('2026-01-31T12:00:00Z');
const device = (deviceId: string, minutesAgo: number | null, status: Device['status'] = 'active') =>
  ({
    ...{ deviceId, status },
    lastSeenAt: minutesAgo === null ? null : new Date(NOW - minutesAgo * 60_000).toISOString(),
  }) as Device;

it('is silent after an hour, or if it never sent anything, but not while nobody expects it', () => {
  const silent = (minutesAgo: number | null, status?: Device['status']) =>
    isSilent(device('a', minutesAgo, status), NOW);
  expect([silent(59), silent(61), silent(null)]).toEqual([false, true, true]);
  expect([silent(61, 'inactive'), silent(null, 'revoked')]).toEqual([false, false]);
});

it('comes first where it needs attention: silent, then rejected, then by name', () => {
  const devices = [
    ...[device('revoked', 5, 'revoked'), device('well-b', 1), device('paused', 600, 'inactive')],
    ...[device('rejected', 2), device('well-a', 1), device('silent', 90), device('never', null)],
  ];
  const rejected = {
    readings: [],
    errors: [1],
    lastError: { code: 'conflict', at: '' },
    deviceId: 'rejected',
  };
  const activity = { from: '', byDevice: { rejected } } as never;
  expect(byAttention(devices, activity, NOW).map(({ deviceId }) => deviceId)).toEqual([
    ...['never', 'silent', 'rejected', 'well-a', 'well-b', 'paused', 'revoked'],
  ]);
});
