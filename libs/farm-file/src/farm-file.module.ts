import { Database } from '@furrow/database';
import { Clock } from '@furrow/kernel';
import { Module } from '@nestjs/common';
import { ChangeFarm } from './apply/change-farm.ts';
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

@Module({ providers: [readFarm, changeFarm], exports: [readFarm, changeFarm] })
export class FarmFileModule {}
