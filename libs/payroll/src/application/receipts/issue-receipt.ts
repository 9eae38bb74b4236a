import type { Clock } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import { DEFAULT_RECEIPT_DAYS, issuedReceipt, type Receipt } from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';

/** Lets a worker see the own last days by a link, without an account. */
export class IssueReceipt {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by the user's id
   * @param badge of the worker, in place of the id
   * @throws WorkerNotFound | BadgeUnknown
   */
  async execute(
    companyId: string,
    by: string,
    { workerId, badge, days }: { workerId: string | null; badge: string | null; days: number | null },
  ): Promise<Receipt> {
    const now = this.clock.now();
    return this.transactions.run(companyId, async ({ work, receipts }) => {
      const meant = badge === null ? workerId : await work.holderOf(badge, now);
      if (meant === null || !(await work.workers([meant])).has(meant)) throw new WorkerNotFound();
      const receipt = issuedReceipt(meant, days ?? DEFAULT_RECEIPT_DAYS, now);
      await receipts.add(receipt, by);
      return receipt;
    });
  }
}
