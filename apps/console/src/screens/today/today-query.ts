import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { usePollInterval } from '../../api/live.ts';
import { today } from '../../api/today.ts';
import type { Today } from '../../api/types.ts';

/** The report's qualities follow its totals after some seconds, and no event tells when. */
export const RECALCULATED_WITHIN_MS = 3_000;
/** No event tells that an hour has passed, or that a sector is open again. */
const OUTDATED_MS = 60_000;

/** Everything that Today shows but for the map and photos. */
export function useToday(): UseQueryResult<Today> {
  const interval = usePollInterval();
  return useQuery({
    queryKey: ['sessions', 'today'],
    queryFn: ({ signal }) => today.answer(signal),
    refetchInterval: ({ state: { data } }) =>
      data?.sessions.some(({ needsRecalc }) => needsRecalc)
        ? RECALCULATED_WITHIN_MS
        : interval || OUTDATED_MS,
    // Refetches when the page is opened, which shows at once when its figures are outdated.
    refetchOnMount: 'always',
  });
}

/** The local days of sessions, as filters of the harvest report; none if there are no sessions. */
export function daysOf(sessions: readonly { readonly localDate: string }[]): {
  readonly startTime?: string;
  readonly endTime?: string;
} {
  const days = sessions.map(({ localDate }) => localDate).sort();
  const [startTime, endTime] = [days[0], days.at(-1)];
  return startTime === undefined || endTime === undefined ? {} : { startTime, endTime };
}
