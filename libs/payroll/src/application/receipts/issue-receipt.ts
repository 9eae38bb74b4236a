import type { Clock } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import { DEFAULT_RECEIPT_DAYS, issuedReceipt, type Receipt } from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';

/** The worker is named by an id or by a badge. */
export interface IssueReceiptInput {
  readonly workerId: string | null;
  readonly badge: string | null;
  /** Null: as many as usual. */
  readonly days: number | null;
}

/** Lets a worker see the own last days by a link, without an account. */
export class IssueReceipt {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @param by the user's id
   * @throws WorkerNotFound | BadgeUnknown
   */
  async execute(
    companyId: string,
    by: string,
    { workerId, badge, days }: IssueReceiptInput,
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
