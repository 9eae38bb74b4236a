export { anEvent, NOW, payloadOf, placed, plantAt, weatherAt } from './builders.ts';
export { InMemoryTelemetry } from './in-memory-telemetry.ts';
export type { Station } from './field.ts';
