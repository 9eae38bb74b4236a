import { expect, it } from '@jest/globals';
import { FixedClock } from '@furrow/kernel/testing';
import type { DeviceView } from '../ports.ts';
import { ListDeviceActivity } from './list-device-activity.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const device = (deviceId: string, minutesAgo: number) =>
  ({
    ...{ deviceId, status: 'active' },
    lastSeenAt: new Date(NOW.getTime() - minutesAgo * 60_000).toISOString(),
  }) as DeviceView;

it('says which devices are silent, by their usual interval', async () => {
  const names = ['awake', 'silent', 'valve'];
  const listing = new ListDeviceActivity(
    { all: async () => [device('awake', 59), device('silent', 61), device('valve', 10_080)] },
    {
      usualIntervals: async () => ['awake', 'silent'].map((deviceId) => ({ deviceId, seconds: 600 })),
      readingsByHour: async () => names.map((deviceId) => ({ deviceId, hour: null, count: 0 })),
    },
    { ofHours: async () => [] } as never,
    new FixedClock(NOW),
  );
  const { devices } = await listing.execute('acme');
  expect(devices.map(({ deviceId, silent }) => [deviceId, silent])).toEqual([
    ['awake', false],
    ['silent', true],
    ['valve', false],
  ]);
});
