import { WorkforceTables1763600000300 } from './adapters/typeorm/migrations/1763600000300-workforce-tables.ts';
import { WorkerPhotosAndSearch1763600000301 } from './adapters/typeorm/migrations/1763600000301-worker-photos-and-search.ts';
import { AuditedWorkers1763600000302 } from './adapters/typeorm/migrations/1763600000302-audited-workers.ts';
import { WorkerRow } from './adapters/typeorm/worker.row.ts';

export { type OfferedOptions, OptionList } from './adapters/typeorm/typeorm-option-repository.ts';
export { WorkerDirectory } from './adapters/typeorm/worker-directory.ts';
export { WorkerList, type WorkerSearch, type WorkerView } from './adapters/typeorm/worker-list.ts';
export type { ApplyWorkerOptions, StatedOptions } from './application/apply-worker-options.ts';
export { type RegisteredWorker, RegisterWorker } from './application/register-worker.ts';
export type { EnlistWorkers, Unlisted } from './application/enlist-workers.ts';
export { Roster, type WorkerStatement } from './domain/index.ts';
export { applyWorkerOptionsIn, enlistWorkersIn, rosterIn } from './provisioning.ts';

export const workforceMigrations = [
  WorkforceTables1763600000300,
  WorkerPhotosAndSearch1763600000301,
  AuditedWorkers1763600000302,
];
export const workforceRows = [WorkerRow];
