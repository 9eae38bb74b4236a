/** The hot statements themselves, for whoever measures them: `tools/bench` runs them directly on PostgreSQL. */
export { weatherPoints } from './adapters/typeorm/series-sql.ts';
