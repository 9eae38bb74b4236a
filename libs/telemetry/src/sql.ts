/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { ADD_WEATHER, weatherParameters } from './adapters/typeorm/reading-sql.ts';
export { weatherHours } from './adapters/typeorm/queries/hourly-weather-sql.ts';
export { weatherPoints } from './adapters/typeorm/queries/series-sql.ts';
