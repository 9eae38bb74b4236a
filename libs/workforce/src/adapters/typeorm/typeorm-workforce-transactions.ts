import type { Database, Transaction } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import {
  type FarmDirectory,
  KeptPhotos,
  type PaidWork,
  type WorkforceRepositories,
  WorkforceTransactions,
} from '../../application/ports.ts';
import { TypeormOptionRepository } from './typeorm-option-repository.ts';
import { TypeormShiftRepository } from './typeorm-shift-repository.ts';
import { TypeormWorkerRepository } from './typeorm-worker-repository.ts';

/** What other contexts answer within a transaction of this context. */
export interface Neighbours {
  farm(tx: Transaction): FarmDirectory;
  paid(tx: Transaction): PaidWork;
}

export class TypeormWorkforceTransactions extends WorkforceTransactions {
  constructor(
    private readonly database: Database,
    private readonly media: MediaStore,
    private readonly neighbours: Neighbours,
  ) {
    super();
  }

  override run<T>(companyId: string, work: (repositories: WorkforceRepositories) => Promise<T>): Promise<T> {
    return this.database.tenant(companyId, (tx) =>
      work({
        workers: new TypeormWorkerRepository(tx),
        options: new TypeormOptionRepository(tx),
        photos: new MediaKeptPhotos(tx, this.media),
        shifts: new TypeormShiftRepository(tx),
        farm: this.neighbours.farm(tx),
        paid: this.neighbours.paid(tx),
      }),
    );
  }
}

class MediaKeptPhotos extends KeptPhotos {
  constructor(
    private readonly tx: Transaction,
    private readonly media: MediaStore,
  ) {
    super();
  }

  override keep(photoKey: string): Promise<void> {
    return this.media.keep(this.tx, [photoKey]);
  }
}
