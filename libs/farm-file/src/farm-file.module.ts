import { Database } from '@furrow/database';
import { Module } from '@nestjs/common';
import { ReadFarm } from './read-farm.ts';

const readFarm = {
  provide: ReadFarm,
  inject: [Database],
  useFactory: (database: Database) => new ReadFarm(database),
};

@Module({ providers: [readFarm], exports: [readFarm] })
export class FarmFileModule {}
