import { CompanyDirectory } from '@furrow/access';
import { AccessModule } from '@furrow/access/module';
import { Database } from '@furrow/platform';
import { Module } from '@nestjs/common';
import { companyZoneFrom } from './adapters/access/access-company-zone.ts';
import { CompanyZones } from './adapters/typeorm/company-zones.ts';
import { ProjectDirectory } from './adapters/typeorm/project-directory.ts';
import { ProjectList } from './adapters/typeorm/project-list.ts';
import { SectorLocator } from './adapters/typeorm/sector-locator.ts';
import { SqlPhytosanitaryReadings } from './adapters/typeorm/sql-phytosanitary-readings.ts';
import { CheckFarmFilter } from './application/check-farm-filter.ts';
import { FollowObservedRecords } from './application/follow-observed-records.ts';
import { ListObservedRecords } from './application/list-observed-records.ts';
import { PhytosanitaryReadings } from './application/ports.ts';
import { SummarizeObservations } from './application/summarize-observations.ts';

const directories = [ProjectDirectory, SectorLocator];
const useCases = [SummarizeObservations, ListObservedRecords, FollowObservedRecords, CheckFarmFilter];

/** The wiring: use cases are plain classes and learn here what stands behind their ports. */
@Module({
  imports: [AccessModule],
  providers: [
    ...directories,
    {
      provide: ProjectList,
      inject: [Database],
      useFactory: (database: Database) => new ProjectList(database),
    },
    {
      provide: PhytosanitaryReadings,
      inject: [Database, ProjectDirectory, CompanyDirectory],
      useFactory: (database: Database, projects: ProjectDirectory, companies: CompanyDirectory) =>
        new SqlPhytosanitaryReadings(database, { projects, zoneOf: companyZoneFrom(companies) }),
    },
    {
      provide: CompanyZones,
      inject: [CompanyDirectory],
      useFactory: (companies: CompanyDirectory) => new CompanyZones(companyZoneFrom(companies)),
    },
    ...useCases.map((UseCase) => ({
      provide: UseCase,
      inject: [PhytosanitaryReadings],
      useFactory: (readings: PhytosanitaryReadings) => new UseCase(readings),
    })),
  ],
  exports: [...directories, ProjectList, CompanyZones, ...useCases],
})
export class AgronomyModule {}
