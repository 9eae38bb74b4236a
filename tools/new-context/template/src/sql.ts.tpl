/** The statements themselves, for whoever measures them: `tools/bench` runs them directly on PostgreSQL. */
export { ALL_{{OBJECTS}} } from './adapters/typeorm/typeorm-{{object}}-repository.ts';
