import type { Clock } from '@furrow/kernel';
import type { Database } from '@furrow/platform';
import { AgronomyProjectRegistry } from './adapters/agronomy/agronomy-project-registry.ts';
import { SqlProductionTransactions } from './adapters/typeorm/sql-production-transactions.ts';
import { WorkforceWorkerRegistry } from './adapters/workforce/workforce-worker-registry.ts';
import { ImportHarvest, type ImportPlace, type ImportRun } from './application/import-harvest.ts';

/** A run of the import, wired without Nest. */
export function importHarvestOver(
  database: Database,
  clock: Clock,
  place: ImportPlace,
  run: ImportRun,
): ImportHarvest {
  const transactions = new SqlProductionTransactions(database, {
    projects: (tx) => new AgronomyProjectRegistry(tx),
    workers: (tx) => new WorkforceWorkerRegistry(tx),
  });
  return new ImportHarvest(transactions, clock, place, run);
}
