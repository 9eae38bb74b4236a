import type { Clock } from '@furrow/kernel';
import { ReceiptNotFound } from '../../domain/index.ts';
import type { PayrollTransactions } from '../ports.ts';

/** Ends a receipt before its time. */
export class RevokeReceipt {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** Repeatable without effect. @throws ReceiptNotFound */
  async execute(companyId: string, receiptId: string): Promise<void> {
    const isThere = await this.transactions.run(companyId, ({ receipts }) =>
      receipts.revoke(receiptId, this.clock.now()),
    );
    if (!isThere) throw new ReceiptNotFound();
  }
}
