import { type LocalDate, offsetSpans } from '@furrow/kernel';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Offsets lie within UTC-12..UTC+14, and a clock may skip a whole day. */
const BEFORE = 15 * HOUR;
const AFTER = 3 * DAY;
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

  /** @param more additional days before the first and after the last, for indicators that need neighbours */
  static of(
    { first, last }: { readonly first: LocalDate; readonly last: LocalDate },
    timezone: string,
    more: { readonly before: number; readonly after: number } = { before: 0, after: 0 },
  ): LocalHours {
    const [from, to] = [numberOf(first) - more.before, numberOf(last) + more.after];
    const spans = [...offsetSpans(timezone, from * DAY - BEFORE, to * DAY + AFTER, STEP)];
    const starts = startsOf(from, to + 1, spans);
    const runs = runsOf(spans, starts[0] as number, starts.at(-1) as number);
    const hours = runs.flatMap(hoursOf);
    let at = 0;
    const days: LocalDay[] = [];
    for (let date = from; date <= to; date++) {
      const [start, end] = [starts[date - from] as number, starts[date - from + 1] as number];
      if (start === end) continue;
      const begin = at;
      while (at < hours.length && (hours[at] as number) < end) at++;
      days.push({ ...calendarDay(date), start, hours: hours.slice(begin, at) });
    }
    return new LocalHours(days, runs);
  }
}

/** The first instant at which the calendar shows each date, or a later one if it skips that. */
function startsOf(
  from: number,
  to: number,
  spans: readonly { readonly from: number; readonly to: number; readonly offset: number }[],
): number[] {
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

function runsOf(
  spans: readonly { readonly from: number; readonly to: number; readonly offset: number }[],
  from: number,
  to: number,
): HourRun[] {
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
