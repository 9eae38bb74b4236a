import { textOrder } from '@furrow/kernel';
import { Fraction } from './money/fraction.ts';
import { roundedTogether } from './money/largest-remainder.ts';
import type { SessionFact, WorkFact } from './pay-facts.ts';
import type { PayTerms } from './terms/pay-policy.ts';

/** The valid units of one worker in a session, and their sum. */
export interface Picked {
  readonly work: WorkFact;
  readonly units: Fraction;
}

/** What a worker's units in a session earn; it belongs to the shifts in which these were recorded. */
export interface EarnedPart {
  /** Without the work of all workers. */
  readonly session: Pick<SessionFact, 'sessionId' | 'day' | 'projectId'>;
  readonly work: WorkFact;
  readonly exact: Fraction;
}

/**
 * What a worker earns in a session. A run has one for each day of each worker, so a part stores little: the rest is
 * derived when it is needed.
 */
export class SessionPart implements EarnedPart {
  constructor(
    readonly session: EarnedPart['session'],
    readonly work: WorkFact,
    readonly kind: 'piece' | 'bonus',
    readonly quantity: Fraction,
    readonly unit: string | null,
    readonly rate: Fraction,
    private readonly rounded: bigint,
    private readonly decimals: number,
  ) {}

  get exact(): Fraction {
    return this.quantity.times(this.rate);
  }

  /** The units of a piece that are parts of shared records; null if there are none. */
  get shared(): Fraction | null {
    if (this.kind !== 'piece') return null;
    const shared = Fraction.sum(this.work.units.map((each) => Fraction.of(each.shared ?? '0')));
    return shared.isZero ? null : shared;
  }

  /** With the currency's decimals; all parts of a session add up to its rounded amount. */
  get amount(): Fraction {
    return Fraction.units(this.rounded, this.decimals);
  }
}

export const unitsOf = (work: WorkFact): Fraction =>
  Fraction.sum(work.units.map(({ units }) => Fraction.of(units)));

/** The units of each worker of a session. */
export const pickedIn = ({ work }: SessionFact): Picked[] =>
  work.map((each) => ({ work: each, units: unitsOf(each) }));

/** The parts of a session, none without a price: pieces, then bonuses, each by worker id. */
export function partsOf(
  { sessionId, projectId, day, unit, pricePerUnit, bonus }: Omit<SessionFact, 'work'>,
  picked: readonly Picked[],
  fixedBonus: PayTerms['fixedBonus'],
  decimals: number,
): SessionPart[] {
  if (pricePerUnit === null) return [];
  const price = Fraction.of(pricePerUnit);
  const workers = picked
    .filter(({ units }) => !units.isZero)
    .sort((a, b) => textOrder(a.work.workerId, b.work.workerId));
  const all = Fraction.sum(workers.map(({ units }) => units));
  const value = bonus && Fraction.of(bonus.value);
  const parts = workers.flatMap(({ work, units }): PartTerms[] => {
    const piece: PartTerms = { work, kind: 'piece', quantity: units, unit, rate: price };
    if (bonus === null || value === null) return [piece];
    const terms = { work, kind: 'bonus' } as const;
    if (bonus.type === 'per_unit') return [piece, { ...terms, quantity: units, unit, rate: value }];
    if (bonus.type === 'percent') {
      const rate = value.times(PERCENT);
      return [piece, { ...terms, quantity: units.times(price), unit: '%', rate }];
    }
    const share = fixedBonus === 'equal' ? Fraction.ratio(1n, BigInt(workers.length)) : units.over(all);
    return [piece, { ...terms, quantity: share, unit: null, rate: value }];
  });
  // Of two equal parts that of the first worker is rounded up; of one worker's, the pieces.
  const amounts = parts.map(({ quantity, rate }) => quantity.times(rate));
  const rounded = roundedTogether(amounts, decimals);
  const session = { sessionId, projectId, day };
  return parts.map(
    ({ work, kind, quantity, unit, rate }, index) =>
      new SessionPart(session, work, kind, quantity, unit, rate, rounded[index] ?? 0n, decimals),
  );
}

type PartTerms = Pick<SessionPart, 'work' | 'kind' | 'quantity' | 'unit' | 'rate'>;
const PERCENT = Fraction.of('0.01');
