import { Decimal, ValidationFailed } from '@furrow/kernel';
import { ShareRepeated } from '../errors.ts';
import { MAX_SHARES, MIN_SHARES, partedWhole } from './parting.ts';

export const MAX_WEIGHT = 100;
/** Of units and of weights. */
export const PART_DECIMALS = 6;

/** A worker's share of a record, as a phone sends it. */
export interface SentShare {
  /** Null: the worker who had the badge at `recordedAt`. */
  readonly workerId: string | null;
  readonly badge: string | null;
  /** Exact decimal text, above 0. */
  readonly weight: string;
}

/** One of the workers who picked a record together. */
export interface Sharer {
  readonly workerId: string;
  readonly workerName: string;
  /** The badge by which the share was sent, in place of a worker. */
  readonly badge: string | null;
  readonly weight: string;
}

/** The part of a record's units that counts for one worker. */
export interface RecordShare extends Sharer {
  /** Exact decimal text; negative for a void. */
  readonly units: string;
}

const PLAIN = /^(\d+)(?:\.(\d{0,6})0*)?$/;

/** Decimal text as a whole number of millionths; undefined if it is negative or finer. Most text is plain, and quickly read. */
function millionths(text: string): bigint | undefined {
  const [, whole, decimals = ''] = PLAIN.exec(text) ?? PLAIN.exec(new Decimal(text).toFixed()) ?? [];
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(PART_DECIMALS, '0'));
}

/** Units have at most 13 digits, fewer than a number has. */
const textOf = (whole: bigint): string => String(Number(whole) / 10 ** PART_DECIMALS);

/**
 * Parts the units of a record by weight, to 6 decimals, by largest remainder.
 * @param units above 0, with at most 6 decimals
 * @returns the parts in the order of the sharers
 * @throws ValidationFailed | ShareRepeated
 */
export function parted(units: string, sharers: readonly Sharer[]): RecordShare[] {
  checkSharers(sharers);
  const weighed = sharers.map((sharer, index) => {
    return { workerId: sharer.workerId, weight: checkedWeight(sharer, index) };
  });
  const parts = partedWhole(millionths(units) ?? 0n, weighed);
  return sharers.map((sharer, index) => ({ ...sharer, units: textOf(parts[index] ?? 0n) }));
}

/**
 * Whether `sent` are these shares again, in any order. As with records, badges are compared by their codes, because another
 * worker may have the badge by now.
 * @param sent with the worker, where the badge had one at its instant
 */
export function isSameShares(
  sent: readonly SentShare[] | null,
  kept: readonly RecordShare[] | null,
): boolean {
  if (sent === null || kept === null) return sent === kept;
  const matched = sent.map((share) =>
    kept.find((each) => isSameSharer(share, each) && new Decimal(share.weight).eq(each.weight)),
  );
  return sent.length === kept.length && new Set(matched).size === kept.length && !matched.includes(undefined);
}

const isSameSharer = (sent: SentShare, kept: RecordShare) =>
  sent.badge !== null && kept.badge !== null ? sent.badge === kept.badge : sent.workerId === kept.workerId;

function checkSharers(sharers: readonly Sharer[]): void {
  if (sharers.length < MIN_SHARES || sharers.length > MAX_SHARES)
    throw ValidationFailed.of('shares', `must have ${MIN_SHARES} to ${MAX_SHARES} shares`);
  const repeated = sharers.findIndex(({ workerId }, index) =>
    sharers.slice(0, index).some((before) => before.workerId === workerId),
  );
  if (repeated !== -1) throw new ShareRepeated(repeated);
}

/** In millionths. @throws ValidationFailed */
function checkedWeight({ weight: sent }: Sharer, index: number): bigint {
  const weight = millionths(sent);
  if (weight === undefined || weight <= 0n || weight > MOST_WEIGHT)
    throw ValidationFailed.of(
      `shares[${index}].weight`,
      `must be above 0, at most ${MAX_WEIGHT} and have at most ${PART_DECIMALS} decimals`,
    );
  return weight;
}

const MOST_WEIGHT = BigInt(MAX_WEIGHT) * 10n ** BigInt(PART_DECIMALS);
