export type { Answer, BodyOf, Call, CodeOf, Furrow } from './answer.ts';
export type { components, paths } from './generated/api.ts';
export type { Credentials, GetToken } from './credentials.ts';
export { createFurrow, type FurrowOptions } from './furrow.ts';
export { type FieldProblem, FurrowError, type LocalCode } from './furrow-error.ts';
export type { Timing } from './outbox/delivery/back-off.ts';
export { type Limits, OutboxFull } from './outbox/capacity.ts';
export type {
  Entry,
  Held,
  Item,
  ItemEntry,
  Problem,
  RecordEntry,
  Refused,
  SessionEntry,
} from './outbox/entry.ts';
export type { OutboxEvent, OutboxListener, Sent, SyncReport } from './outbox/events.ts';
export type { NewClosing } from './outbox/kinds/closing.ts';
export type { NewFormRecord } from './outbox/kinds/form-record.ts';
export type { ItemBody, Kind, NewItem } from './outbox/kinds/index.ts';
export type { NewRecord } from './outbox/kinds/record.ts';
export type { NewSession } from './outbox/kinds/session.ts';
export type { NewShift, NewShiftEnd } from './outbox/kinds/shift.ts';
export type { NewTreatment } from './outbox/kinds/treatment.ts';
export type { NewVoid } from './outbox/kinds/voiding.ts';
export type { NewWorker } from './outbox/kinds/worker.ts';
export { type Media, MediaTooLarge, type NewMedia } from './outbox/media.ts';
export { newId } from './outbox/new-id.ts';
export { Outbox, type OutboxOptions, type OutboxStatus } from './outbox/outbox.ts';
export type { MediaOfEntry, OutboxStore } from './outbox/outbox-store.ts';
export { everyItem, type PageQuery } from './pages.ts';
export { IndexedDbStore } from './stores/indexed-db-store.ts';
export { type KeyValueStorage, KeyValueStore } from './stores/key-value-store.ts';
export { MemoryStore } from './stores/memory-store.ts';
