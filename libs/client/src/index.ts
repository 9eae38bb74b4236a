export type { Answer, BodyOf, Call, CodeOf, Furrow } from './answer.ts';
export type { components, paths } from './api.ts';
export type { Credentials, GetToken } from './credentials.ts';
export { createFurrow, type FurrowOptions } from './furrow.ts';
export { type FieldProblem, FurrowError, type LocalCode } from './furrow-error.ts';
export type { Timing } from './outbox/back-off.ts';
export type {
  Entry,
  NewRecord,
  NewSession,
  Problem,
  RecordEntry,
  Refused,
  SessionEntry,
} from './outbox/entry.ts';
export type { OutboxEvent, OutboxListener, SyncReport } from './outbox/events.ts';
export { Outbox, type OutboxOptions } from './outbox/outbox.ts';
export type { OutboxStore } from './outbox/outbox-store.ts';
export { everyItem, type PageQuery } from './pages.ts';
export { IndexedDbStore } from './stores/indexed-db-store.ts';
export { type KeyValueStorage, KeyValueStore } from './stores/key-value-store.ts';
export { MemoryStore } from './stores/memory-store.ts';
