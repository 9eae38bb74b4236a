import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';
import type { HarvestSession, Session } from '../../api/types.ts';
import { localDate } from '../../time/local-day.ts';
import { harvestOf } from '../today/today-query.ts';

const PAGE_SIZE = 100;

export function useSession(sessionId: string) {
  return useQuery({
    queryKey: ['sessions', sessionId],
    queryFn: async ({ signal }): Promise<{ session: Session; harvest: HarvestSession | undefined }> => {
      const path = { sessionId };
      const { data: session } = await bodyOf(
        furrow.GET('/api/control/production/sessions/{sessionId}', { params: { path }, signal }),
      );
      const day = localDate(new Date(session.openedAt), session.timezone);
      const harvest = (await harvestOf(day, day, signal)).find((one) => one.sessionId === sessionId);
      return { session, harvest };
    },
    refetchInterval: usePollInterval(),
  });
}

/** Movements in the order in which they were recorded, a page at a time. */
export function useRecords(sessionId: string) {
  return useInfiniteQuery({
    queryKey: ['records', sessionId],
    queryFn: ({ pageParam, signal }) =>
      bodyOf(
        furrow.GET('/api/control/production/sessions/{sessionId}/records', {
          params: { path: { sessionId }, query: { page: pageParam, pageSize: PAGE_SIZE } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
  });
}
