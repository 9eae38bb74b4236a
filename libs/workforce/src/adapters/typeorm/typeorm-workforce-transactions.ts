import { type Database, type Transaction, TypeormTransactions } from '@furrow/database';
import type { Clock } from '@furrow/kernel';
import type { MediaStore } from '@furrow/media';
import type { FarmDirectory, KeptPhotos, PaidWork, WorkforceRepositories } from '../../application/ports.ts';
import { TypeormBadgeRepository } from './typeorm-badge-repository.ts';
import { TypeormGroupRepository } from './typeorm-group-repository.ts';
import { TypeormOptionRepository } from './typeorm-option-repository.ts';
import { TypeormShiftRepository } from './typeorm-shift-repository.ts';
import { TypeormWorkerRepository } from './typeorm-worker-repository.ts';

/** What other contexts answer within a transaction of this context. */
export interface Neighbours {
  farm(tx: Transaction): FarmDirectory;
  paid(tx: Transaction): PaidWork;
}

export class TypeormWorkforceTransactions extends TypeormTransactions<WorkforceRepositories> {
  constructor(database: Database, media: MediaStore, clock: Clock, neighbours: Neighbours) {
    super(database, (tx) => ({
      workers: new TypeormWorkerRepository(tx),
      options: new TypeormOptionRepository(tx),
      groups: new TypeormGroupRepository(tx, clock),
      photos: new MediaKeptPhotos(tx, media),
      badges: new TypeormBadgeRepository(tx),
      shifts: new TypeormShiftRepository(tx),
      farm: neighbours.farm(tx),
      paid: neighbours.paid(tx),
    }));
  }
}

class MediaKeptPhotos implements KeptPhotos {
  constructor(
    private readonly tx: Transaction,
    private readonly media: MediaStore,
  ) {}

  keep(photoKeys: readonly string[]): Promise<void> {
    return this.media.keep(this.tx, photoKeys);
  }

  release(photoKey: string): Promise<void> {
    return this.media.release(this.tx, [photoKey]);
  }
}
