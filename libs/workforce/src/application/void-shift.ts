import type { Clock } from '@furrow/kernel';
import { PaidByFrozenRun } from '@furrow/kernel/errors';
import { ShiftNotFound } from '../domain/index.ts';
import type { WorkforceTransactions } from './ports.ts';

export interface VoidShiftInput {
  readonly shiftId: string;
  readonly reason: string | null;
  /** True for admins, who alone void what a frozen pay run has paid. */
  readonly voidsPaid: boolean;
}

/** Voids a shift: it stays on file and no longer counts. A repeat has no effect. */
export class VoidShift {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShiftNotFound | PaidByFrozenRun */
  execute(companyId: string, { shiftId, reason, voidsPaid }: VoidShiftInput): Promise<void> {
    return this.transactions.run(companyId, async ({ shifts, paid }) => {
      await paid.holdFreezes();
      const shift = await shifts.lock(shiftId);
      if (!shift) throw new ShiftNotFound();
      const { voidedAt, localDate, projectId } = shift.state;
      if (voidedAt !== null) return;
      const paidBy = voidsPaid ? undefined : await paid.paidBy(localDate, projectId);
      if (paidBy !== undefined) throw new PaidByFrozenRun(paidBy);
      if (shift.void(reason, this.clock.now())) await shifts.update(shift);
    });
  }
}
