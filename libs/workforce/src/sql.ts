/** The hot statement itself, for whoever measures it: `tools/bench` runs it directly on PostgreSQL. */
export { WORKER_NAMES } from './adapters/typeorm/worker-directory.ts';
