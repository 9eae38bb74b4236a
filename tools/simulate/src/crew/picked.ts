const SHARED = 0.15;
const CONTAINED = 0.3;
/** The first of two workers did twice as much. */
const WEIGHTS = [2, 1] as const;

/** As the API lists it. */
export interface Container {
  readonly key: string;
  readonly unit: string;
  readonly tare: number | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** What was picked: its units, and what a record says of them. */
export interface Picked {
  readonly units: number;
  readonly sent: object;
}

/**
 * Some units of a worker, now and then shared with another, or weighed in a container.
 * @param other undefined: there is nobody else
 * @param container undefined: the farm has none
 */
export function pickedBy(
  workerId: string,
  other: string | undefined,
  container: Container | undefined,
): Picked {
  const each = 2 + Math.floor(Math.random() * 9);
  const isShared = other !== undefined && Math.random() < SHARED;
  const ids = isShared ? [workerId, other] : [workerId];
  const shares = ids.map((id, index) => ({ workerId: id, weight: WEIGHTS[index] ?? 1 }));
  const units = isShared ? each * shares.reduce((sum, { weight }) => sum + weight, 0) : each;
  const isContained = container !== undefined && fits(units, container) && Math.random() < CONTAINED;
  const amount = isContained
    ? { container: container.key, gross: Number((units + (container.tare ?? 0)).toFixed(6)) }
    : { units };
  return { units, sent: { ...(isShared ? { shares } : { workerId }), ...amount } };
}

const fits = (units: number, { min, max }: Container) => units >= (min ?? 0) && units <= (max ?? Infinity);

export const oneOf = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)];
