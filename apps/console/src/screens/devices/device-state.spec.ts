import { expect, it } from '@jest/globals';
import type { Device } from '../../api/types.ts';
import { byAttention, isNew, isSilent } from './device-state.ts';

const device = (deviceId: string, status: Device['status'] = 'active', lastSeenAt: string | null = '2026') =>
  ({ deviceId, status, lastSeenAt }) as Device;
const activityOf = (silent: boolean, lastError: object | null = null) =>
  ({ readings: [], errors: [], usualInterval: 600, silent, lastError }) as const;
const activity = (byDevice: object) => ({ from: '', byDevice }) as never;

it('is not silent while its activity is not known', () => {
  expect(isSilent(device('a'), undefined)).toBe(false);
  expect(isSilent(device('a'), activity({ b: activityOf(true) }))).toBe(false);
});

it('is new, not silent, before it has sent anything', () => {
  const never = (status?: Device['status']) => device('never', status, null);
  expect([isNew(never()), isNew(never('inactive')), isNew(device('a'))]).toEqual([true, false, false]);
});

it('comes first where it needs attention: silent, then rejected, then new, then by name', () => {
  const devices = [
    ...[device('revoked', 'revoked'), device('well-b'), device('paused', 'inactive')],
    ...[device('rejected'), device('well-a'), device('silent'), device('never', 'active', null)],
  ];
  const known = activity({
    rejected: activityOf(false, { code: 'conflict', at: '' }),
    silent: activityOf(true),
  });
  expect(byAttention(devices, known).map(({ deviceId }) => deviceId)).toEqual([
    ...['silent', 'rejected', 'never', 'well-a', 'well-b', 'paused', 'revoked'],
  ]);
});
