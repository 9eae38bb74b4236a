import { Clock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { wiredProviders } from '@furrow/database/module';
import { Module } from '@nestjs/common';
import { CheckFarmFilter } from './application/check-farm-filter.ts';
import { FollowObservedRecords } from './application/follow-observed-records.ts';
import { ListObservedRecords } from './application/list-observed-records.ts';
import { DescribeProjects } from './application/describe-projects.ts';
import { ListClosures } from './application/list-closures.ts';
import { ListProjects } from './application/list-projects.ts';
import { ListTreatments } from './application/list-treatments.ts';
import { ReportObservedDays } from './application/report-observed-days.ts';
import { RecordTreatment } from './application/record-treatment.ts';
import { SummarizeObservations } from './application/summarize-observations.ts';
import { VoidTreatment } from './application/void-treatment.ts';
import { wireAgronomy } from './wiring.ts';

const { providers, exports } = wiredProviders([Database, Clock], wireAgronomy, {
  checkFarmFilter: CheckFarmFilter,
  followObservedRecords: FollowObservedRecords,
  listObservedRecords: ListObservedRecords,
  reportObservedDays: ReportObservedDays,
  listProjects: ListProjects,
  describeProjects: DescribeProjects,
  listTreatments: ListTreatments,
  listClosures: ListClosures,
  recordTreatment: RecordTreatment,
  summarizeObservations: SummarizeObservations,
  voidTreatment: VoidTreatment,
});

@Module({ providers, exports })
export class AgronomyModule {}
