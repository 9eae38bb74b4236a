import type { Random } from '@furrow/program';
import { CRATE } from '../farm.ts';

const HIGHEST_WEIGHT = 4;

/** Who picked how many units, as it is sent and as it must be stored. */
export interface Picked {
  readonly units: number;
  /** Null: several did. */
  readonly workerId: string | null;
  readonly shares: readonly { readonly workerId: string; readonly weight: number }[] | null;
  readonly parts: readonly { readonly workerId: string; readonly units: number }[] | null;
}

/** Units of several are a multiple of their weights, so that each part is a number that needs no rounding. */
export function pickedBy(workerIds: readonly string[], random: Random): Picked {
  const [workerId = null, ...others] = workerIds;
  const each = random.between(1, 4_000) / 8;
  if (others.length === 0) return { units: each, workerId, shares: null, parts: null };
  const shares = workerIds.map((id) => ({ workerId: id, weight: random.between(1, HIGHEST_WEIGHT) }));
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const parts = shares.map(({ workerId: id, weight }) => ({ workerId: id, units: each * weight }));
  return { units: each * total, workerId: null, shares, parts };
}

/** What a record says of its containers. */
export interface Filling {
  readonly container: string | null;
  readonly count: number | null;
  readonly gross: number | null;
}

export const NOT_FILLED: Filling = { container: null, count: null, gross: null };

/** Some crates that were weighed with these units in them. */
export function filledWith(units: number, random: Random): Filling {
  const count = random.between(1, 6);
  return { container: CRATE.key, count, gross: units + count * CRATE.tare };
}
