import { Clock } from '@furrow/kernel';
import { Database, MediaStore } from '@furrow/platform';
import { wiredProviders } from '@furrow/platform/module';
import { Module } from '@nestjs/common';
import { GetWorker } from './application/get-worker.ts';
import { ListWorkerOptions } from './application/list-worker-options.ts';
import { ListWorkers } from './application/list-workers.ts';
import { RegisterWorker } from './application/register-worker.ts';
import { wireWorkforce } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, MediaStore, Clock], wireWorkforce, {
  registerWorker: RegisterWorker,
  listWorkers: ListWorkers,
  getWorker: GetWorker,
  listWorkerOptions: ListWorkerOptions,
});

@Module({ providers, exports })
export class WorkforceModule {}
