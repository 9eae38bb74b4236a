import { type FieldProblem, isLocalDate, type LocalDate, ValidationFailed } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import { amountProblems, amountText, MAX_RATE, wordProblems } from './declared-amounts.ts';

export const MINIMUM_PER = ['hour', 'day'] as const;
export const MINIMUM_BASES = ['shift', 'day', 'workweek', 'period'] as const;
export const REST_BREAKS = ['none', 'average'] as const;
// oxfmt-ignore
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const FIXED_BONUS = ['equal', 'by_units'] as const;
export const TIER_PER = ['day', 'period'] as const;
export const MAX_TIERS = 20;

const WEEK_HOURS = 168;
const DAY_HOURS = 24;
const MAX_UNIT = 50;

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

/** What units of a worker above a number earn in addition to their price. */
export interface Tier<Amount = string> {
  /** As sessions name it. */
  readonly unit: string;
  /** The time in which units are counted: a local day, or all days of a run. */
  readonly per: (typeof TIER_PER)[number];
  readonly from: Amount;
  /** For each unit above. */
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
  /** Each adds its premium by itself. */
  readonly tiers: readonly Tier<Amount>[];
}

export interface PayPolicyState extends PayTerms {
  readonly validFrom: LocalDate;
  /** Null: of workers whose group has no policy, and of those without a group. */
  readonly group: string | null;
}

/** A policy as the farm file declares it: omitted members stay as they are, and have their defaults at first. */
export interface PayPolicyDeclaration
  extends
    Withdrawable,
    Partial<
      Omit<
        PayTerms<number>,
        'overtime' | 'minimumWage' | 'minimumWageBasis' | 'restBreaks' | 'fixedBonus' | 'tiers'
      >
    > {
  readonly validFrom: string;
  readonly group?: string | null | undefined;
  readonly minimumWage?: { readonly amount: number; readonly per: string } | null | undefined;
  readonly minimumWageBasis?: string | undefined;
  readonly restBreaks?: string | undefined;
  readonly fixedBonus?: string | undefined;
  readonly tiers?:
    | readonly {
        readonly unit: string;
        readonly per: string;
        readonly from: number;
        readonly premium: number;
      }[]
    | null
    | undefined;
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
  tiers: [],
};

/** A worker's terms on each local day, for work in a project or, without one, for the day as a whole. */
export type TermsOn = (day: LocalDate, projectId?: string) => PayTerms;

export const DEFAULT_PREMIUM = 0.5;

/** How a company pays all workers or those of a group from a date on, until the next such policy. Immutable. */
export class PayPolicy {
  private constructor(readonly state: PayPolicyState) {}

  static restore(state: PayPolicyState): PayPolicy {
    return new PayPolicy(state);
  }

  /**
   * The policy of `declared.validFrom` and `declared.group` with the declared members.
   * @param before the existing policy of that date and group
   * @throws ValidationFailed naming every wrong member
   */
  static declare(declared: PayPolicyDeclaration, before?: PayPolicy): PayPolicy {
    const problems = [...problemsOf(declared)];
    if (problems.length > 0) throw new ValidationFailed(problems);
    const { validFrom, group, hourlyRate, minimumWage, nonproductiveRate, overtime, tiers, ...others } =
      declared;
    const { status: _, ...words } = others;
    const known = Object.fromEntries(
      Object.entries<string | undefined>(words).filter(([, word]) => word !== undefined),
    );
    return new PayPolicy({
      ...DEFAULT_TERMS,
      ...before?.state,
      ...known,
      validFrom: validFrom as LocalDate,
      group: group ?? null,
      ...(hourlyRate !== undefined && { hourlyRate: amountText(hourlyRate) }),
      ...(nonproductiveRate !== undefined && { nonproductiveRate: amountText(nonproductiveRate) }),
      ...(minimumWage !== undefined && { minimumWage: minimumWageOf(minimumWage) }),
      ...(overtime !== undefined && {
        overtime: overtime && {
          weeklyHours: amountText(overtime.weeklyHours ?? null),
          dailyHours: amountText(overtime.dailyHours ?? null),
          premium: amountText(overtime.premium ?? DEFAULT_PREMIUM),
        },
      }),
      ...(tiers !== undefined && { tiers: (tiers ?? []).map(tierOf) }),
    });
  }

