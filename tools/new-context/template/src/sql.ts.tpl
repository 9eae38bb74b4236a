/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { ALL_{{OBJECTS}} } from './adapters/typeorm/typeorm-{{object}}-repository.ts';
