import type { Clock } from '@furrow/kernel';
import type { Transactions } from '@furrow/kernel/transactions';
import type { PhoneReport, PhoneRepository } from '../ports.ts';

/** Keeps what a phone of the field app says of itself, for the office. */
export class ReportPhone {
  constructor(
    private readonly transactions: Transactions<{ readonly phones: PhoneRepository }>,
    private readonly clock: Clock,
  ) {}

  execute(companyId: string, userId: string, report: PhoneReport): Promise<void> {
    return this.transactions.run(companyId, ({ phones }) => phones.report(userId, report, this.clock.now()));
  }
}
