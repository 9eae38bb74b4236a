import { Decimal } from '@furrow/kernel';
import { type Bonus, bonusAmount } from './bonus.ts';
import type { PricedRecord, SessionPrices } from './prices/price-list.ts';

/** Sums of a session's movements, as its tallies hold them. Units are exact decimal text. */
export interface MovementSums {
  /** Units of additions that were not voided. */
  readonly validUnits: string;
  /** All units, the negative ones of counter-movements included. */
  readonly netUnits: string;
  /** Additions, voided ones included. */
  readonly recordCount: number;
  readonly voidedCount: number;
  /** Workers with at least one record, including those whose records are all voided. */
  readonly workerCount: number;
}

/** Valid units of a session that have one price. */
export interface UnitsOfKind extends PricedRecord {
  /** Exact decimal text. */
  readonly units: string;
}

export const NO_MOVEMENTS: MovementSums = {
  validUnits: '0',
  netUnits: '0',
  recordCount: 0,
  voidedCount: 0,
  workerCount: 0,
};

/**
 * The value of the session: valid units × price plus the bonus, rounded half up, at the current price and bonus. Null
 * without a price.
 * @param decimals of amounts in the company's currency
 */
export function amountOf(
  validUnits: string,
  pricePerUnit: string | null,
  bonus: Bonus | null,
  decimals: number,
): string | null {
  if (pricePerUnit === null) return null;
  const units = new Decimal(validUnits);
  return withBonus(units, units.times(pricePerUnit), bonus, decimals);
}

/**
 * The same where records have prices of their own. Null while any valid units have none.
 */
export function amountByPrices(
  picked: readonly UnitsOfKind[],
  prices: SessionPrices,
  { pricePerUnit, bonus }: { readonly pricePerUnit: string | null; readonly bonus: Bonus | null },
  decimals: number,
): string | null {
  let [units, wage] = [new Decimal(0), new Decimal(0)];
  const valid = picked.filter((each) => !new Decimal(each.units).eq(0));
  if (valid.length === 0) return amountOf('0', pricePerUnit, bonus, decimals);
  for (const kind of valid) {
    const price = prices.priceOf(kind);
    if (price === null) return null;
    units = units.plus(kind.units);
    wage = wage.plus(new Decimal(kind.units).times(price));
  }
  return withBonus(units, wage, bonus, decimals);
}

function withBonus(units: Decimal, wage: Decimal, bonus: Bonus | null, decimals: number): string {
  const total = bonus === null ? wage : wage.plus(bonusAmount(bonus, units, wage));
  return total.round(decimals, Decimal.roundHalfUp).toFixed();
}
