import type { Page } from '@furrow/kernel';
import type { WorkerQuery, WorkerSearch, WorkerView } from './ports.ts';

export class ListWorkers {
  constructor(private readonly workers: WorkerQuery) {}

  /** Newest first. */
  execute(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>> {
    return this.workers.page(companyId, search);
  }
}
