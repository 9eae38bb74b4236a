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

interface Part {
  readonly workerId: string;
  readonly units: number;
}

/** What was picked: its units, what a record says of them, and who picked how many. */
export interface Picked {
  readonly units: number;
  readonly sent: object;
  readonly parts: readonly Part[];
}

/** A record, as the API lists it. */
export interface Movement {
  readonly clientEventId: string;
  readonly units: number;
  readonly workerId: string | null;
  readonly shares: readonly Part[] | null;
  readonly container: string | null;
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
  const parts = ids.map((id, index) => ({
    workerId: id,
    units: isShared ? each * (WEIGHTS[index] ?? 1) : each,
  }));
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  const who = isShared
    ? { shares: parts.map((part, index) => ({ workerId: part.workerId, weight: WEIGHTS[index] })) }
    : { workerId };
  const isContained = container !== undefined && fits(units, container) && Math.random() < CONTAINED;
  const amount = isContained
    ? { container: container.key, gross: Number((units + (container.tare ?? 0)).toFixed(6)) }
    : { units };
  return { units, sent: { ...who, ...amount }, parts };
}

const fits = (units: number, { min, max }: Container) => units >= (min ?? 0) && units <= (max ?? Infinity);

/** Whether a record has the units, and the part of each worker, that were delivered. */
export function isStored({ units, parts, sent }: Picked, movement: Movement): boolean {
  const stored = movement.shares ?? [{ workerId: movement.workerId, units: movement.units }];
  const container = 'container' in sent ? sent.container : null;
  return (
    movement.units === units &&
    movement.container === container &&
    stored.length === parts.length &&
    parts.every((part) =>
      stored.some((each) => each.workerId === part.workerId && Math.abs(each.units - part.units) < 1e-9),
    )
  );
}

export const oneOf = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)];
