import { Decimal } from '@furrow/kernel';

const HOUR_MS = 3_600_000;
/** Before, a few boxes that were brought together would look like a crew's day. */
export const FIRST_PACE_MS = HOUR_MS / 4;

/** Valid units per hour of a session, and per hour and worker. Null within the first quarter of an hour. */
export interface Pace {
  readonly perHour: number | null;
  /** Null without workers, too. */
  readonly perHourAndWorker: number | null;
}

/**
 * @param openedAt when the session was opened
 * @param until now, or when the session ended
 * @param picked valid units as exact decimal text, and the workers who picked them
 */
export function paceOf(
  openedAt: Date,
  until: Date,
  picked: { readonly validUnits: string; readonly workerCount: number },
): Pace {
  const lasts = until.getTime() - openedAt.getTime();
  if (lasts < FIRST_PACE_MS) return { perHour: null, perHourAndWorker: null };
  const perHour = Number(picked.validUnits) / (lasts / HOUR_MS);
  const { workerCount } = picked;
  return { perHour, perHourAndWorker: workerCount === 0 ? null : perHour / workerCount };
}

/** An amount picked, in one unit. */
export interface Picked {
  /** Null where none is named. */
  readonly unit: string | null;
  readonly units: number;
}

/**
 * Sums amounts of the same thing and unit, because kilograms and boxes cannot be added, in the order of their first
 * occurrence.
 * @param ofThing tells what the amounts of an item are of
 */
export function sumPicked<Item extends { readonly unit: string | null; readonly units: number | string }>(
  items: Iterable<Item>,
  ofThing: (item: Item) => string = () => '',
): (Item & Picked)[] {
  const sums = new Map<string, { readonly first: Item; sum: Decimal }>();
  for (const item of items) {
    const key = JSON.stringify([ofThing(item), item.unit]);
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { first: item, sum: new Decimal(item.units) });
    else known.sum = known.sum.plus(item.units);
  }
  return [...sums.values()].map(({ first, sum }) => ({ ...first, units: Number(sum.toFixed()) }));
}
