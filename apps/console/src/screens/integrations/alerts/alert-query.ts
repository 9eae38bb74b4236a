import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import { usePollInterval } from '../../../api/live.ts';

/** Every rule of the company with its state, by key. */
export function useAlerts() {
  return useQuery({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/console/alerts', { signal }))).data,
    // Polls, because there is no event for a limit that has been exceeded only briefly so far.
    refetchInterval: usePollInterval() || 60_000,
  });
}

/**
 * Changes of states in the last 30 days, latest first.
 * @param before where an earlier page ended
 */
export function useAlertChanges(before: string | undefined) {
  return useQuery({
    queryKey: ['alerts', 'changes', before ?? 'latest'],
    queryFn: ({ signal }) =>
      bodyOf(
        furrow.GET('/api/console/alert-changes', {
          params: { query: { ...(before && { before }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: usePollInterval() || 60_000,
  });
}
