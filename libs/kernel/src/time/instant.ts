import { lastDayOf } from './local-day.ts';

const WRITTEN =
  /^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
/** Every month has this many days. */
const SHORTEST_MONTH = 28;
const MINUTE = 60_000;
const ZERO = 48;
const LETTER_Z = 90;

/**
 * Whether `text` is ISO 8601 with `Z` or an offset, in the years 1900 to 2199: a text without an offset is not an
 * instant, and 30 February is not a day.
 */
export function isInstantText(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    WRITTEN.test(text) &&
    (digits(text, 8) <= SHORTEST_MONTH || digits(text, 8) <= lastDayOf(yearOf(text), digits(text, 5)))
  );
}

/** The instant of a text that `isInstantText` accepts, to the millisecond; undefined for anything else. */
export function instantOf(text: unknown): Date | undefined {
  return isInstantText(text) ? instantWritten(text) : undefined;
}

/**
 * The instant of a text that `isInstantText` has accepted. Bulk bodies have thousands, and the engine's own reader,
 * which accepts much more, takes five times as long.
 */
export function instantWritten(text: string): Date {
  const isUtc = text.charCodeAt(text.length - 1) === LETTER_Z;
  const zone = text.length - (isUtc ? 1 : 6);
  const local = Date.UTC(
    yearOf(text),
    digits(text, 5) - 1,
    digits(text, 8),
    digits(text, 11),
    digits(text, 14),
    zone > 16 ? digits(text, 17) : 0,
    // Digits beyond the third are cut off, missing ones are 0.
    zone > 20
      ? digit(text, 20) * 100 + (zone > 21 ? digit(text, 21) * 10 : 0) + (zone > 22 ? digit(text, 22) : 0)
      : 0,
  );
  if (isUtc) return new Date(local);
  const offset = digits(text, zone + 1) * 60 + digits(text, zone + 4);
  return new Date(local - (text[zone] === '-' ? -offset : offset) * MINUTE);
}

const yearOf = (text: string) => digits(text, 0) * 100 + digits(text, 2);

/** The number of two digits. */
const digits = (text: string, at: number) => digit(text, at) * 10 + digit(text, at + 1);

const digit = (text: string, at: number) => text.charCodeAt(at) - ZERO;
