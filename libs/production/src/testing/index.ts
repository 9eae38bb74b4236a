export { aDraft, anOpening, anOwner, aRecord, aSession, OPENED_AT } from './builders.ts';
export { aFarm, type Farm } from './farm.ts';
export { InMemoryProduction, InMemoryQualityRepository, MarkedSnapshots } from './in-memory-production.ts';
export { sumsOf, talliesOf, type Tally } from './recount.ts';
