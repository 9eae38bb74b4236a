import { isLocalDate } from './local-day.ts';

const WRITTEN =
  /^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;
/** Every month has this many days. */
const SHORTEST_MONTH = 28;
const MINUTE = 60_000;

/**
 * Whether `text` is ISO 8601 with `Z` or an offset, in the years 1900 to 2199: a text without an offset is not an
 * instant, and 30 February is not a day.
 */
export function isInstantText(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    WRITTEN.test(text) &&
    (digits(text, 8) <= SHORTEST_MONTH || isLocalDate(text.slice(0, 10)))
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
  const zone = text.endsWith('Z') ? text.length - 1 : text.length - 6;
  const local = Date.UTC(
    digits(text, 0) * 100 + digits(text, 2),
    digits(text, 5) - 1,
    digits(text, 8),
    digits(text, 11),
    digits(text, 14),
    zone > 16 ? digits(text, 17) : 0,
    // Digits beyond the third are cut off, missing ones are 0.
    zone > 20 ? Number(text.slice(20, Math.min(23, zone)).padEnd(3, '0')) : 0,
  );
  if (zone === text.length - 1) return new Date(local);
  const offset = digits(text, zone + 1) * 60 + digits(text, zone + 4);
  return new Date(local - (text[zone] === '-' ? -offset : offset) * MINUTE);
}

/** The number of two digits. */
function digits(text: string, at: number): number {
  return (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
}
