import { useLingui } from '@lingui/react';

export interface Format {
  /** @param digits maximum number of decimals */
  readonly number: (value: number, digits?: number) => string;
  /**
   * An amount of the API, without its currency.
   * @param decimals at least; one that was rounded by another currency keeps its own
   */
  readonly money: (value: number, decimals: number) => string;
  readonly time: (instant: string, timeZone: string) => string;
  /** A label on the axis of a plot: the time, and at midnight the date. */
  readonly tick: (seconds: number, isDay: boolean, timeZone: string) => string;
  readonly dateTime: (instant: string, timeZone: string) => string;
  /** A calendar date, `YYYY-MM-DD`, independent of time zones. */
  readonly date: (date: string) => string;
  /** How long ago, or in how long, in the largest unit that fits. */
  readonly ago: (instant: string | number, now: number) => string;
  /** Such as `10 minutes`. */
  readonly duration: (count: number, unit: 's' | 'm' | 'h' | 'd') => string;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function formatIn(locale: string): Format {
  const numbers = new Map<number, Intl.NumberFormat>();
  const number = (value: number, digits = 2) => {
    let format = numbers.get(digits);
    if (!format)
      numbers.set(digits, (format = new Intl.NumberFormat(locale, { maximumFractionDigits: digits })));
    return format.format(value);
  };
  const moneys = new Map<number, Intl.NumberFormat>();
  const moneyOf = (decimals: number) => {
    let format = moneys.get(decimals);
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(decimals, 4) };
    if (!format) moneys.set(decimals, (format = new Intl.NumberFormat(locale, digits)));
    return format;
  };
  const clock = new Map<string, Intl.DateTimeFormat>();
  const inZone = (timeZone: string, options: Intl.DateTimeFormatOptions) => {
    const key = `${timeZone} ${JSON.stringify(options)}`;
    let format = clock.get(key);
    if (!format) clock.set(key, (format = new Intl.DateTimeFormat(locale, { timeZone, ...options })));
    return format;
  };
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return {
    number,
    money: (value, decimals) => moneyOf(decimals).format(value),
    time: (instant, timeZone) =>
      inZone(timeZone, { hour: '2-digit', minute: '2-digit' }).format(new Date(instant)),
    tick: (seconds, isDay, timeZone) => {
      const instant = new Date(seconds * 1_000);
      const time = inZone(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(instant);
      return isDay || time === '00:00'
        ? inZone(timeZone, { day: 'numeric', month: 'short' }).format(instant)
        : time;
    },
    dateTime: (instant, timeZone) =>
      inZone(timeZone, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant)),
    date: (date) => inZone('UTC', { dateStyle: 'medium' }).format(new Date(`${date}T12:00:00Z`)),
    ago: (instant, now) => {
      const passed = new Date(instant).getTime() - now;
      const [unit, length] = UNITS.find(([, length]) => Math.abs(passed) >= length) ?? ['minute', 60_000];
      return relative.format(Math.trunc(passed / length) || 0, unit);
    },
    duration: (count, unit) =>
      new Intl.NumberFormat(locale, {
        ...{ style: 'unit', unitDisplay: 'long' },
        unit: { s: 'second', m: 'minute', h: 'hour', d: 'day' }[unit],
      }).format(count),
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
