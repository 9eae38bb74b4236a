export { type AppliedFarm, applyFarm } from './apply/apply-farm.ts';
export { ChangeFarm, type ChangedFarm } from './apply/change-farm.ts';
export { type Section } from './stored/census.ts';
export { type Change, countsOf } from './stored/changes.ts';
export { ITEM_KINDS } from './stored/farm-items.ts';
export { farmOf } from './schema/check-farm.ts';
export type { FarmFile } from './schema/farm-file.ts';
export { FARM_SCHEMA } from './schema/farm-schema.ts';
export { ReadFarm } from './stored/read-farm.ts';
