import type { Clock } from '@furrow/kernel';
import { type PayRun, PayRunNotFound } from '../domain/index.ts';
import type { PayrollRepositories, PayrollTransactions } from './ports.ts';
import { type Pay, payNow } from './work-out-pay.ts';

/** A run with its figures, as of now or as of its freezing. */
export class GetPayRun {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param read receives the figures, to be read within the transaction
   * @throws PayRunNotFound | PayPolicyChanges for a draft, if a policy was declared since
   */
  execute<T>(companyId: string, payRunId: string, read: (run: PayRun, pay: Pay) => Promise<T>): Promise<T> {
    return this.transactions.run(companyId, async (repositories) => {
      const run = await repositories.runs.find(payRunId);
      if (!run) throw new PayRunNotFound();
      return read(run, await payOf(repositories, run, this.clock));
    });
  }
}

/** The figures of a run, as of now or as of its freezing. */
export async function payOf(repositories: PayrollRepositories, run: PayRun, clock: Clock): Promise<Pay> {
  if (run.result === null) return payNow(repositories, run, clock);
  const { currency, policy, flags } = run.result;
  const statements = repositories.runs.statements(run.payRunId);
  return { currency, policy, workOut: () => Promise.resolve({ flags, statements }) };
}
