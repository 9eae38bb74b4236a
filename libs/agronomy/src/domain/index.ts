export { type Boundary, boundaryProblem, type BoundingBox, boundingBox } from './boundary.ts';
export { companyZone } from './company-zone.ts';
export { type FarmDirectory, type FarmFilter, findFiltered } from './farm-filter.ts';
export { Finding, findingOf, type Standing, standingsOf } from './finding.ts';
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
} from './infestation.ts';
export {
  type ObservedPlace,
  type PestFigures,
  type PestTally,
  type PhytosanitarySummary,
  type ProjectFigures,
  type SectorFigures,
  summaryOf,
} from './phytosanitary-summary.ts';
export { areaOf, contains, type GeoPoint } from './position.ts';
export { type DefaultsChanges, INITIAL_DEFAULTS, type ProjectDefaults } from './project-defaults.ts';
export { Project, type ProjectId, type ProjectState, type ProjectStatement } from './project.ts';
export { Sector, type SectorId, type SectorState, type SectorStatement } from './sector.ts';
export type { Status } from './status.ts';
