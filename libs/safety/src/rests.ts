/** When a rest is due, for programs that go on without a connection: it needs no other library, so that a browser loads little. */
export { type HeatNow, type HeatReading, READING_COUNTS_MS, RestRules } from './domain/rest-of-worker.ts';
export type { WorkedShift } from './domain/work-since-break.ts';
