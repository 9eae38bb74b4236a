const HOUR_MS = 3_600_000;

interface Formatters {
  /** `YYYY-MM-DD`, as the locale en-CA writes dates. */
  readonly date: Intl.DateTimeFormat;
  /** `hh:mm`, from 00:00 to 23:59. */
  readonly time: Intl.DateTimeFormat;
}

/** Cached, because creating a formatter takes longer than formatting a thousand dates. */
const formatters = new Map<string, Formatters>();

function formattersOf(timeZone: string): Formatters {
  let known = formatters.get(timeZone);
  if (!known) {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, ...options });
    known = {
      date: format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
      time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    };
    formatters.set(timeZone, known);
  }
  return known;
}

/** The calendar date in a zone at an instant, as `YYYY-MM-DD`. */
export const localDate = (instant: Date, timeZone: string): string =>
  formattersOf(timeZone).date.format(instant);

/** The calendar date in a zone now. */
export const todayIn = (timeZone: string): string => localDate(new Date(), timeZone);

/** The local time of a zone at an instant, as `hh:mm`. */
const localTime = (instant: Date, timeZone: string): string => formattersOf(timeZone).time.format(instant);

/** The date `days` calendar days after another. */
export function addDays(date: string, days: number): string {
  const noon = new Date(`${date}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + days);
  return noon.toISOString().slice(0, 10);
}

/**
 * The first instant of a local date. Where clocks skip midnight, the day begins after the gap; where midnight occurs
 * twice, with the first.
 */
export function startOfDay(date: string, timeZone: string): Date {
  // No zone is further than 14 hours from UTC, so the first instant of this date lies within these bounds.
  let before = Date.parse(`${date}T00:00:00Z`) - 15 * HOUR_MS;
  let within = before + 30 * HOUR_MS;
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2);
    if (localDate(new Date(middle), timeZone) < date) before = middle;
    else within = middle;
  }
  return new Date(within);
}

/** The number of hours of a local date: 24 except for days of a clock change. */
export function hoursOfDay(date: string, timeZone: string): number {
  const length = startOfDay(addDays(date, 1), timeZone).getTime() - startOfDay(date, timeZone).getTime();
  return length / HOUR_MS;
}

/** The days of a range, both ends inclusive, that do not have 24 hours. */
export function oddDays(
  from: string,
  to: string,
  timeZone: string,
): { readonly day: string; readonly hours: number }[] {
  const odd: { readonly day: string; readonly hours: number }[] = [];
  const shownAtNoon = (day: string) => localTime(new Date(`${day}T12:00:00Z`), timeZone);
  let before = shownAtNoon(addDays(from, -1));
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const after = shownAtNoon(addDays(day, 1));
    // Where the offset is the same on both sides of the day, there was no change, so counting is not needed.
    if (before !== after) {
      const hours = hoursOfDay(day, timeZone);
      if (hours !== 24) odd.push({ day, hours });
    }
    before = shownAtNoon(day);
  }
  return odd;
}

/** The same calendar date a year before; 28 February for 29 February. */
export function yearBefore(date: string): string {
  const year = String(Number(date.slice(0, 4)) - 1).padStart(4, '0');
  return `${year}-${date.endsWith('-02-29') ? '02-28' : date.slice(5)}`;
}
