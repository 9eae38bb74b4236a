import type { Project } from '../../../api/places.ts';
import { useToday } from '../../../parts/now.ts';
import { addDays } from '../../../time/local-day.ts';
import { useWeather } from '../climate-query.ts';

const EVERY_MS = 5 * 60_000;

/** The weather of yesterday and today, which is what the plots show at first, too. */
export function useRecentWeather({ projectId, timezone }: Project) {
  const to = useToday(timezone);
  const span = { projectId, timezone, to, from: addDays(to, -1), detail: '15m' as const };
  return useWeather(span, true, EVERY_MS);
}
