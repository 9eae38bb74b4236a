import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { TypeormWorkforceTransactions } from './adapters/typeorm/typeorm-workforce-transactions.ts';
import { WorkerDirectory } from './adapters/typeorm/worker-directory.ts';
import { WorkforceTransactions } from './application/ports.ts';
import { RegisterWorker } from './application/register-worker.ts';

@Module({
  providers: [
    WorkerDirectory,
    {
      provide: WorkforceTransactions,
      inject: [Database],
      useFactory: (database: Database) => new TypeormWorkforceTransactions(database),
    },
    {
      provide: RegisterWorker,
      inject: [WorkforceTransactions, Clock],
      useFactory: (transactions: WorkforceTransactions, clock: Clock) =>
        new RegisterWorker(transactions, clock),
    },
  ],
  exports: [WorkerDirectory, RegisterWorker],
})
export class WorkforceModule {}
