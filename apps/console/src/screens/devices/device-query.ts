import { useQuery } from '@tanstack/react-query';
import { bodyOf, dataOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';

/** Every device of the company, including revoked ones, and how devices connect. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices', 'all'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await bodyOf(furrow.GET('/api/control/devices', { signal }));
      return { devices: data, connection: meta.connection };
    },
    refetchInterval: usePollInterval() || 60_000,
  });
}

/** LoRaWAN uplinks of which nothing was stored. */
export function useRejectedUplinks() {
  return useQuery({
    queryKey: ['devices', 'rejected-uplinks'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/console/rejected-uplinks', { signal })),
    refetchInterval: 60_000,
  });
}

/** The phones of the field app. */
export function usePhones() {
  return useQuery({
    queryKey: ['devices', 'phones'],
    queryFn: ({ signal }) => dataOf(furrow.GET('/api/control/phones', { signal })),
    refetchInterval: 60_000,
  });
}

/** Readings and errors per hour of the last 24 hours, by device. */
export function useDeviceActivity() {
  return useQuery({
    // Not `activity`: answers that are kept under it for a week have no errors.
    queryKey: ['devices', 'hours'],
    queryFn: async ({ signal }) => {
      const { data, meta } = await bodyOf(furrow.GET('/api/console/devices/activity', { signal }));
      return {
        from: meta.from,
        byDevice: Object.fromEntries(data.map((one) => [one.deviceId, one])),
      };
    },
    refetchInterval: 60_000,
  });
}

export type ActivityOfDevices = NonNullable<ReturnType<typeof useDeviceActivity>['data']>;
