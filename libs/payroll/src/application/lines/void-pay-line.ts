import type { Clock } from '@furrow/kernel';
import { type ManualLine, type Office, PayLineIsVoid, PayLineNotFound } from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';

export interface VoidPayLineInput {
  readonly payLineId: string;
  readonly reason: string | null;
}

/** Voids a manual line by a counter-movement, which the next run pays if a frozen run has paid the line. */
export class VoidPayLine {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @returns the counter-movement; a repeat returns the same. @throws PayLineNotFound | PayLineIsVoid */
  execute(companyId: string, by: Office, { payLineId, reason }: VoidPayLineInput): Promise<ManualLine> {
    return this.transactions.run(companyId, async ({ lines }) => {
      const found = await lines.lock(payLineId);
      if (!found) throw new PayLineNotFound();
      if (found.isCounter) throw new PayLineIsVoid();
      const before = await lines.counterOf(payLineId);
      if (before) return before;
      const { line, counter } = found.voided(by, reason, this.clock.now());
      await lines.void(line, counter);
      return counter;
    });
  }
}
