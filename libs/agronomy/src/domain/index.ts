export { type Boundary, boundaryProblem, type BoundingBox, boundingBox } from './boundary.ts';
export { keyProblem } from './key.ts';
export { areaOf, contains, type GeoPoint } from './position.ts';
export type { DefaultsChanges, ProjectDefaults } from './project-defaults.ts';
export { Project, type ProjectId, type ProjectState, type ProjectStatement } from './project.ts';
export { Sector, type SectorId, type SectorState, type SectorStatement } from './sector.ts';
export type { Status } from './status.ts';
