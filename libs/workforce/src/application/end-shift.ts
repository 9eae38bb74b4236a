import type { Clock } from '@furrow/kernel';
import { type Break, ShiftNotFound } from '../domain/index.ts';
import type { WorkforceTransactions } from './ports.ts';

export interface EndShiftInput {
  readonly endedAt: Date;
  /** All breaks of the shift; null keeps those that were sent before. */
  readonly breaks: readonly Break[] | null;
}

/** Ends a running shift; a repeat answers the same and changes nothing. */
export class EndShift {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShiftNotFound | ValidationFailed | ShiftEnded | ShiftIsVoid | EndsInFuture | ShiftTooLong */
  execute(companyId: string, shiftId: string, end: EndShiftInput): Promise<void> {
    return this.transactions.run(companyId, async ({ shifts }) => {
      const shift = await shifts.lock(shiftId);
      if (!shift) throw new ShiftNotFound();
      if (shift.end(end.endedAt, end.breaks, this.clock.now())) await shifts.update(shift);
    });
  }
}
