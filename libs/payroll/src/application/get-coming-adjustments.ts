import type { Clock } from '@furrow/kernel';
import { PayRunNotFound } from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';
import { comingAdjustments, type ComingAdjustments } from './work-out-pay.ts';

/** What has changed in the days of a frozen run since, and the next run will adjust; nothing for a draft. */
export class GetComingAdjustments {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws PayRunNotFound | CalculationsBusy */
  async execute(
    companyId: string,
    payRunId: string,
  ): Promise<ComingAdjustments & { currency: string | null }> {
    const run = await this.transactions.run(companyId, ({ runs }) => runs.find(payRunId));
    if (!run) throw new PayRunNotFound();
    if (run.result === null) return { currency: null, flags: [], adjustments: [] };
    const { currency } = run.result;
    const coming = await this.transactions.calculate(companyId, 'read', (repositories) =>
      comingAdjustments(repositories, run, this.clock),
    );
    return { currency, ...coming };
  }
}
