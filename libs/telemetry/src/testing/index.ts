export { anEvent, NOW, payloadOf, placed, plantAt, weatherAt } from './builders.ts';
export { InMemoryTelemetry } from './in-memory-telemetry.ts';
export { documentedEvents, type PublishedUplink, publishedUplinks } from './lorawan/published.ts';
export { EVERY_INDICATOR } from './every-indicator.ts';
export { FALLON, FALLON_HOURS, FALLON_TIMEZONE } from './fallon.ts';
