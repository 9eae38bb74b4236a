import type { LocalDate } from '@furrow/kernel';
import type { Flag } from './flags.ts';
import type { PayPolicyState } from './pay-policy.ts';
import type { LineKind } from './statement.ts';
import type { Days } from './workweek.ts';

export const MAX_RUN_DAYS = 62;

/** A sum of a statement as it is told and kept; numbers are exact decimals of at most 6 places. */
export interface ToldLine {
  readonly kind: LineKind;
  readonly day: LocalDate | null;
  readonly sessionId: string | null;
  readonly shiftId: string | null;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly rate: number | null;
  readonly amount: number;
  /** Of an adjustment: the run that it corrects. */
  readonly payRunId: string | null;
}

export interface ToldStatement {
  readonly workerId: string;
  /** The worker's code. */
  readonly worker_id: string;
  readonly worker_name: string;
  readonly lines: readonly ToldLine[];
  readonly hours: Readonly<
    Record<'piece' | 'hourly' | 'nonproductive' | 'rest' | 'total' | 'overtime', number>
  >;
  readonly units: number;
  readonly regularRate: number | null;
  readonly gross: number;
}

/** What a run comes to. */
export interface PayResult {
  readonly currency: string | null;
  readonly policy: PayPolicyState | null;
  readonly flags: readonly Flag[];
  readonly statements: readonly ToldStatement[];
}

/** Pay for some local days, of one project or of all. Immutable; once frozen it has its result for good. */
export interface PayRun extends Days {
  readonly payRunId: string;
  readonly projectId: string | null;
  readonly createdAt: Date;
  readonly frozenAt: Date | null;
  readonly result: PayResult | null;
}
