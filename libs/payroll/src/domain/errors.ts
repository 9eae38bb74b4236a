import { DomainError, type LocalDate } from '@furrow/kernel';
import type { Flag } from './flags.ts';

export class PayRunNotFound extends DomainError {
  override readonly code = 'pay_run_not_found';
  constructor() {
    super('There is no such pay run in your company.');
  }
}

export class ReceiptNotFound extends DomainError {
  override readonly code = 'receipt_not_found';
  constructor() {
    super('There is no such link to the days of a worker, or it has expired or was revoked.');
  }
}

export class PayStatementNotFound extends DomainError {
  override readonly code = 'pay_statement_not_found';
  constructor() {
    super('The pay run has no statement of this worker.');
  }
}

export class PayPolicyChanges extends DomainError {
  override readonly code = 'pay_policy_changes';
  /** @param cutAt the first day of the next policy */
  constructor(readonly cutAt: LocalDate) {
    super(
      `Another pay policy begins on ${cutAt}: end one run on the day before, and begin another on that day.`,
      {
        cutAt,
      },
    );
  }
}

export class PayRunBlocked extends DomainError {
  override readonly code = 'pay_run_blocked';
  constructor(flags: readonly Flag[]) {
    super('The pay run has flags that prevent freezing; it stays a draft.', { flags });
  }
}

export class PayRunOverlaps extends DomainError {
  override readonly code = 'pay_run_overlaps';
  constructor(payRunId: string) {
    super('Another frozen run covers a day and project of this one.', { payRunId });
  }
}

export class TooManyDrafts extends DomainError {
  override readonly code = 'too_many_drafts';
  constructor(limit: number) {
    super(`A company has at most ${limit} drafts: freeze or delete one first.`, { limit });
  }
}

/** Other calculations of the company did not end in time. */
export class CalculationsBusy extends DomainError {
  override readonly code = 'overloaded';
  constructor() {
    super('Pay of your company is being calculated right now; try again in a moment.');
  }
}

export class PayRunFrozen extends DomainError {
  override readonly code = 'pay_run_frozen';
  constructor() {
    super('The pay run is frozen and cannot be changed.');
  }
}

export class PayLineNotFound extends DomainError {
  override readonly code = 'pay_line_not_found';
  constructor() {
    super('There is no such manual line in your company.');
  }
}

/** A counter-movement cannot be voided; state the amount anew instead. */
export class PayLineIsVoid extends DomainError {
  override readonly code = 'pay_line_is_void';
  constructor() {
    super('The line takes back another one and cannot be voided; state the amount again instead.');
  }
}
