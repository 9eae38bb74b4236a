import { localDate, yearBefore } from '../time/local-day.ts';

/** A local day of an indicator in the API. */
export interface SeasonDay {
  /** Its first instant. */
  readonly day: string;
  /** Null if the coverage was too low. */
  readonly value: number | null;
  /** The sum of values since the beginning of the season. */
  readonly total: number;
  readonly coverage: number;
}

/**
 * The first day of the season that contains a date.
 * @param start the day of the year on which such seasons begin, `MM-DD`
 */
export function seasonStart(date: string, start: string): string {
  const year = Number(date.slice(0, 4));
  const own = `${year}-${start}`;
  return own <= date ? own : `${year - 1}-${start}`;
}

/**
 * The days of a season, each beside the same date of the previous year: the sum since the season began, or the day's
 * value. A day with too little coverage has neither, but the sum continues after it.
 */
export function besideYearBefore(
  season: readonly SeasonDay[],
  before: readonly SeasonDay[],
  timeZone: string,
  isSum: boolean,
): { readonly at: number; readonly values: readonly [number | null, number | null] }[] {
  const figure = (day: SeasonDay | undefined) =>
    day === undefined || day.value === null ? null : isSum ? day.total : day.value;
  const dateOf = ({ day }: SeasonDay) => localDate(new Date(day), timeZone);
  const earlier = new Map(before.map((day) => [dateOf(day), day]));
  return season.map((day) => ({
    at: Date.parse(day.day) / 1_000,
    values: [figure(day), earlier.size === 0 ? null : figure(earlier.get(yearBefore(dateOf(day))))],
  }));
}

/** The label of a range of dates: its year, or both of its years. */
export function yearsOf(from: string, to: string): string {
  const [first, last] = [from.slice(0, 4), to.slice(0, 4)];
  return first === last ? first : `${first}–${last.slice(2)}`;
}
