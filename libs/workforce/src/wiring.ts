import type { Clock } from '@furrow/kernel';
import type { Database, MediaStore, Transaction } from '@furrow/platform';
import { MediaWorkerPhotos } from './adapters/media/media-worker-photos.ts';
import { TypeormOptionQuery } from './adapters/typeorm/typeorm-option-query.ts';
import { TypeormOptionRepository } from './adapters/typeorm/typeorm-option-repository.ts';
import { TypeormWorkerQuery } from './adapters/typeorm/typeorm-worker-query.ts';
import { TypeormWorkerRepository } from './adapters/typeorm/typeorm-worker-repository.ts';
import { TypeormWorkforceTransactions } from './adapters/typeorm/typeorm-workforce-transactions.ts';
import { ApplyWorkerOptions } from './application/apply-worker-options.ts';
import { EnlistWorkers } from './application/enlist-workers.ts';
import { GetWorker } from './application/get-worker.ts';
import { ListWorkerOptions } from './application/list-worker-options.ts';
import { ListWorkers } from './application/list-workers.ts';
import type { WorkerPhotos, WorkforceTransactions } from './application/ports.ts';
import { RegisterWorker } from './application/register-worker.ts';

/** The context's use cases, put together without Nest. */
export function wireWorkforce(database: Database, media: MediaStore, clock: Clock) {
  const transactions = new TypeormWorkforceTransactions(database, media);
  const workers = new TypeormWorkerQuery(database, media);
  return {
    registerWorker: new RegisterWorker(transactions, new MediaWorkerPhotos(media), clock),
    listWorkers: new ListWorkers(workers),
    getWorker: new GetWorker(workers),
    listWorkerOptions: new ListWorkerOptions(new TypeormOptionQuery(database)),
  };
}

/** The operator's use cases within one transaction, which other contexts share. */
export function wireWorkforceIn(tx: Transaction, clock: Clock) {
  const options = new TypeormOptionRepository(tx);
  const workers = new TypeormWorkerRepository(tx);
  const within: WorkforceTransactions = { run: (_, work) => work({ workers, options, photos: noPhotos }) };
  return {
    applyWorkerOptions: new ApplyWorkerOptions(options),
    enlistWorkers: new EnlistWorkers(new RegisterWorker(within, noPhotos, clock), options),
  };
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
