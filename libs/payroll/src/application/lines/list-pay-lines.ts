import type { Page, PageRequest } from '@furrow/kernel';
import type { ManualLineState } from '../../domain/index.ts';
import type { ManualLineFilters, PayrollTransactions } from '../ports.ts';

/** The manual lines, the latest day first. */
export class ListPayLines {
  constructor(private readonly transactions: PayrollTransactions) {}

  execute(
    companyId: string,
    filters: ManualLineFilters,
    request: PageRequest,
  ): Promise<Page<ManualLineState>> {
    return this.transactions.run(companyId, ({ lines }) => lines.page(filters, request));
  }
}
