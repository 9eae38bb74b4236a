// Exact fractions and days for the plain implementation of docs/pay.md.

/** Numerator and denominator, the latter above 0. */
export type Ratio = readonly [bigint, bigint];

export const ZERO: Ratio = [0n, 1n];
export const add = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * d + c * b, b * d];
export const take = (from: Ratio, [c, d]: Ratio): Ratio => add(from, [-c, d]);
export const times = ([a, b]: Ratio, [c, d]: Ratio): Ratio => [a * c, b * d];
export const over = ([a, b]: Ratio, [c, d]: Ratio): Ratio => (c < 0n ? [-a * d, -b * c] : [a * d, b * c]);
export const isMore = (a: Ratio, b: Ratio): boolean => take(a, b)[0] > 0n;
export const more = (a: Ratio, b: Ratio): Ratio => (isMore(a, b) ? a : b);
export const total = (ratios: readonly Ratio[]): Ratio => ratios.reduce(add, ZERO);
export const of = (decimal: string): Ratio => {
  const [whole = '', decimals = ''] = decimal.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
};
export const cents = ([a, b]: Ratio): bigint => (a < 0n ? -cents([-a, b]) : (200n * a + b) / (2n * b));

export const DAY = 86_400_000;
export const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
export function daysFrom(from: string, to: string): string[] {
  return from > to ? [] : [from, ...daysFrom(plusDays(from, 1), to)];
}
export function weekOf(day: string, startsOn: string): string[] {
  const isFirst = WEEK[new Date(day).getUTCDay()] === startsOn;
  return isFirst ? daysFrom(day, plusDays(day, 6)) : weekOf(plusDays(day, -1), startsOn);
}
