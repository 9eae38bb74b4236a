import { Fraction } from './fraction.ts';

/**
 * Rounds parts to cents so that they add up to their rounded sum: each is truncated, and the remaining cents go to the
 * largest remainders, on a tie to the larger part, then to the first.
 * @returns the cents of the parts, in the given order
 */
export function centsTogether(parts: readonly Fraction[]): bigint[] {
  const cents = parts.map((part) => part.floor(2));
  let left = cents.reduce((rest, each) => rest - each, Fraction.sum(parts).rounded(2));
  if (left === 0n) return cents;
  const order = parts
    .map((part, index) => ({ part, index, remainder: part.minus(Fraction.cents(cents[index] ?? 0n)) }))
    .sort((a, b) => b.remainder.compare(a.remainder) || b.part.compare(a.part) || a.index - b.index);
  for (const { index } of order) if (left-- > 0n) cents[index] = (cents[index] ?? 0n) + 1n;
  return cents;
}
