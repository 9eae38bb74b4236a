/** The hot statements themselves, for whoever measures them: `tools/bench` runs them directly on PostgreSQL. */
export { HARVEST_SESSIONS } from './adapters/typeorm/sql-harvest-reader.ts';
export { LAGGING_SESSIONS, takeSnapshots } from './adapters/typeorm/snapshot-sql.ts';
export { QUALITY_NAMES } from './adapters/typeorm/sql-production-transactions.ts';
export { ADD_RECORDS, addRecordsParameters } from './adapters/typeorm/sql-record-store.ts';
export { LOCKED_FOR_RECORDS } from './adapters/typeorm/sql-session-store.ts';
