import type { Clock } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import type { Receipt } from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';

/** The receipts whose links still work. */
export class ListReceipts {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The latest ones of a worker, or of all.
   * @throws WorkerNotFound
   */
  execute(companyId: string, workerId: string | null): Promise<Receipt[]> {
    return this.transactions.run(companyId, async ({ work, receipts }) => {
      if (workerId !== null && !(await work.workers([workerId])).has(workerId)) throw new WorkerNotFound();
      return receipts.valid(workerId, this.clock.now());
    });
  }
}
