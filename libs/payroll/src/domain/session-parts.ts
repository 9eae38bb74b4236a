import { textOrder } from '@furrow/kernel';
import { Fraction } from './fraction.ts';
import { roundedTogether } from './largest-remainder.ts';
import type { SessionFact, WorkFact } from './pay-facts.ts';
import type { PayTerms } from './pay-policy.ts';

/** What a session brings one of its workers. */
export interface SessionPart {
  readonly session: SessionFact;
  readonly work: WorkFact;
  readonly kind: 'piece' | 'bonus';
  readonly quantity: Fraction;
  readonly unit: string | null;
  readonly rate: Fraction;
  readonly exact: Fraction;
  /** In cents; all parts of a session sum to its amount. */
  readonly amount: Fraction;
}

export const unitsOf = (work: WorkFact): Fraction =>
  Fraction.sum(work.units.map(({ units }) => Fraction.of(units)));

/** Parts of a session, none without a price: pieces, then bonuses, each by worker id. */
export function partsOf(session: SessionFact, fixedBonus: PayTerms['fixedBonus']): SessionPart[] {
  if (session.pricePerUnit === null) return [];
  const price = Fraction.of(session.pricePerUnit);
  const workers = session.work
    .map((work) => ({ work, units: unitsOf(work) }))
    .filter(({ units }) => !units.isZero)
    .sort((a, b) => textOrder(a.work.workerId, b.work.workerId));
  const all = Fraction.sum(workers.map(({ units }) => units));
  const exact = workers.flatMap(({ work, units }) => {
    const wage = units.times(price);
    const piece = {
      ...{ session, work, kind: 'piece' as const, quantity: units, unit: session.unit, rate: price },
      exact: wage,
    };
    const share = fixedBonus === 'equal' ? Fraction.ratio(1n, BigInt(workers.length)) : units.over(all);
    return [piece, ...bonusOf(session, work, { units, wage, share })];
  });
  // Of two equal parts the one of the first worker is raised; of one worker the piece.
  const amounts = roundedTogether(exact.map((part) => part.exact));
  return exact.map((part, index) => ({ ...part, amount: amounts[index] ?? Fraction.ZERO }));
}

function bonusOf(
  session: SessionFact,
  work: WorkFact,
  { units, wage, share }: { readonly units: Fraction; readonly wage: Fraction; readonly share: Fraction },
): Omit<SessionPart, 'amount'>[] {
  if (session.bonus === null) return [];
  const value = Fraction.of(session.bonus.value);
  const told = {
    fixed: { quantity: share, unit: null, rate: value },
    per_unit: { quantity: units, unit: session.unit, rate: value },
    percent: { quantity: wage, unit: '%', rate: value.times(Fraction.of('0.01')) },
  }[session.bonus.type];
  return [{ session, work, kind: 'bonus', ...told, exact: told.quantity.times(told.rate) }];
}
