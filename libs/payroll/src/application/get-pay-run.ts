import type { Clock } from '@furrow/kernel';
import { type PayResult, type PayRun, PayRunNotFound } from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';
import { workOutPay } from './work-out-pay.ts';

/** A run with what it comes to: now, or when it was frozen. */
export class GetPayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws PayRunNotFound | PayPolicyChanges of a draft, where a policy was stated since */
  execute(companyId: string, payRunId: string): Promise<PayRun & { readonly result: PayResult }> {
    return this.transactions.run(companyId, async (repositories) => {
      const run = await repositories.runs.find(payRunId);
      if (!run) throw new PayRunNotFound();
      return { ...run, result: run.result ?? (await workOutPay(repositories, run, this.clock)) };
    });
  }
}
