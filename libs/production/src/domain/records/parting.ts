export const MIN_SHARES = 2;
export const MAX_SHARES = 20;

/** One of those who share something. */
export interface Weighed {
  readonly workerId: string;
  /** Above 0, a whole number of whatever unit, the same for all. */
  readonly weight: bigint;
}

/**
 * Parts a whole number by weight: each part is truncated, and what is left goes to the largest remainders; of equal ones to the
 * larger weight, then to the first worker by id. The parts sum to the whole.
 * @param sharers workers who differ
 * @returns the parts in the order of the sharers
 */
export function partedWhole(whole: bigint, sharers: readonly Weighed[]): bigint[] {
  const total = sharers.reduce((sum, { weight }) => sum + weight, 0n);
  const parts = sharers.map(({ workerId, weight }) => {
    const product = whole * weight;
    return { workerId, weight, part: product / total, remainder: product % total };
  });
  let left = whole - parts.reduce((sum, { part }) => sum + part, 0n);
  const inOrder = [...parts].sort(
    (a, b) => order(b.remainder, a.remainder) || order(b.weight, a.weight) || order(a.workerId, b.workerId),
  );
  for (const each of inOrder) {
    if (left === 0n) break;
    each.part += 1n;
    left -= 1n;
  }
  return parts.map(({ part }) => part);
}

/** Texts by code units. */
const order = <Compared extends bigint | string>(a: Compared, b: Compared) => (a < b ? -1 : a > b ? 1 : 0);
