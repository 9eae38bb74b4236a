import { Fraction } from './fraction.ts';

/**
 * Rounds parts to `decimals` so that they add up to their rounded sum: each is truncated, and what remains goes to the
 * largest remainders, one unit of the last decimal each, on a tie to the larger part, then to the first.
 * @returns the parts in units of `10 ** -decimals`, in the given order
 */
export function roundedTogether(parts: readonly Fraction[], decimals: number): bigint[] {
  const rounded = parts.map((part) => part.floor(decimals));
  let left = rounded.reduce((rest, each) => rest - each, Fraction.sum(parts).rounded(decimals));
  if (left === 0n) return rounded;
  const order = parts
    .map((part, index) => {
      const kept = Fraction.units(rounded[index] ?? 0n, decimals);
      return { part, index, remainder: part.minus(kept) };
    })
    .sort((a, b) => b.remainder.compare(a.remainder) || b.part.compare(a.part) || a.index - b.index);
  for (const { index } of order) if (left-- > 0n) rounded[index] = (rounded[index] ?? 0n) + 1n;
  return rounded;
}
