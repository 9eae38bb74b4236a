import type { Clock } from '@furrow/kernel';
import { ShiftNotFound } from '../domain/index.ts';
import type { WorkforceTransactions } from './ports.ts';

/** Voids a shift: it stays on file and no longer counts. A repeat has no effect. */
export class VoidShift {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ShiftNotFound */
  execute(companyId: string, shiftId: string, reason: string | null): Promise<void> {
    return this.transactions.run(companyId, async ({ shifts }) => {
      const shift = await shifts.lock(shiftId);
      if (!shift) throw new ShiftNotFound();
      if (shift.void(reason, this.clock.now())) await shifts.update(shift);
    });
  }
}
