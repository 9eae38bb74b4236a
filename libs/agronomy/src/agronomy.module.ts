import { Database } from '@furrow/platform';
import { wiredProviders } from '@furrow/platform/module';
import { Module } from '@nestjs/common';
import { CheckFarmFilter } from './application/check-farm-filter.ts';
import { FollowObservedRecords } from './application/follow-observed-records.ts';
import { ListObservedRecords } from './application/list-observed-records.ts';
import { ListProjects } from './application/list-projects.ts';
import { SummarizeObservations } from './application/summarize-observations.ts';
import { wireAgronomy } from './wiring.ts';

const { providers, exports } = wiredProviders([Database], wireAgronomy, {
  checkFarmFilter: CheckFarmFilter,
  followObservedRecords: FollowObservedRecords,
  listObservedRecords: ListObservedRecords,
  listProjects: ListProjects,
  summarizeObservations: SummarizeObservations,
});

@Module({ providers, exports })
export class AgronomyModule {}
