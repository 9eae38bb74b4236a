import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';

/** Every device of the company, the revoked included. */
export function useDevices() {
  return useQuery({
    queryKey: ['devices'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/console/devices', { signal }))).data,
    refetchInterval: usePollInterval() || 60_000,
  });
}
