import type { Page } from '@furrow/kernel';
import type { WorkerFilters, WorkerQuery, WorkerSearch, WorkerView } from './ports.ts';

export class ListWorkers {
  constructor(private readonly workers: WorkerQuery) {}

  /** Newest first. */
  execute(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>> {
    return this.workers.page(companyId, search);
  }

  /** All workers that match the filters; the next batch is read when `onBatch` has returned. */
  each(
    companyId: string,
    filters: WorkerFilters,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<void> {
    return this.workers.each(companyId, filters, onBatch);
  }
}
