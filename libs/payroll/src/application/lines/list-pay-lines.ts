import type { Page, PageRequest } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import type { ManualLineState } from '../../domain/index.ts';
import type { ManualLineFilters, PayrollTransactions } from '../ports.ts';

export type ListPayLinesInput = ManualLineFilters & PageRequest;

/** The manual lines, the latest day first. */
export class ListPayLines {
  constructor(private readonly transactions: PayrollTransactions) {}

  /** @throws WorkerNotFound */
  execute(
    companyId: string,
    { page, pageSize, ...filters }: ListPayLinesInput,
  ): Promise<Page<ManualLineState>> {
    const { workerId } = filters;
    return this.transactions.run(companyId, async ({ lines, work }) => {
      if (workerId !== null && !(await work.workers([workerId])).has(workerId)) throw new WorkerNotFound();
      return lines.page(filters, { page, pageSize });
    });
  }
}
