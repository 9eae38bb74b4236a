import { Decimal, type FieldProblem } from '@furrow/kernel';

export const MAX_RATE = 1_000_000_000;
const DECIMALS = 6;

/** The problems of a number of the farm file. */
export function* amountProblems(
  field: string,
  value: number | null | undefined,
  min: number,
  max: number,
): Generator<FieldProblem> {
  if (value === null || value === undefined) return;
  const fits = Number.isFinite(value) && value >= min && value <= max;
  if (!fits || !new Decimal(value).round(DECIMALS).eq(value))
    yield {
      field,
      message: `must be a number from ${min} to ${max.toLocaleString('en-US')} with at most ${DECIMALS} decimals`,
    };
}

export function* wordProblems(
  field: string,
  value: string | undefined,
  allowed: readonly string[],
): Generator<FieldProblem> {
  if (value !== undefined && !allowed.includes(value))
    yield { field, message: `must be one of: ${allowed.join(', ')}` };
}

/** A number as exact decimal text. */
export function amountText(amount: number): string;
export function amountText(amount: number | null): string | null;
export function amountText(amount: number | null): string | null {
  return amount === null ? null : new Decimal(amount).toFixed();
}
