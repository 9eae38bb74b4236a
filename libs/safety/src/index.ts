export { safetyMigrations } from './adapters/typeorm/migrations/index.ts';
export { type DueRest, ListDueRests, MAX_REST_DAYS } from './application/list-due-rests.ts';
export { NoteDueRests } from './application/note-due-rests.ts';
export { type ProjectHeat, ReadRest, type RestAnswer, type RestOfWorker } from './application/read-rest.ts';
export { wireSafety, wireSafetyIn } from './wiring.ts';
