export { type AppliedFarm, applyFarm } from './apply-farm.ts';
export { type Section } from './census.ts';
export { type Change, countsOf } from './changes.ts';
export { farmOf } from './check-farm.ts';
export type { FarmFile } from './farm-file.ts';
export { FARM_SCHEMA } from './farm-schema.ts';
