export {
  type Boundary,
  boundaryProblem,
  type BoundingBox,
  boundingBox,
  MAX_POSITIONS,
} from './farm/boundary.ts';
export { companyZone } from './farm/company-zone.ts';
export { type FarmDirectory, type FarmFilter, findFiltered } from './farm/farm-filter.ts';
export { type DayFigures, figuresByDay, type Observed } from './phytosanitary/figures-by-day.ts';
export { Finding, findingOf, type AttributedFindings, attributedFindings } from './phytosanitary/finding.ts';
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
export { areaOf, contains, type GeoPoint } from './farm/position.ts';
export {
  type DefaultsChanges,
  HARVEST_GUARDS,
  type HarvestGuard,
  INITIAL_DEFAULTS,
  MAX_REPEAT_SECONDS,
  type ProjectDefaults,
} from './farm/project-defaults.ts';
export { Project, type ProjectId, type ProjectState, type ProjectDeclaration } from './farm/project.ts';
export { Sector, type SectorId, type SectorState, type SectorDeclaration } from './farm/sector.ts';
export type { Status } from './farm/status.ts';
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
export { closuresAt, type SectorClosure } from './treatments/closures.ts';
export { NotTreatmentAuthor, TreatmentNotFound } from './errors.ts';
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
