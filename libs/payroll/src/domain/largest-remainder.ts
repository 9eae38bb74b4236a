import { Fraction } from './fraction.ts';

const CENT = Fraction.of('0.01');

/**
 * Rounds parts to cents so that they sum to their rounded sum: each is cut, and the cents that are left go to the largest
 * remainders, on a tie to the larger part, then to the first.
 * @returns the parts in the order given
 */
export function roundedTogether(parts: readonly Fraction[]): Fraction[] {
  const cut = parts.map((part) => Fraction.ratio(part.over(CENT).floor(), 100n));
  const wanted = Fraction.sum(parts).rounded(2);
  let left = Number(wanted - Fraction.sum(cut).rounded(2));
  const order = parts
    .map((part, index) => ({ part, index, remainder: part.minus(cut[index] ?? Fraction.ZERO) }))
    .sort((a, b) => b.remainder.compare(a.remainder) || b.part.compare(a.part) || a.index - b.index);
  const raised = new Set(order.filter(() => left-- > 0).map(({ index }) => index));
  return cut.map((part, index) => (raised.has(index) ? part.plus(CENT) : part));
}
