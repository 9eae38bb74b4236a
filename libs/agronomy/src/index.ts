import type { Transaction } from '@furrow/platform';
import { AgronomyTables1763600000200 } from './adapters/typeorm/migrations/1763600000200-agronomy-tables.ts';
import { SectorTiles1763600000201 } from './adapters/typeorm/migrations/1763600000201-sector-tiles.ts';
import { Observations1763600000202 } from './adapters/typeorm/migrations/1763600000202-observations.ts';
import { PhytosanitaryFindings1763600000203 } from './adapters/typeorm/migrations/1763600000203-phytosanitary-findings.ts';
import { ObservedRecordChanges1763600000204 } from './adapters/typeorm/migrations/1763600000204-observed-record-changes.ts';
import { FindingsOfOlderPrograms1763600000205 } from './adapters/typeorm/migrations/1763600000205-findings-of-older-programs.ts';
import { ProjectRow } from './adapters/typeorm/project.row.ts';
import { SectorRow } from './adapters/typeorm/sector.row.ts';
import { TypeormFarmRegistry } from './adapters/typeorm/typeorm-farm-registry.ts';
import { ApplyProjects } from './application/apply-projects.ts';

export { CompanyZones } from './adapters/typeorm/company-zones.ts';
export {
  type ObservationSource,
  type PhytosanitaryObservation,
  recordObservations,
} from './adapters/typeorm/observation-log.ts';
export { listProjectsIn, type ProjectListing } from './adapters/typeorm/operator-list.ts';
export { type AssessedRecord, phytosanitarySeries } from './adapters/typeorm/phytosanitary-series.ts';
export { ProjectDirectory, type ProjectView, type SectorView } from './adapters/typeorm/project-directory.ts';
export { type ListedProject, ProjectList } from './adapters/typeorm/project-list.ts';
export { type ProjectSector, sectorsOfProject } from './adapters/typeorm/project-sectors.ts';
export { type LocatedSector, SectorLocator } from './adapters/typeorm/sector-locator.ts';
export type { AppliedProjects, ApplyProjects, ProjectEntry } from './application/apply-projects.ts';
export { CheckFarmFilter } from './application/check-farm-filter.ts';
export { FollowObservedRecords } from './application/follow-observed-records.ts';
export { ListObservedRecords } from './application/list-observed-records.ts';
export { type SummarizedObservations, SummarizeObservations } from './application/summarize-observations.ts';
export {
  type FarmFilter,
  findFiltered,
  incidenceOf,
  type PestFigures,
  type ProjectFigures,
  type SectorFigures,
  severityOf,
} from './domain/index.ts';

export const agronomyMigrations = [
  AgronomyTables1763600000200,
  SectorTiles1763600000201,
  Observations1763600000202,
  PhytosanitaryFindings1763600000203,
  ObservedRecordChanges1763600000204,
  FindingsOfOlderPrograms1763600000205,
];
export const agronomyRows = [ProjectRow, SectorRow];

/** The use case within a transaction that the caller opened, and may share with other contexts. */
export function applyProjectsIn(tx: Transaction): ApplyProjects {
  return new ApplyProjects(new TypeormFarmRegistry(tx));
}
