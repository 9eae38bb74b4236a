import type { FeedPage, FeedRequest } from '@furrow/journal';
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

  /** Those that match the filters and changed since a position; throws as `WorkerQuery.follow`. */
  follow(
    companyId: string,
    filters: WorkerFilters,
    request: FeedRequest,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<FeedPage> {
    return this.workers.follow(companyId, filters, request, onBatch);
  }
}
