import { Clock } from '@furrow/kernel';
import { Database, MediaStore } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { MediaWorkerPhotos } from './adapters/media/media-worker-photos.ts';
import { OptionList } from './adapters/typeorm/typeorm-option-repository.ts';
import { TypeormWorkforceTransactions } from './adapters/typeorm/typeorm-workforce-transactions.ts';
import { WorkerDirectory } from './adapters/typeorm/worker-directory.ts';
import { WorkerList } from './adapters/typeorm/worker-list.ts';
import { WorkerPhotos, WorkforceTransactions } from './application/ports.ts';
import { RegisterWorker } from './application/register-worker.ts';

@Module({
  providers: [
    WorkerDirectory,
    {
      provide: WorkerList,
      inject: [Database, MediaStore],
      useFactory: (database: Database, media: MediaStore) => new WorkerList(database, media),
    },
    {
      provide: OptionList,
      inject: [Database],
      useFactory: (database: Database) => new OptionList(database),
    },
    {
      provide: WorkforceTransactions,
      inject: [Database, MediaStore],
      useFactory: (database: Database, media: MediaStore) =>
        new TypeormWorkforceTransactions(database, media),
    },
    {
      provide: WorkerPhotos,
      inject: [MediaStore],
      useFactory: (media: MediaStore) => new MediaWorkerPhotos(media),
    },
    {
      provide: RegisterWorker,
      inject: [WorkforceTransactions, WorkerPhotos, Clock],
      useFactory: (transactions: WorkforceTransactions, photos: WorkerPhotos, clock: Clock) =>
        new RegisterWorker(transactions, photos, clock),
    },
  ],
  exports: [WorkerDirectory, WorkerList, OptionList, RegisterWorker],
})
export class WorkforceModule {}
