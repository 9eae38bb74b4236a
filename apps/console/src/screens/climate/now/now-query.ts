import type { Project } from '../../../api/places.ts';
import { useToday } from '../../../parts/now.ts';
import { addDays, localDate, startOfDay } from '../../../time/local-day.ts';
import { useWeather, type WeatherSeries } from '../climate-query.ts';

const EVERY_MS = 5 * 60_000;

/** The weather of yesterday and today, which is what the plots show at first, too. */
export function useRecentWeather({ projectId, timezone }: Project) {
  const to = useToday(timezone);
  const span = { projectId, timezone, to, from: addDays(to, -1), detail: '15m' as const };
  return useWeather(span, true, EVERY_MS);
}

export interface Recent {
  /** The latest reading. */
  readonly last: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** Of today, if it has been measured today. */
  readonly today: { readonly low: number; readonly high: number; readonly sum: number } | undefined;
  readonly values: readonly (number | null)[];
}

/** Rain comes in tenths of a millimetre; a sum of them has no more decimals than they have. */
const EXACT = 1e6;

/** The latest values of a quantity; undefined where it was not measured. */
export function recentOf(
  { at, values }: WeatherSeries,
  of: keyof WeatherSeries['values'],
  timezone: string,
  now: number,
): Recent | undefined {
  const line = values[of];
  if (!line) return undefined;
  const midnight = startOfDay(localDate(new Date(now), timezone), timezone).getTime() / 1_000;
  let [latest, low, high, sum] = [-1, Infinity, -Infinity, 0];
  for (const [i, value] of line.entries()) {
    if (value === null) continue;
    latest = i;
    if ((at[i] ?? 0) < midnight) continue;
    [low, high, sum] = [Math.min(low, value), Math.max(high, value), sum + value];
  }
  const isOfToday = low <= high;
  return {
    last: line[latest] ?? 0,
    at: at[latest] ?? 0,
    today: isOfToday ? { low, high, sum: Math.round(sum * EXACT) / EXACT } : undefined,
    values: line,
  };
}
