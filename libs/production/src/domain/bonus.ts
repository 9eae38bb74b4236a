import { Decimal, ValidationFailed } from '@furrow/kernel';

/** `fixed` once per session, `per_unit` for each valid unit, `percent` of units × price. */
export const BONUS_TYPES = ['fixed', 'per_unit', 'percent'] as const;
export type BonusType = (typeof BONUS_TYPES)[number];

/** What a crew earns beyond the price of its units. `value` is money, or a percentage for `percent`. */
export interface Bonus {
  readonly type: BonusType;
  readonly value: number;
  readonly note: string | null;
}

/** @throws ValidationFailed */
export function bonusOf(input: { type: string; value: number; note?: string | null | undefined }): Bonus {
  const { type, value, note } = input;
  if (!(BONUS_TYPES as readonly string[]).includes(type))
    throw ValidationFailed.of('bonus.type', `must be one of ${BONUS_TYPES.join(', ')}`);
  if (!Number.isFinite(value) || value < 0)
    throw ValidationFailed.of('bonus.value', 'must be a number of at least 0');
  return { type: type as BonusType, value, note: note ?? null };
}

/** The money a bonus adds to `wage` (= units × price), exact. */
export function bonusAmount(bonus: Bonus, units: Decimal, wage: Decimal): Decimal {
  const value = new Decimal(bonus.value);
  switch (bonus.type) {
    case 'fixed':
      return value;
    case 'per_unit':
      return value.times(units);
    case 'percent':
      return wage.times(value).times('0.01'); // a division would round
  }
}
