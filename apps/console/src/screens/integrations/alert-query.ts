import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';

/** Every rule of the company, by key, and how it stands. */
export function useAlerts() {
  return useQuery({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/console/alerts', { signal }))).data,
    // That a limit is passed, but not for long enough yet, is no event.
    refetchInterval: usePollInterval() || 60_000,
  });
}
