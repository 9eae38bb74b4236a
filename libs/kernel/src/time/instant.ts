import { isLocalDate } from './local-day.ts';

const WRITTEN =
  /^((?:19|20|21)\d{2}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/**
 * The instant of an ISO 8601 text with `Z` or an offset, to the millisecond, in the years 1900 to 2199. Undefined for
 * anything else: a text without an offset is not an instant, and 30 February is not a day.
 */
export function instantOf(text: unknown): Date | undefined {
  if (typeof text !== 'string') return undefined;
  const written = WRITTEN.exec(text);
  return written && isLocalDate(written[1]) ? new Date(text) : undefined;
}
