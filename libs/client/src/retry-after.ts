/**
 * Parses a Retry-After header: seconds, or an HTTP date.
 * @param now milliseconds since 1970
 * @returns milliseconds from now, at least 0; undefined if it is missing or invalid
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // An HTTP date begins with the name of a day; Date.parse alone would accept nearly anything.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
