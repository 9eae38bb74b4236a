import { everyItem } from '@furrow/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';
import type { HarvestSession, ProductionRecord, Session } from '../../api/types.ts';
import { useUser } from '../../app/signed-in.ts';
import { addDays, localDate } from '../../time/local-day.ts';
import { harvestOf, RECALCULATED_WITHIN_MS } from '../today/today-query.ts';
import type { Corrected } from './correction.tsx';

const PAGE_SIZE = 100;

export function useSession(sessionId: string) {
  const { role } = useUser();
  const interval = usePollInterval();
  return useQuery({
    queryKey: ['sessions', sessionId],
    queryFn: async ({ signal }): Promise<{ session: Session; harvest: HarvestSession | undefined }> => {
      const found = role === 'admin' ? await sessionOfCompany(sessionId, signal) : undefined;
      const session = found ?? (await ownSession(sessionId, signal));
      const day = localDate(new Date(session.openedAt), session.timezone);
      const harvest = await harvestOf(day, day, signal).catch(() => []);
      return { session, harvest: harvest.find((one) => one.sessionId === sessionId) };
    },
    refetchInterval: ({ state: { data } }) =>
      data?.harvest?.needsRecalc ? RECALCULATED_WITHIN_MS : interval,
  });
}

async function ownSession(sessionId: string, signal: AbortSignal): Promise<Session> {
  const params = { path: { sessionId } };
  return (await bodyOf(furrow.GET('/api/control/production/sessions/{sessionId}', { params, signal }))).data;
}

/**
 * A session of another user, for an admin. Only its owner can read a single session, so an admin finds it in the list,
 * by the place and time of its first record. Without records only open sessions are searched.
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

/** A correction by the office, after which everything that counts it is asked again. */
export function useCorrection<Result>(correct: (what: Corrected) => Promise<Result>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: correct,
    onSettled: () => {
      for (const key of ['sessions', 'records', 'harvest', 'pay-runs'])
        void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** Concurrent requests for pages, because a browser allows six connections per host. */
const AT_ONCE = 4;

/**
 * Every movement in order of recording. Refetched until they agree with the session's totals, less often the more there
 * are.
 */
export function useRecords({ sessionId, totals }: Pick<Session, 'sessionId' | 'totals'>) {
  return useQuery({
    queryKey: ['records', sessionId],
    queryFn: ({ signal }) => everyRecord(sessionId, signal),
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) =>
      !data || areWhole(data, totals) ? false : Math.max(1_000, 2 * data.length),
  });
}

function areWhole(records: readonly ProductionRecord[], totals: Session['totals']): boolean {
  const additions = records.filter(({ kind }) => kind === 'addition');
  const voided = additions.filter((record) => record.voided);
  return additions.length === totals.recordCount && voided.length === totals.voidedCount;
}

async function everyRecord(sessionId: string, signal: AbortSignal): Promise<readonly ProductionRecord[]> {
  const page = (number: number) =>
    bodyOf(
      furrow.GET('/api/control/production/sessions/{sessionId}/records', {
        params: { path: { sessionId }, query: { page: number, pageSize: PAGE_SIZE } },
        signal,
      }),
    );
  const first = await page(1);
  const pages = [first.data];
  let next = 2;
  const askOn = async () => {
    while (next <= first.meta.totalPages) {
      const number = next++;
      pages[number - 1] = (await page(number)).data;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askOn));
  // A record that arrives between two requests shifts later ones, so that one record may appear on two pages.
  return [...new Map(pages.flat().map((record) => [record.recordId, record])).values()];
}
