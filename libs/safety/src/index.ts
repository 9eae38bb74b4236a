export { safetyMigrations } from './adapters/typeorm/migrations/index.ts';
export { safetyRows } from './adapters/typeorm/rows.ts';
export { type DueRest, ListDueRests } from './application/list-due-rests.ts';
export { type ProjectHeat, ReadRest, type RestOfWorker } from './application/read-rest.ts';
export { wireSafety, wireSafetyIn } from './wiring.ts';
