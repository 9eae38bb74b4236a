import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import * as agronomy from './index.ts';
import { wireAgronomy } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wireAgronomy, {
  checkFarmFilter: agronomy.CheckFarmFilter,
  followObservedRecords: agronomy.FollowObservedRecords,
  listObservedRecords: agronomy.ListObservedRecords,
  reportObservedDays: agronomy.ReportObservedDays,
  listProjects: agronomy.ListProjects,
  describeProjects: agronomy.DescribeProjects,
  listTreatments: agronomy.ListTreatments,
  listClosures: agronomy.ListClosures,
  recordTreatment: agronomy.RecordTreatment,
  summarizeObservations: agronomy.SummarizeObservations,
  voidTreatment: agronomy.VoidTreatment,
});

@Module({ providers, exports })
export class AgronomyModule {}
