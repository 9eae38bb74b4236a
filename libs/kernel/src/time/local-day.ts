import { IANAZone } from 'luxon';
import type { Branded } from '../branded.ts';
import { offsetSpans, steadyOffsetAt } from './zone-offsets.ts';

/** A calendar date `YYYY-MM-DD` of some place: not an instant, and not a span of 24 hours. */
export type LocalDate = Branded<string, 'LocalDate'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Names of the IANA database that have no slash, but those of abbreviations. */
const WITHOUT_SLASH = new Set(
  (
    'UTC UCT GMT GMT0 GMT+0 GMT-0 Greenwich Universal Zulu Cuba Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel ' +
    'Jamaica Japan Kwajalein Libya NZ NZ-CHAT Navajo PRC Poland Portugal ROC ROK Singapore Turkey W-SU'
  ).split(' '),
);

/**
 * Whether `name` is an IANA zone such as `America/Santiago`. Offsets and abbreviations such as `EST` are refused,
 * because who writes them expects clock changes that they do not have, and so is what JavaScript knows beyond the database,
 * such as `SystemV/PST8`.
 */
export function isTimeZone(name: unknown): name is string {
  return (
    typeof name === 'string' &&
    name.length <= 64 &&
    (WITHOUT_SLASH.has(name) || (name.includes('/') && !name.startsWith('SystemV/'))) &&
    IANAZone.isValidZone(name)
  );
}

/** Whether `text` is a real calendar date written `YYYY-MM-DD`, of the years 0001 to 9999. */
export function isLocalDate(text: unknown): text is LocalDate {
  if (typeof text !== 'string' || !/^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(text))
    return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return day <= 28 || day <= lastDayOf(year, month);
}

/** The last day of a month of the Gregorian calendar, calculated, because every instant of a bulk body is checked. */
export function lastDayOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The calendar date in `zone` at `instant`. */
export function localDateOf(instant: Date, zone: string): LocalDate {
  const time = instant.getTime();
  return dateOf(time + steadyOffsetAt(zone, time));
}

export function nextLocalDate(date: LocalDate): LocalDate {
  return dateOf(utcMidnight(date) + DAY);
}

/**
 * The first instant at which the calendar of `zone` shows `date` (or a later date, if the zone skipped it entirely). It
 * is not always 00:00: where clocks jump over midnight the day starts at 01:00, and where they repeat midnight there
 * are two, of which the first counts.
 */
export function startOfLocalDate(date: LocalDate, zone: string): Date {
  let starts = knownStarts.get(zone);
  let start = starts?.get(date);
  if (start === undefined) {
    start = searchStart(date, zone);
    if (knownStartCount++ >= MAX_KNOWN_STARTS) {
      knownStarts.clear();
      knownStartCount = 1;
      starts = undefined;
    }
    if (!starts) knownStarts.set(zone, (starts = new Map<LocalDate, number>()));
    starts.set(date, start);
  }
  return new Date(start);
}

/**
 * A cache by zone and date, because a search evaluates a hundred instants and requests concern the same few days. A key
 * of both texts would have to be put together for each look-up.
 */
const knownStarts = new Map<string, Map<LocalDate, number>>();
const MAX_KNOWN_STARTS = 1_000;
let knownStartCount = 0;

function searchStart(date: LocalDate, zone: string): number {
  const midnight = utcMidnight(date);
  // Offsets lie within UTC-12..UTC+14, so the answer does too; two days more cover a skipped date.
  for (const span of offsetSpans(zone, midnight - 15 * HOUR, midnight + 3 * DAY)) {
    const start = Math.max(midnight - span.offset, span.from);
    if (start < span.to) return start;
  }
  throw new RangeError(`${zone} never reaches ${date}`);
}

function utcMidnight(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00.000Z`);
}

/** The texts of days since 1970, because requests concern the same few. */
const knownDates = new Map<number, LocalDate>();
const MAX_KNOWN_DATES = 1_000;

/** The day after the last of year 9999 is `+010000-01-01`. */
function dateOf(time: number): LocalDate {
  const day = Math.floor(time / DAY);
  let date = knownDates.get(day);
  if (date === undefined) {
    const text = new Date(time).toISOString();
    date = text.slice(0, text.indexOf('T')) as LocalDate;
    if (knownDates.size >= MAX_KNOWN_DATES) knownDates.clear();
    knownDates.set(day, date);
  }
  return date;
}
