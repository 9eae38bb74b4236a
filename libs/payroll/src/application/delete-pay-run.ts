import { PayRunFrozen, PayRunNotFound } from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';

/** Deletes a draft. */
export class DeletePayRun {
  constructor(private readonly transactions: PayrollTransactions) {}

  /** @throws PayRunNotFound | PayRunFrozen */
  execute(companyId: string, payRunId: string): Promise<void> {
    return this.transactions.run(companyId, async ({ runs }) => {
      await runs.holdFreezes();
      if (await runs.deleteDraft(payRunId)) return;
      throw (await runs.find(payRunId)) ? new PayRunFrozen() : new PayRunNotFound();
    });
  }
}
