import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { RestJob } from './adapters/scheduler/rest-job.ts';
import { ListDueRests } from './application/list-due-rests.ts';
import { NoteDueRests } from './application/note-due-rests.ts';
import { ReadRest } from './application/read-rest.ts';
import { wireSafety } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wireSafety, {
  readRest: ReadRest,
  listDueRests: ListDueRests,
  noteDueRests: NoteDueRests,
});

@Module({ providers: [...providers, RestJob], exports })
export class SafetyModule {}
