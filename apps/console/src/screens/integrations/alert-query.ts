import { useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';

/** Every rule of the company with its state, by key. */
export function useAlerts() {
  return useQuery({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/console/alerts', { signal }))).data,
    // Polls, because there is no event for a limit that has been exceeded only briefly so far.
    refetchInterval: usePollInterval() || 60_000,
  });
}
