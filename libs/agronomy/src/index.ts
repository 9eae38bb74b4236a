export { agronomyMigrations } from './adapters/typeorm/migrations/index.ts';
export { CompanyZones } from './adapters/typeorm/company-zones.ts';
export { recordObservations } from './adapters/typeorm/observation-log.ts';
export { phytosanitarySeries } from './adapters/typeorm/phytosanitary-series.ts';
export { ProjectDirectory, type ProjectListing } from './adapters/typeorm/project-directory.ts';
export { HarvestClearance } from './adapters/typeorm/harvest-clearance.ts';
export { agronomyRows } from './adapters/typeorm/rows.ts';
export type { ObservedRecordMembers } from './adapters/typeorm/typeorm-phytosanitary-queries.ts';
export { SectorLocator } from './adapters/typeorm/sector-locator.ts';
export type { AppliedProjects, ProjectEntry } from './application/apply-projects.ts';
export { CheckFarmFilter } from './application/check-farm-filter.ts';
export { DescribeProjects } from './application/describe-projects.ts';
export { FollowObservedRecords } from './application/follow-observed-records.ts';
export { ListObservedRecords } from './application/list-observed-records.ts';
export { ListClosures } from './application/list-closures.ts';
export { ListProjects } from './application/list-projects.ts';
export { ListTreatments } from './application/list-treatments.ts';
export type { RegisteredTreatment, TreatmentFilters } from './application/ports.ts';
export { ReportObservedDays } from './application/report-observed-days.ts';
export { RecordTreatment } from './application/record-treatment.ts';
export { SummarizeObservations } from './application/summarize-observations.ts';
export { VoidTreatment } from './application/void-treatment.ts';
export {
  type FarmFilter,
  findFiltered,
  incidenceOf,
  type PestFigures,
  type ProjectFigures,
  type SectorFigures,
  severityOf,
} from './domain/index.ts';
export { wireAgronomy, wireAgronomyIn } from './wiring.ts';
