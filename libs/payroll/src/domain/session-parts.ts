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

/** Whether all units of a session have a price. */
export const isPriced = ({ pricePerUnit, work }: Pick<SessionFact, 'pricePerUnit' | 'work'>): boolean =>
  work.every(({ units }) => units.every(({ price = pricePerUnit }) => price !== null));

/** Units of a worker that have one price. */
interface PricedUnits {
  readonly work: WorkFact;
  readonly units: Fraction;
  readonly price: Fraction;
}

/** The highest price first. */
function byPrice({ work, units }: Picked, pricePerUnit: string | null): PricedUnits[] {
  if (pricePerUnit !== null && work.units.every(({ price }) => price === undefined))
    return [{ work, units, price: Fraction.of(pricePerUnit) }];
  const groups = Map.groupBy(work.units, ({ price = pricePerUnit }) => Fraction.of(price ?? '0').toText(12));
  return [...groups]
    .map(([price, own]) => ({ work: { workerId: work.workerId, units: own }, price: Fraction.of(price) }))
    .map((each) => ({ ...each, units: unitsOf(each.work) }))
    .filter((each) => !each.units.isZero)
    .sort((a, b) => b.price.compare(a.price));
}

/** The parts of a session, none while any of its units has no price: by worker id, pieces before bonuses. */
export function partsOf(
  { sessionId, projectId, day, unit, pricePerUnit, bonus }: Omit<SessionFact, 'work'>,
  picked: readonly Picked[],
  fixedBonus: PayTerms['fixedBonus'],
  decimals: number,
): SessionPart[] {
  if (!isPriced({ pricePerUnit, work: picked.map(({ work }) => work) })) return [];
  const workers = picked
    .filter(({ units }) => !units.isZero)
    .sort((a, b) => textOrder(a.work.workerId, b.work.workerId));
  const all = Fraction.sum(workers.map(({ units }) => units));
  const value = bonus && Fraction.of(bonus.value);
  const parts = workers.flatMap((worker): PartTerms[] => {
    const priced = byPrice(worker, pricePerUnit);
    const pieces = priced.map(({ work, units, price }): PartTerms => ({
      work,
      kind: 'piece',
      quantity: units,
      unit,
      rate: price,
    }));
    if (bonus === null || value === null) return pieces;
    const { work, units } = worker;
    if (bonus.type === 'per_unit')
      return [...pieces, { work, kind: 'bonus', quantity: units, unit, rate: value }];
    if (bonus.type === 'percent')
      // It is earned where the money of each price was.
      return [
        ...pieces,
        ...priced.map((each): PartTerms => ({
          ...{ work: each.work, kind: 'bonus', quantity: each.units.times(each.price), unit: '%' },
          rate: value.times(PERCENT),
        })),
      ];
    const share = fixedBonus === 'equal' ? Fraction.ratio(1n, BigInt(workers.length)) : units.over(all);
    return [...pieces, { work, kind: 'bonus', quantity: share, unit: null, rate: value }];
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
