/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { ADD_SHIFTS, addShiftsParameters } from './adapters/typeorm/typeorm-shift-repository.ts';
export { WORKER_NAMES } from './adapters/typeorm/worker-directory.ts';
export { WORKER_BY_ID, workersFound } from './adapters/typeorm/typeorm-worker-query.ts';
export { SHIFTS_WORKED, type WorkedShift } from './adapters/typeorm/shift-directory.ts';
