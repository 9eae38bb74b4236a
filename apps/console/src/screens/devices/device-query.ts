import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';

/** Every device of the company, including revoked ones. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/console/devices', { signal }))).data,
    refetchInterval: usePollInterval() || 60_000,
  });
}

/** Readings per hour of the last 24 hours, by device. */
export function useDeviceActivity() {
  return useQuery({
    queryKey: ['devices', 'activity'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await bodyOf(furrow.GET('/api/console/devices/activity', { signal }));
      return {
        from: meta.from,
        byDevice: Object.fromEntries(data.map((one) => [one.deviceId, one.readings])),
      };
    },
    refetchInterval: 60_000,
  });
}

export type DeviceActivity = NonNullable<ReturnType<typeof useDeviceActivity>['data']>;
