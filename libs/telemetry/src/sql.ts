/** The statements of the hot paths, for measurements: `tools/bench` runs them directly on PostgreSQL. */
export { ADD_WEATHER, weatherParameters } from './adapters/typeorm/reading-sql.ts';
export { weatherHours } from './adapters/typeorm/hourly-weather-sql.ts';
export { weatherPoints } from './adapters/typeorm/series-sql.ts';
