/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { HARVEST_SEASONS, harvestGroups } from './adapters/typeorm/queries/harvest-groups-sql.ts';
export { HARVEST_SESSIONS } from './adapters/typeorm/queries/typeorm-harvest-query.ts';
export { MOVEMENT_LINES } from './adapters/typeorm/queries/typeorm-record-query.ts';
export { LAGGING_SESSIONS, takeSnapshots } from './adapters/typeorm/snapshot-sql.ts';
export { QUALITY_NAMES } from './adapters/typeorm/typeorm-quality-repository.ts';
export { ADD_RECORDS, addRecordsParameters } from './adapters/typeorm/add-records-sql.ts';
export { LOCKED_FOR_RECORDS } from './adapters/typeorm/typeorm-session-repository.ts';
export { SESSIONS_WORKED, workedParameters } from './adapters/typeorm/queries/work-directory.ts';
export type { HarvestMember } from './adapters/typeorm/queries/typeorm-harvest-query.ts';
export type { MovementMember } from './adapters/typeorm/queries/typeorm-record-query.ts';
export type { MovementLine } from './application/ports.ts';
