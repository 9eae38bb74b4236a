import type { Clock, PageRequest } from '@furrow/kernel';
import { PayPolicyChanges, type PayRun } from '../domain/index.ts';
import { payOf } from './get-pay-run.ts';
import type { PayrollRepositories, PayrollTransactions } from './ports.ts';
import type { Pay } from './work-out-pay.ts';

/** The company's runs, latest first. */
export class ListPayRuns {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param read receives one run after the other with its figures, to be read before the next one comes
   * @returns the number of runs
   */
  async execute(
    companyId: string,
    request: PageRequest,
    read: (run: PayRun, pay: Pay) => Promise<void>,
  ): Promise<number> {
    const { items, total } = await this.transactions.run(companyId, ({ runs }) => runs.page(request));
    // One transaction per run, because a whole page may take long. A run deleted meanwhile is left out.
    for (const { payRunId } of items)
      await this.transactions.run(companyId, async (repositories) => {
        const run = await repositories.runs.find(payRunId);
        if (run) await read(run, await this.#payOf(repositories, run));
      });
    return total;
  }

  /** A draft that a change of policy has made impossible is returned with that error. */
  async #payOf(repositories: PayrollRepositories, run: PayRun): Promise<Pay> {
    try {
      return await payOf(repositories, run, this.clock);
    } catch (error) {
      if (!(error instanceof PayPolicyChanges)) throw error;
      const currency = await repositories.work.currency();
      const flags = [{ code: 'pay_policy_changes', day: error.cutAt }] as const;
      const workOut = () => Promise.resolve({ flags, statements: nothing() });
      return { currency, policy: null, workOut };
    }
  }
}

async function* nothing() {}
