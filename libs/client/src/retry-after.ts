/**
 * What a Retry-After header asks for: seconds, or a date of HTTP.
 * @param now milliseconds since 1970
 * @returns milliseconds from now, at least 0; undefined where it says nothing readable
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // A date begins with the name of its day; Date.parse by itself would take nearly anything for one.
  const at = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
