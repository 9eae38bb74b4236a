/** The hot statements themselves, for whoever measures them: `tools/bench` runs them directly on PostgreSQL. */
export { OBSERVED_RECORDS, PEST_TALLIES } from './adapters/typeorm/typeorm-phytosanitary-queries.ts';
