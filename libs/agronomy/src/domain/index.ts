export { type Boundary, boundaryProblem, type BoundingBox, boundingBox } from './land/boundary.ts';
export { companyZone } from './land/company-zone.ts';
export { type FarmDirectory, type FarmFilter, findFiltered } from './land/farm-filter.ts';
export { Finding, findingOf, type Standing, standingsOf } from './phytosanitary/finding.ts';
export {
  addCounts,
  addSums,
  incidenceOf,
  isAboveThreshold,
  type AssessmentCounts,
  NONE_ASSESSED,
  EMPTY_SUM,
  severityOf,
  type Sum,
} from './phytosanitary/infestation.ts';
export {
  type ObservedPlace,
  type PestFigures,
  type PestTally,
  type PhytosanitarySummary,
  type ProjectFigures,
  type SectorFigures,
  summaryOf,
} from './phytosanitary/phytosanitary-summary.ts';
export { areaOf, contains, type GeoPoint } from './land/position.ts';
export {
  type DefaultsChanges,
  HARVEST_GUARDS,
  type HarvestGuard,
  INITIAL_DEFAULTS,
  type ProjectDefaults,
} from './land/project-defaults.ts';
export { Project, type ProjectId, type ProjectState, type ProjectStatement } from './land/project.ts';
export { Sector, type SectorId, type SectorState, type SectorStatement } from './land/sector.ts';
export type { Status } from './land/status.ts';
export {
  type Clearance,
  clearanceOf,
  HARVEST_INTERVALS,
  type HarvestInterval,
  type HarvestWarning,
  harvestWarnings,
  type PastTreatment,
  type Picking,
} from './treatments/harvest-interval.ts';
export { NotTreatmentAuthor, TreatmentNotFound } from './treatments/treatment-errors.ts';
export {
  EPPO_CODE,
  type TreatedSector,
  Treatment,
  TREATMENT_LIMITS,
  type TreatmentAuthor,
  type TreatmentDraft,
  newTreatmentId,
  type TreatmentId,
  type TreatmentState,
} from './treatments/treatment.ts';
