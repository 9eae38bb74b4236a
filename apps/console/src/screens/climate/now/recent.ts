import type { WeatherSeries } from '../climate-query.ts';

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

/**
 * The latest values of a quantity; undefined where it was not measured.
 * @param today the local date
 */
export function recentOf(
  { at, dates, values }: WeatherSeries,
  of: keyof WeatherSeries['values'],
  today: string,
): Recent | undefined {
  const line = values[of];
  if (!line) return undefined;
  let [latest, low, high, sum] = [-1, Infinity, -Infinity, 0];
  for (const [i, value] of line.entries()) {
    if (value === null) continue;
    latest = i;
    if (dates[i] !== today) continue;
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
