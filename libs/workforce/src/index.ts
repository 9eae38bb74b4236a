import type { Transaction } from '@furrow/platform';
import { WorkforceTables1763600000300 } from './adapters/typeorm/migrations/1763600000300-workforce-tables.ts';
import { WorkerPhotosAndSearch1763600000301 } from './adapters/typeorm/migrations/1763600000301-worker-photos-and-search.ts';
import { TypeormOptionRepository } from './adapters/typeorm/typeorm-option-repository.ts';
import { WorkerRow } from './adapters/typeorm/worker.row.ts';
import { ApplyWorkerOptions } from './application/apply-worker-options.ts';

export { WorkerDirectory } from './adapters/typeorm/worker-directory.ts';
export { WorkerList, type WorkerSearch, type WorkerView } from './adapters/typeorm/worker-list.ts';
export type { ApplyWorkerOptions, StatedOptions } from './application/apply-worker-options.ts';
export { type RegisteredWorker, RegisterWorker } from './application/register-worker.ts';
export type { WorkerStatement } from './domain/index.ts';
export { WorkforceModule } from './workforce.module.ts';

export const workforceMigrations = [WorkforceTables1763600000300, WorkerPhotosAndSearch1763600000301];
export const workforceRows = [WorkerRow];

/** The use case within a transaction that the caller opened, and may share with other contexts. */
export function applyWorkerOptionsIn(tx: Transaction): ApplyWorkerOptions {
  return new ApplyWorkerOptions(new TypeormOptionRepository(tx));
}
