import { Database } from '@furrow/database';
import { Clock } from '@furrow/kernel';
import { Module } from '@nestjs/common';
import { ChangeFarm } from './apply/change-farm.ts';
import { ImportForm } from './apply/import-form.ts';
import { ReadFarm } from './stored/read-farm.ts';

const readFarm = {
  provide: ReadFarm,
  inject: [Database],
  useFactory: (database: Database) => new ReadFarm(database),
};

const changeFarm = {
  provide: ChangeFarm,
  inject: [Database, Clock],
  useFactory: (database: Database, clock: Clock) => new ChangeFarm(database, clock),
};

const importForm = {
  provide: ImportForm,
  inject: [ChangeFarm],
  useFactory: (changeFarm: ChangeFarm) => new ImportForm(changeFarm),
};

const useCases = [readFarm, changeFarm, importForm];

@Module({ providers: useCases, exports: useCases })
export class FarmFileModule {}
