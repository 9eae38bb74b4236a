import type { Page, PageRequest } from '@furrow/kernel';
import type { PayRun } from '../domain/index.ts';
import type { PayrollTransactions } from './ports.ts';

/** The company's runs, the latest first; a draft without what it comes to. */
export class ListPayRuns {
  constructor(private readonly transactions: PayrollTransactions) {}

  execute(companyId: string, request: PageRequest): Promise<Page<PayRun>> {
    return this.transactions.run(companyId, ({ runs }) => runs.page(request));
  }
}
