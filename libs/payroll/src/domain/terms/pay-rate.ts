import { type FieldProblem, isLocalDate, type LocalDate, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import { amountProblems, amountText, MAX_RATE } from './declared-amounts.ts';

/** For whom a rate is, from the most specific on. */
export const RATE_TARGETS = ['worker', 'position', 'group'] as const;

/** The rate of an hour of a worker, a position or a group from a local date on, as exact decimal text. */
export interface PayRateState {
  readonly validFrom: LocalDate;
  readonly of: (typeof RATE_TARGETS)[number];
  /** The worker's id, or the name of the position or group. */
  readonly target: string;
  /** Null: none of its own from this date on. */
  readonly hourlyRate: string | null;
}

/** A rate as the farm file declares it: of a worker by code or id, a position or a group. */
export interface PayRateDeclaration extends Withdrawable {
  readonly validFrom: string;
  readonly worker?: string | null | undefined;
  readonly position?: string | null | undefined;
  readonly group?: string | null | undefined;
  readonly hourlyRate: number | null;
}

export const payRateKey = ({ validFrom, of, target }: Omit<PayRateState, 'hourlyRate'>) =>
  `${validFrom}/${of}/${target}`;

/**
 * For whom a declared rate is, by the file's name of the worker.
 * @throws ValidationFailed unless it names exactly one
 */
export function rateTarget(declared: PayRateDeclaration): Pick<PayRateState, 'of' | 'target'> {
  const named = RATE_TARGETS.flatMap((of) => {
    const target = declared[of]?.trim();
    return target ? [{ of, target }] : [];
  });
  const [only, another] = named;
  if (only === undefined || another !== undefined)
    throw new ValidationFailed([
      { field: another?.of ?? 'worker', message: 'must be the only one of worker, position and group' },
    ]);
  return only;
}

/** @throws ValidationFailed naming every wrong member */
export function declaredRate(
  { validFrom, hourlyRate }: PayRateDeclaration,
  target: Pick<PayRateState, 'of' | 'target'>,
): PayRateState {
  const problems: FieldProblem[] = [...amountProblems('hourlyRate', hourlyRate, 0, MAX_RATE)];
  if (!isLocalDate(validFrom))
    problems.push({ field: 'validFrom', message: 'must be a date written YYYY-MM-DD' });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return { ...target, validFrom: validFrom as LocalDate, hourlyRate: amountText(hourlyRate) };
}
