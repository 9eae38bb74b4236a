import { useLingui } from '@lingui/react';
import { localDate } from '../time/local-day.ts';

const DAY_MS = 86_400_000;

export interface Format {
  /** @param digits maximum number of decimals */
  readonly number: (value: number, digits?: number) => string;
  /**
   * An amount in its currency; to the cent where the company has no currency.
   * @param decimals of the currency, by ISO 4217; where they are not known, those that the browser shows
   * @param digits maximum number of decimals, for rates that are finer than the currency
   */
  readonly money: (
    value: number,
    currency: string | null,
    decimals: number | undefined,
    digits?: number,
  ) => string;
  readonly time: (instant: string, timeZone: string) => string;
  /** The time of an instant, with its date if that is not the given one. */
  readonly timeOn: (date: string, instant: string, timeZone: string) => string;
  /** A label on the axis of a plot: the time, and at midnight the date. */
  readonly tick: (seconds: number, isDay: boolean, timeZone: string) => string;
  /** Date and time of a point of a plot, which does not change while it is read. */
  readonly dateTime: (instant: string, timeZone: string) => string;
  /** As people say it: `today 22:48`, `yesterday 7:05`, `Tuesday 12:30`; the date if it is more than a week ago or ahead. */
  readonly when: (instant: string | number, timeZone: string, now: number) => string;
  /** With weekday, seconds and zone. */
  readonly fullInstant: (instant: string | number, timeZone: string) => string;
  /** A calendar date, `YYYY-MM-DD`, independent of time zones. */
  readonly date: (date: string) => string;
  /** A calendar date as people say it in a zone. */
  readonly day: (date: string, timeZone: string, now: number) => string;
  /** A range of calendar dates, which names a common month or year once. */
  readonly days: (from: string, to: string) => string;
  /** How long ago, or in how long, in the largest unit that fits. */
  readonly ago: (instant: string | number, now: number) => string;
  /** Such as `10 minutes`. */
  readonly duration: (count: number, unit: 's' | 'm' | 'h' | 'd') => string;
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function formatIn(locale: string): Format {
  const inZone = cached(
    (timeZone: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { timeZone, ...options }),
  );
  const numbers = cached((options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
  const relative = cached(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const time = (at: Date, timeZone: string) => inZone(timeZone, CLOCK).format(at);
  /** Undefined where a date says more. */
  const spoken = (date: string, today: string): string | undefined => {
    const ahead = Math.round((noonOf(date).getTime() - noonOf(today).getTime()) / DAY_MS);
    if (Math.abs(ahead) <= 1) return relative().format(ahead, 'day');
    return ahead < 0 && ahead > -7 ? inZone('UTC', { weekday: 'long' }).format(noonOf(date)) : undefined;
  };
  const options = (date: string, today: string): Intl.DateTimeFormatOptions => ({
    ...{ day: 'numeric', month: 'short' },
    ...(date.slice(0, 4) !== today.slice(0, 4) && { year: 'numeric' }),
  });
  const dateTime = (instant: string, timeZone: string) =>
    inZone(timeZone, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(new Date(instant));
  return {
    number: (value, digits = 2) => numbers({ maximumFractionDigits: digits }).format(value),
    money: (value, currency, decimals, digits) => numbers(amountIn(currency, decimals, digits)).format(value),
    time: (instant, timeZone) => time(new Date(instant), timeZone),
    tick: (seconds, isDay, timeZone) => {
      const instant = new Date(seconds * 1_000);
      const shown = time(instant, timeZone);
      return isDay || shown === '00:00'
        ? inZone(timeZone, { day: 'numeric', month: 'short' }).format(instant)
        : shown;
    },
    timeOn: (date, instant, timeZone) =>
      localDate(new Date(instant), timeZone) === date
        ? time(new Date(instant), timeZone)
        : dateTime(instant, timeZone),
    dateTime,
    when: (instant, timeZone, now) => {
      const at = new Date(instant);
      const [date, today] = [localDate(at, timeZone), localDate(new Date(now), timeZone)];
      const day = spoken(date, today);
      if (day !== undefined) return `${day} ${time(at, timeZone)}`;
      return inZone(timeZone, { ...options(date, today), ...CLOCK }).format(at);
    },
    fullInstant: (instant, timeZone) =>
      inZone(timeZone, { dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' }).format(new Date(instant)),
    date: (date) => inZone('UTC', { dateStyle: 'medium' }).format(noonOf(date)),
    day: (date, timeZone, now) => {
      const today = localDate(new Date(now), timeZone);
      return spoken(date, today) ?? inZone('UTC', options(date, today)).format(noonOf(date));
    },
    days: (from, to) => inZone('UTC', { dateStyle: 'medium' }).formatRange(noonOf(from), noonOf(to)),
    ago: (instant, now) => {
      const passed = new Date(instant).getTime() - now;
      const [unit, length] = UNITS.find(([, length]) => Math.abs(passed) >= length) ?? ['minute', 60_000];
      return relative().format(Math.trunc(passed / length) || 0, unit);
    },
    duration: (count, unit) =>
      numbers({ style: 'unit', unitDisplay: 'long', unit: UNIT_NAMES[unit] }).format(count),
  };
}

/** The clock of farms, in English too: `22:48`. */
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const UNIT_NAMES = { s: 'second', m: 'minute', h: 'hour', d: 'day' } as const;

const noonOf = (date: string): Date => new Date(`${date}T12:00:00Z`);

/** A formatter makes more work than a thousand uses of it, so that each is made once. */
function cached<Options extends readonly unknown[], Made>(
  make: (...options: Options) => Made,
): (...options: Options) => Made {
  const made = new Map<string, Made>();
  return (...options) => {
    const key = JSON.stringify(options);
    let known = made.get(key);
    if (known === undefined) made.set(key, (known = make(...options)));
    return known;
  };
}

function amountIn(
  currency: string | null,
  known: number | undefined,
  digits: number | undefined,
): Intl.NumberFormatOptions {
  const decimals = currency === null ? 2 : known;
  return {
    ...(currency !== null && { style: 'currency', currency }),
    ...(decimals !== undefined && { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    ...(digits !== undefined && { maximumFractionDigits: Math.max(digits, decimals ?? 0) }),
  };
}

/** One per language: making a date formatter takes longer than writing a thousand dates. */
const formats = new Map<string, Format>();

/**
 * Loads what the browser needs for formats, which takes as long as rendering a screen; in tasks of their own, so that
 * nothing waits for all of it.
 */
export function prepareFormats(locale: string): void {
  setTimeout(() => formatOf(locale).number(0));
  setTimeout(() => formatOf(locale).date('2000-01-01'));
  setTimeout(() => formatOf(locale).ago(0, 0));
}

/** Formats numbers and times in the chosen language. */
export function useFormat(): Format {
  return formatOf(useLingui().i18n.locale);
}

function formatOf(locale: string): Format {
  let format = formats.get(locale);
  if (!format) formats.set(locale, (format = formatIn(locale)));
  return format;
}
