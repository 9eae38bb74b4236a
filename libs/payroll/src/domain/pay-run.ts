import { type Branded, type LocalDate, MAX_CURRENCY_DECIMALS, newId } from '@furrow/kernel';
import type { Acknowledgeable, Flag } from './flags.ts';
import { Fraction } from './money/fraction.ts';
import type { ManualEntry } from './manual-line.ts';
import type { PayPolicyState } from './terms/pay-policy.ts';
import type { CountedContainer, LineKind } from './statement.ts';
import type { Days } from './workweek.ts';

export const MAX_RUN_DAYS = 62;
/** The drafts of a company. */
export const MAX_DRAFTS = 20;
/** The flags of a run that a list shows. */
export const MAX_LISTED_FLAGS = 100;

export type PayRunId = Branded<string, 'PayRunId'>;
export const newPayRunId = (): PayRunId => newId() as PayRunId;

/** A sum of a statement as it is answered and stored; numbers are exact decimals of at most 6 places. */
export interface LineView {
  readonly kind: LineKind;
  readonly day: LocalDate | null;
  readonly sessionId: string | null;
  readonly shiftId: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly rate: number | null;
  readonly amount: number;
  /** For an adjustment: the run that it corrects. */
  readonly payRunId: string | null;
  /** Of a piece: the units that are parts of shared records. */
  readonly shared?: number;
  /** Of a manual line. */
  readonly manual?: ManualEntry;
  /** Of pieces in containers. */
  readonly containers?: readonly CountedContainer[];
}

export interface StatementView {
  readonly workerId: string;
  /** The worker's code. */
  readonly worker_id: string;
  readonly worker_name: string;
  /** On the first day of the run; left out without one. */
  readonly group?: string;
  readonly lines: readonly LineView[];
  readonly hours: Readonly<
    Record<'piece' | 'hourly' | 'nonproductive' | 'rest' | 'total' | 'overtime', number>
  >;
  readonly units: number;
  readonly regularRate: number | null;
  readonly gross: number;
}

/** The terms of a run, and its flags. */
export interface PayHead {
  readonly currency: string | null;
  /** Of workers whose group has none; null without one. */
  readonly policy: PayPolicyState | null;
  /** Those of groups; left out without any. */
  readonly groupPolicies?: readonly PayPolicyState[];
  readonly flags: readonly Flag[];
}

/** Sums over all statements; exact decimals of at most 6 places. */
export interface PayTotals {
  readonly workers: number;
  readonly hours: number;
  readonly units: number;
  readonly gross: number;
}

/** The figures of a run besides its statements. */
export interface PayResult extends PayHead {
  readonly totals: PayTotals;
}

/** What a list shows of a run: its figures as of their calculation. */
export interface ListedResult extends PayResult {
  /** The number of all flags, of which `flags` has the first. */
  readonly flagCount: number;
}

export const listedResult = ({ flags, totals, ...terms }: PayResult): ListedResult => ({
  ...{ ...termsOf(terms), flags: flags.slice(0, MAX_LISTED_FLAGS), flagCount: flags.length, totals },
});

const termsOf = ({ currency, policy, groupPolicies }: Omit<PayHead, 'flags'>) => ({
  ...{ currency, policy },
  ...(groupPolicies && { groupPolicies }),
});

/** A blocking flag that an admin has acknowledged. */
export interface Acknowledgement {
  readonly code: Acknowledgeable;
  /** The admin's idpId. */
  readonly by: string;
  /** ISO 8601, in UTC. */
  readonly at: string;
}

/** Adds up statements one by one. */
export class TotalsOfStatements {
  #workers = 0;
  #hours = Fraction.ZERO;
  #units = Fraction.ZERO;
  #gross = Fraction.ZERO;

  add(statements: readonly StatementView[]): void {
    for (const { hours, units, gross } of statements) {
      this.#workers++;
      this.#hours = this.#hours.plus(Fraction.of(hours.total.toFixed(6)));
      this.#units = this.#units.plus(Fraction.of(units.toFixed(6)));
      this.#gross = this.#gross.plus(Fraction.of(gross.toFixed(MAX_CURRENCY_DECIMALS)));
    }
  }

  get value(): PayTotals {
    return {
      workers: this.#workers,
      hours: this.#hours.toNumber(6),
      units: this.#units.toNumber(6),
      gross: this.#gross.toNumber(MAX_CURRENCY_DECIMALS),
    };
  }
}

/** Some local days, of one project or of all, whose pay is a draft or frozen. */
export interface PayRunHead extends Days {
  readonly payRunId: PayRunId;
  readonly projectId: string | null;
  readonly createdAt: Date;
  readonly frozenAt: Date | null;
  /** Empty for a draft. */
  readonly acknowledged: readonly Acknowledgement[];
}

/** Pay for these days. Immutable; a frozen run keeps its result and statements permanently. */
export interface PayRun extends PayRunHead {
  readonly result: PayResult | null;
}

/** A run in a list, with the figures of its last calculation, or null if there was none; a frozen run's are final. */
export interface ListedPayRun extends PayRunHead {
  readonly calculatedAt: Date | null;
  readonly listed: ListedResult | null;
}