  get validFrom(): LocalDate {
    return this.state.validFrom;
  }

  /** What distinguishes it from other policies of the company. */
  get key(): string {
    return policyKey(this.state);
  }

  /** Whether both have the same terms. */
  equals(other: PayPolicy): boolean {
    return canonical(this.state) === canonical(other.state);
  }
}

export const policyKey = ({ validFrom, group }: { validFrom: string; group?: string | null | undefined }) =>
  group === null || group === undefined ? validFrom : `${validFrom}/${group}`;

/** The same text for the same value, whatever the order of members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${name}:${canonical(member)}`).join(',')}}`;
}

export const minimumWageOf = (
  declared: { readonly amount: number; readonly per: string } | null,
): MinimumWage | null =>
  declared && ({ amount: amountText(declared.amount), per: declared.per } as MinimumWage);

const tierOf = ({ unit, per, from, premium }: NonNullable<PayPolicyDeclaration['tiers']>[number]): Tier => ({
  ...{ unit: unit.trim(), per: per as Tier['per'] },
  ...{ from: amountText(from), premium: amountText(premium) },
});

function* problemsOf(declared: PayPolicyDeclaration): Generator<FieldProblem> {
  const { validFrom, hourlyRate, minimumWage, nonproductiveRate, overtime } = declared;
  if (!isLocalDate(validFrom)) yield { field: 'validFrom', message: 'must be a date written YYYY-MM-DD' };
  yield* amountProblems('hourlyRate', hourlyRate, 0, MAX_RATE);
  yield* amountProblems('nonproductiveRate', nonproductiveRate, 0, MAX_RATE);
  yield* wordProblems('minimumWageBasis', declared.minimumWageBasis, MINIMUM_BASES);
  yield* wordProblems('restBreaks', declared.restBreaks, REST_BREAKS);
  yield* wordProblems('fixedBonus', declared.fixedBonus, FIXED_BONUS);
  yield* wordProblems('workweekStartsOn', declared.workweekStartsOn, WEEKDAYS);
  yield* minimumWageProblems(minimumWage);
  yield* tierProblems(declared.tiers ?? []);
  if (!overtime) return;
  yield* amountProblems('overtime.weeklyHours', overtime.weeklyHours, 0, WEEK_HOURS);
  yield* amountProblems('overtime.dailyHours', overtime.dailyHours, 0, DAY_HOURS);
  yield* amountProblems('overtime.premium', overtime.premium, 0, 100);
  if ((overtime.weeklyHours ?? null) === null && (overtime.dailyHours ?? null) === null)
    yield { field: 'overtime', message: 'must have weeklyHours, dailyHours or both, or be null' };
}

export function* minimumWageProblems(declared: PayPolicyDeclaration['minimumWage']): Generator<FieldProblem> {
  if (!declared) return;
  yield* amountProblems('minimumWage.amount', declared.amount, 0, MAX_RATE);
  yield* wordProblems('minimumWage.per', declared.per, MINIMUM_PER);
}

function* tierProblems(tiers: NonNullable<PayPolicyDeclaration['tiers']>): Generator<FieldProblem> {
  if (tiers.length > MAX_TIERS) yield { field: 'tiers', message: `must have at most ${MAX_TIERS} items` };
  const seen = new Set<string>();
  for (const [index, { unit, per, from, premium }] of tiers.entries()) {
    const field = (member: string) => `tiers[${index}].${member}`;
    if (unit.trim() === '' || unit.trim().length > MAX_UNIT)
      yield { field: field('unit'), message: `must have 1 to ${MAX_UNIT} characters` };
    yield* wordProblems(field('per'), per, TIER_PER);
    yield* amountProblems(field('from'), from, 0, MAX_RATE);
    yield* amountProblems(field('premium'), premium, 0, MAX_RATE);
    const same = `${unit.trim()} ${per} ${from}`;
    if (seen.has(same)) yield { field: field('from'), message: 'occurs twice for this unit and time' };
    seen.add(same);
  }
}
