import { everyItem } from '@furrow/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';
import type { HarvestSession, Session } from '../../api/types.ts';
import { useUser } from '../../app/signed-in.ts';
import { addDays, localDate } from '../../time/local-day.ts';
import { harvestOf } from '../today/today-query.ts';

const PAGE_SIZE = 100;

export function useSession(sessionId: string) {
  const { role } = useUser();
  return useQuery({
    queryKey: ['sessions', sessionId],
    queryFn: async ({ signal }): Promise<{ session: Session; harvest: HarvestSession | undefined }> => {
      const found = role === 'admin' ? await sessionOfCompany(sessionId, signal) : undefined;
      const session = found ?? (await ownSession(sessionId, signal));
      const day = localDate(new Date(session.openedAt), session.timezone);
      const harvest = await harvestOf(day, day, signal).catch(() => []);
      return { session, harvest: harvest.find((one) => one.sessionId === sessionId) };
    },
    refetchInterval: usePollInterval(),
  });
}

async function ownSession(sessionId: string, signal: AbortSignal): Promise<Session> {
  const params = { path: { sessionId } };
  return (await bodyOf(furrow.GET('/api/control/production/sessions/{sessionId}', { params, signal }))).data;
}

/**
 * Somebody else's, for an admin, who finds it in the list: one by one they are their owners' alone. Its first record says
 * where and about when it was; without one it is still open, or of no interest.
 */
async function sessionOfCompany(sessionId: string, signal: AbortSignal): Promise<Session | undefined> {
  const records = await bodyOf(
    furrow.GET('/api/control/production/sessions/{sessionId}/records', {
      params: { path: { sessionId }, query: { page: 1, pageSize: 1 } },
      signal,
    }),
  );
  const [first] = records.data;
  const day = first && localDate(new Date(first.recordedAt), 'UTC');
  const filter = day
    ? { sectorId: first.sectorId, from: addDays(day, -2), to: addDays(day, 2) }
    : { status: 'open' as const };
  for await (const session of everyItem((page) =>
    furrow.GET('/api/control/production/sessions', { params: { query: { ...page, ...filter } }, signal }),
  ))
    if (session.sessionId === sessionId) return session;
  return undefined;
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
