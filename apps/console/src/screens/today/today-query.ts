import { everyItem } from '@furrow/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';
import type { HarvestSession, Session } from '../../api/types.ts';
import { addDays, deviceZone, localDate } from '../../time/local-day.ts';

export interface SessionToday {
  readonly session: Session;
  /** Amounts by worker and quality; undefined until the report has the session. */
  readonly harvest: HarvestSession | undefined;
}

/** The report's qualities follow its totals after some seconds, and no event tells when. */
export const RECALCULATED_WITHIN_MS = 3_000;

/**
 * Open sessions of any day, and those of today in their own time zone, newest first. Supervisors see their own only.
 */
export function useToday(): UseQueryResult<readonly SessionToday[]> {
  const interval = usePollInterval();
  return useQuery({
    queryKey: ['sessions', 'today'],
    queryFn: ({ signal }) => sessionsToday(new Date(), signal),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ harvest }) => harvest?.needsRecalc) ? RECALCULATED_WITHIN_MS : interval,
    // Refetches when the page is opened, which shows at once when its figures are outdated.
    refetchOnMount: 'always',
  });
}

async function sessionsToday(now: Date, signal: AbortSignal): Promise<SessionToday[]> {
  const here = localDate(now, deviceZone());
  // A project's local date may be a day ahead of or behind this device's.
  const [from, to] = [addDays(here, -1), addDays(here, 1)];
  const [open, recent] = await Promise.all([all({ status: 'open' }, signal), all({ from, to }, signal)]);
  const isOfToday = (session: Session) =>
    session.status === 'open' ||
    localDate(new Date(session.openedAt), session.timezone) === localDate(now, session.timezone);
  const sessions = [...new Map([...open, ...recent].map((one) => [one.sessionId, one])).values()]
    .filter(isOfToday)
    .sort((a, b) => b.openedAt.localeCompare(a.openedAt));
  const days = daysOf(sessions);
  // Without the report, the sessions are shown without qualities.
  const details = await harvestOf(days?.startTime ?? from, days?.endTime ?? to, signal).catch(() => []);
  const byId = new Map(details.map((one) => [one.sessionId, one]));
  return sessions.map((session) => ({ session, harvest: byId.get(session.sessionId) }));
}

/** The local days on which sessions were opened; undefined if there are none. */
export function daysOf(
  sessions: readonly Session[],
): { readonly startTime: string; readonly endTime: string } | undefined {
  const days = sessions.map(({ openedAt, timezone }) => localDate(new Date(openedAt), timezone)).sort();
  const [startTime, endTime] = [days[0], days.at(-1)];
  return startTime === undefined || endTime === undefined ? undefined : { startTime, endTime };
}

async function all(
  filter: { readonly status?: 'open' | 'closed'; readonly from?: string; readonly to?: string },
  signal: AbortSignal,
): Promise<Session[]> {
  const sessions: Session[] = [];
  for await (const session of everyItem((page) =>
    furrow.GET('/api/control/production/sessions', { params: { query: { ...page, ...filter } }, signal }),
  ))
    sessions.push(session);
  return sessions;
}

/** The harvest report for a range of local days: amounts by worker and quality. */
export async function harvestOf(
  startTime: string,
  endTime: string,
  signal: AbortSignal,
): Promise<HarvestSession[]> {
  const answer = await bodyOf(
    furrow.GET('/api/console/harvest', { params: { query: { startTime, endTime } }, signal }),
  );
  return answer.data;
}
