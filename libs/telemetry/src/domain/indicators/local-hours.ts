import { type LocalDate, type OffsetSpan, offsetSpans } from '@furrow/kernel';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Offsets lie within UTC-12..UTC+14, and a clock may skip a whole day. */
const BEFORE = 15 * HOUR;
const AFTER = 3 * DAY;
/** The most consecutive dates that a calendar skips: Samoa and Tokelau left out 30 December 2011. */
const MOST_SKIPPED = 1;
/** No zone has changed its clocks twice within so long since 2000. */
const STEP = 5 * DAY;

/** A day of the local calendar with the hours of its clock: 23 or 25 if it is that long. */
export interface LocalDay {
  readonly date: LocalDate;
  /** 1 to 366. */
  readonly dayOfYear: number;
  /** Its first instant, epoch milliseconds. */
  readonly start: number;
  /** The first instant of each of its hours, epoch milliseconds. */
  readonly hours: readonly number[];
}

/** A span of time in which the hours of the local clock begin at the same minute of a UTC hour. */
export interface HourRun {
  /** Epoch milliseconds; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
  /** An instant at which an hour of the local clock begins. */
  readonly origin: number;
}

/** The index, from 0, of the run's hour in which an instant lies. */
export const hourWithin = ({ from, origin }: HourRun, time: number): number =>
  Math.floor((time - origin) / HOUR) - Math.floor((from - origin) / HOUR);

/**
 * The days of a local calendar from `first` to `last`, both included, divided into the hours of its clock. A date that
 * the calendar skips is left out; an hour in which a clock changes by half an hour is shorter.
 */
export class LocalHours {
  private constructor(
    readonly days: readonly LocalDay[],
    readonly runs: readonly HourRun[],
  ) {}

  /** @param more additional days of the calendar before the first and after the last, for indicators that need neighbours */
  static of(
    { first, last }: { readonly first: LocalDate; readonly last: LocalDate },
    timezone: string,
    more: { readonly before: number; readonly after: number } = { before: 0, after: 0 },
  ): LocalHours {
    const [own, behind] = [numberOf(first), numberOf(last) + 1];
    const [from, to] = [own - more.before - MOST_SKIPPED, behind + more.after + MOST_SKIPPED];
    const spans = [...offsetSpans(timezone, from * DAY - BEFORE, to * DAY + AFTER, STEP)];
    const all = datesOf(from, to, spans);
    const isBefore = (end: number) => all.filter(({ date }) => date < end).length;
    const dates = all.slice(isBefore(own) - more.before, isBefore(behind) + more.after);
    const runs = runsOf(spans, dates[0]?.start ?? 0, dates.at(-1)?.end ?? 0);
    const hours = runs.flatMap(hoursOf);
    let at = 0;
    const days = dates.map(({ date, start, end }): LocalDay => {
      const begin = at;
      while (at < hours.length && (hours[at] as number) < end) at++;
      return { ...calendarDay(date), start, hours: hours.slice(begin, at) };
    });
    return new LocalHours(days, runs);
  }
}

/** The dates that the calendar shows, as days since 1970-01-01, and when each begins and ends. */
function datesOf(
  from: number,
  to: number,
  spans: readonly OffsetSpan[],
): { readonly date: number; readonly start: number; readonly end: number }[] {
  const starts = startsOf(from, to, spans);
  return starts
    .slice(1)
    .map((end, n) => ({ date: from + n, start: starts[n] as number, end }))
    .filter(({ start, end }) => start < end);
}

/** The first instant at which the calendar shows each date, or a later one if it skips that. */
function startsOf(from: number, to: number, spans: readonly OffsetSpan[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (let date = from; date <= to; date++) {
    let span = spans[at];
    while (span && Math.max(date * DAY - span.offset, span.from) >= span.to) span = spans[++at];
    if (!span) throw new RangeError('The calendar never reaches the date');
    starts.push(Math.max(date * DAY - span.offset, span.from));
  }
  return starts;
}

function runsOf(spans: readonly OffsetSpan[], from: number, to: number): HourRun[] {
  const runs: { from: number; to: number; origin: number }[] = [];
  for (const span of spans) {
    const run = {
      ...{ from: Math.max(span.from, from), to: Math.min(span.to, to) },
      origin: (((-span.offset % HOUR) + HOUR) % HOUR) + 0,
    };
    if (run.from >= run.to) continue;
    const before = runs.at(-1);
    if (before?.origin === run.origin) before.to = run.to;
    else runs.push(run);
  }
  return runs;
}

function hoursOf({ from, to, origin }: HourRun): number[] {
  const hours: number[] = [];
  for (let hour = Math.floor((from - origin) / HOUR) * HOUR + origin; hour < to; hour += HOUR)
    hours.push(Math.max(hour, from));
  return hours;
}

/** Days since 1970-01-01. */
function numberOf(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00.000Z`) / DAY;
}

function calendarDay(number: number): { readonly date: LocalDate; readonly dayOfYear: number } {
  const midnight = new Date(number * DAY);
  const date = midnight.toISOString().slice(0, 10) as LocalDate;
  return { date, dayOfYear: number - Date.UTC(midnight.getUTCFullYear(), 0, 0) / DAY };
}
