import type { Clock } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
import { TypeormOptionRepository } from './adapters/typeorm/typeorm-option-repository.ts';
import { TypeormWorkerRepository } from './adapters/typeorm/typeorm-worker-repository.ts';
import { ApplyWorkerOptions } from './application/apply-worker-options.ts';
import { EnlistWorkers } from './application/enlist-workers.ts';
import type { WorkerPhotos, WorkforceTransactions } from './application/ports.ts';
import { RegisterWorker } from './application/register-worker.ts';
import { Roster, type RosterEntry } from './domain/index.ts';

// The operator's use cases, wired without Nest, on a transaction that other contexts share.

export function applyWorkerOptionsIn(tx: Transaction): ApplyWorkerOptions {
  return new ApplyWorkerOptions(new TypeormOptionRepository(tx));
}

export function enlistWorkersIn(tx: Transaction, clock: Clock): EnlistWorkers {
  const options = new TypeormOptionRepository(tx);
  const workers = new TypeormWorkerRepository(tx);
  const within: WorkforceTransactions = { run: (_, work) => work({ workers, options, photos: noPhotos }) };
  return new EnlistWorkers(new RegisterWorker(within, noPhotos, clock), options);
}

/** Everybody in the transaction's company. */
export async function rosterIn(tx: Transaction): Promise<Roster> {
  return new Roster(
    await tx.query<RosterEntry>(
      `SELECT worker_id AS "workerId", code, document_id AS "documentId", full_name AS "fullName"
         FROM workforce.workers WHERE company_id = $1`,
      [tx.companyId],
    ),
  );
}

/** Lists have none. */
const none = () => Promise.reject(new Error('Nobody is enlisted with a photo'));
const noPhotos: WorkerPhotos & { keep(): Promise<void> } = {
  read: () => {
    throw new Error('Nobody is enlisted with a photo');
  },
  store: none,
  discard: none,
  keep: none,
};
