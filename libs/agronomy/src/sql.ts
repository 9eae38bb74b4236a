/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { OBSERVED_RECORDS, PEST_TALLIES } from './adapters/typeorm/typeorm-phytosanitary-queries.ts';
