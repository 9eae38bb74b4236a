import { Decimal, type FieldProblem, isLocalDate, type LocalDate, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';

export const MINIMUM_PER = ['hour', 'day'] as const;
export const MINIMUM_BASES = ['shift', 'day', 'workweek', 'period'] as const;
export const REST_BREAKS = ['none', 'average'] as const;
// oxfmt-ignore
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const FIXED_BONUS = ['equal', 'by_units'] as const;

const MAX_RATE = 1_000_000_000;
const RATE_DECIMALS = 6;
const WEEK_HOURS = 168;
const DAY_HOURS = 24;

export interface MinimumWage<Amount = string> {
  readonly amount: Amount;
  readonly per: (typeof MINIMUM_PER)[number];
}

/** Hours beyond either limit are overtime; null: none are. */
export interface Overtime<Amount = string> {
  readonly weeklyHours: Amount | null;
  readonly dailyHours: Amount | null;
  /** In addition to the regular rate, as a share of it: 0.5 adds half of it. */
  readonly premium: Amount;
}

/** How a company pays from a local date on. Amounts are exact decimal text in the company's currency. */
export interface PayTerms<Amount = string> {
  /** For hourly shifts; null: the minimum wage per hour. */
  readonly hourlyRate: Amount | null;
  readonly minimumWage: MinimumWage<Amount> | null;
  /** The period over which the minimum wage is compared. */
  readonly minimumWageBasis: (typeof MINIMUM_BASES)[number];
  /** For nonproductive shifts; null: the minimum wage per hour. */
  readonly nonproductiveRate: Amount | null;
  /** `average`: rests are paid separately, at the average of the workweek. */
  readonly restBreaks: (typeof REST_BREAKS)[number];
  readonly overtime: Overtime<Amount> | null;
  readonly workweekStartsOn: string;
  /** How a session's `fixed` bonus is shared. */
  readonly fixedBonus: (typeof FIXED_BONUS)[number];
}

export interface PayPolicyState extends PayTerms {
  readonly validFrom: LocalDate;
}

/** A policy as the farm file declares it: omitted members stay as they are, and have their defaults at first. */
export interface PayPolicyDeclaration
  extends
    Withdrawable,
    Partial<
      Omit<PayTerms<number>, 'overtime' | 'minimumWage' | 'minimumWageBasis' | 'restBreaks' | 'fixedBonus'>
    > {
  readonly validFrom: string;
  readonly minimumWage?: { readonly amount: number; readonly per: string } | null | undefined;
  readonly minimumWageBasis?: string | undefined;
  readonly restBreaks?: string | undefined;
  readonly fixedBonus?: string | undefined;
  readonly overtime?:
    | {
        readonly weeklyHours?: number | null;
        readonly dailyHours?: number | null;
        readonly premium?: number;
      }
    | null
    | undefined;
}

export const DEFAULT_TERMS: PayTerms = {
  hourlyRate: null,
  minimumWage: null,
  minimumWageBasis: 'shift',
  nonproductiveRate: null,
  restBreaks: 'none',
  overtime: null,
  workweekStartsOn: 'monday',
  fixedBonus: 'equal',
};
/** The terms of each local day, because a policy may change inside a workweek. */
export type TermsOn = (day: LocalDate) => PayTerms;

export const DEFAULT_PREMIUM = 0.5;

/** How a company pays from a date on, until the next policy begins. Immutable. */
export class PayPolicy {
  private constructor(readonly state: PayPolicyState) {}

  static restore(state: PayPolicyState): PayPolicy {
    return new PayPolicy(state);
  }

  /**
   * The policy of `declared.validFrom` with the declared members.
   * @param before the existing policy of that date
   * @throws ValidationFailed naming every wrong member
   */
  static declare(declared: PayPolicyDeclaration, before?: PayPolicy): PayPolicy {
    const problems = [...problemsOf(declared)];
    if (problems.length > 0) throw new ValidationFailed(problems);
    const { validFrom, hourlyRate, minimumWage, nonproductiveRate, overtime, status: _, ...words } = declared;
    const known = Object.fromEntries(
      Object.entries<string | undefined>(words).filter(([, word]) => word !== undefined),
    );
    return new PayPolicy({
      ...DEFAULT_TERMS,
      ...before?.state,
      ...known,
      validFrom: validFrom as LocalDate,
      ...(hourlyRate !== undefined && { hourlyRate: textOf(hourlyRate) }),
      ...(nonproductiveRate !== undefined && { nonproductiveRate: textOf(nonproductiveRate) }),
      ...(minimumWage !== undefined && {
        minimumWage: minimumWage && ({ ...minimumWage, amount: textOf(minimumWage.amount) } as MinimumWage),
      }),
      ...(overtime !== undefined && {
        overtime: overtime && {
          weeklyHours: textOf(overtime.weeklyHours ?? null),
          dailyHours: textOf(overtime.dailyHours ?? null),
          premium: textOf(overtime.premium ?? DEFAULT_PREMIUM),
        },
      }),
    });
  }

  get validFrom(): LocalDate {
    return this.state.validFrom;
  }

  /** Whether both have the same terms. */
  equals(other: PayPolicy): boolean {
    return JSON.stringify(ordered(this.state)) === JSON.stringify(ordered(other.state));
  }
}

const ordered = (state: PayPolicyState) => [
  state.validFrom,
  ...(Object.keys(DEFAULT_TERMS) as (keyof PayTerms)[]).map((name) => {
    const value = state[name];
    return value !== null && typeof value === 'object'
      ? Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : value;
  }),
];

function textOf(amount: number): string;
function textOf(amount: number | null): string | null;
function textOf(amount: number | null): string | null {
  return amount === null ? null : new Decimal(amount).toFixed();
}

function* problemsOf(declared: PayPolicyDeclaration): Generator<FieldProblem> {
  const { validFrom, hourlyRate, minimumWage, nonproductiveRate, overtime } = declared;
  if (!isLocalDate(validFrom)) yield { field: 'validFrom', message: 'must be a date written YYYY-MM-DD' };
  yield* amount('hourlyRate', hourlyRate, 0, MAX_RATE);
  yield* amount('nonproductiveRate', nonproductiveRate, 0, MAX_RATE);
  yield* word('minimumWageBasis', declared.minimumWageBasis, MINIMUM_BASES);
  yield* word('restBreaks', declared.restBreaks, REST_BREAKS);
  yield* word('fixedBonus', declared.fixedBonus, FIXED_BONUS);
  yield* word('workweekStartsOn', declared.workweekStartsOn, WEEKDAYS);
  if (minimumWage) {
    yield* amount('minimumWage.amount', minimumWage.amount, 0, MAX_RATE);
    yield* word('minimumWage.per', minimumWage.per, MINIMUM_PER);
  }
  if (!overtime) return;
  yield* amount('overtime.weeklyHours', overtime.weeklyHours, 0, WEEK_HOURS);
  yield* amount('overtime.dailyHours', overtime.dailyHours, 0, DAY_HOURS);
  yield* amount('overtime.premium', overtime.premium, 0, 100);
  if ((overtime.weeklyHours ?? null) === null && (overtime.dailyHours ?? null) === null)
    yield { field: 'overtime', message: 'must have weeklyHours, dailyHours or both, or be null' };
}

function* amount(
  field: string,
  value: number | null | undefined,
  min: number,
  max: number,
): Generator<FieldProblem> {
  if (value === null || value === undefined) return;
  const fits = Number.isFinite(value) && value >= min && value <= max;
  if (!fits || !new Decimal(value).round(RATE_DECIMALS).eq(value))
    yield {
      field,
      message: `must be a number from ${min} to ${max.toLocaleString('en-US')} with at most ${RATE_DECIMALS} decimals`,
    };
}

function* word(
  field: string,
  value: string | undefined,
  allowed: readonly string[],
): Generator<FieldProblem> {
  if (value !== undefined && !allowed.includes(value))
    yield { field, message: `must be one of: ${allowed.join(', ')}` };
}
