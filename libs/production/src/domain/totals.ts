import { Decimal } from '@furrow/kernel';
import { type Bonus, bonusAmount } from './bonus.ts';

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
  const wage = units.times(pricePerUnit);
  const total = bonus === null ? wage : wage.plus(bonusAmount(bonus, units, wage));
  return total.round(decimals, Decimal.roundHalfUp).toFixed();
}
