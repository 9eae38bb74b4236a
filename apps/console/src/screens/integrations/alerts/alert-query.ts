import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../../api/furrow.ts';
import { usePollInterval } from '../../../api/live.ts';

/** Rules of the company with their states, a page at a time, the most severe states first. */
export function useAlerts(page: number) {
  return useQuery({
    queryKey: ['alerts', 'page', page],
    queryFn: ({ signal }) =>
      bodyOf(furrow.GET('/api/control/alerts', { params: { query: { page, order: 'state' } }, signal })),
    placeholderData: keepPreviousData,
    // Polls, because there is no event for a limit that has been exceeded only briefly so far.
    refetchInterval: usePollInterval() || 60_000,
  });
}

/** The devices of a rule, a page at a time, the most severe states first. */
export function useAlertDevices(key: string, page: number) {
  return useQuery({
    queryKey: ['alerts', 'devices', key, page],
    queryFn: ({ signal }) =>
      bodyOf(
        furrow.GET('/api/control/alerts/{key}/devices', {
          params: { path: { key }, query: { page } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: usePollInterval() || 60_000,
  });
}

/** The keys of all rules, which a new one may not have. */
export async function usedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for (let page = 1; ; page++) {
    const query = { page, pageSize: 100 };
    const { data, meta } = await bodyOf(furrow.GET('/api/control/alerts', { params: { query } }));
    keys.push(...data.map(({ key }) => key));
    if (page >= meta.totalPages) return keys;
  }
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
