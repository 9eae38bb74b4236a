import { type Branded, Decimal, newId, ValidationFailed } from '@furrow/kernel';
import type { Bonus } from '../bonus.ts';
import { MAX_UNITS, UNIT_DECIMALS } from './record.ts';

export type CorrectionId = Branded<string, 'CorrectionId'>;
export const newCorrectionId = (): CorrectionId => newId() as CorrectionId;

/** What the office changes in a record. */
export interface RecordCorrection {
  readonly recordId: string;
  /** Exact decimal text; 0 takes the record back. */
  readonly units: string;
  /** Null: as it was. */
  readonly qualityId: string | null;
  readonly reason: string;
  readonly clientEventId: string;
}

/** What the office changed, why, and who did it. It is never changed or deleted. */
export interface Correction {
  readonly correctionId: CorrectionId;
  readonly sessionId: string;
  /** Of a record: what was asked for, and the record in its place; null for a session, or if it was taken back. */
  readonly record: (RecordCorrection & { readonly replacementId: string | null }) | null;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
}

/** @throws ValidationFailed */
export function checkCorrectedUnits(units: string): void {
  const value = new Decimal(units);
  if (value.lt(0) || value.gt(MAX_UNITS) || !value.round(UNIT_DECIMALS).eq(value))
    throw ValidationFailed.of(
      'units',
      `must be from 0 to ${MAX_UNITS} and have at most ${UNIT_DECIMALS} decimals`,
    );
}

/**
 * A fixed bonus is an amount, and amounts have the decimals of their currency; prices and rates may have more. One with
 * more, with which the session was opened, may be sent again, with another note.
 * @throws ValidationFailed
 */
export function checkCorrectedBonus({ type, value }: Bonus, before: Bonus | null, decimals: number): void {
  const amount = new Decimal(value);
  const isSame = before?.type === type && before.value === value;
  if (type === 'fixed' && !isSame && !amount.round(decimals).eq(amount))
    throw ValidationFailed.of(
      'bonus.value',
      `must have at most ${decimals} decimals, as amounts in the currency of the company have`,
    );
}

/** Whether both ask for the same. */
export const isSameCorrection = (a: RecordCorrection, b: RecordCorrection): boolean =>
  a.recordId.toLowerCase() === b.recordId.toLowerCase() &&
  new Decimal(a.units).eq(b.units) &&
  a.qualityId === b.qualityId &&
  a.reason === b.reason;
