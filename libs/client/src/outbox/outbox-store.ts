import type { Entry } from './entry.ts';

/**
 * Where an outbox keeps its entries: one store for each signed-in user. What `put` has resolved must survive the end
 * of the process.
 */
export interface OutboxStore {
  /** Everything that is kept, in any order. */
  load(): Promise<Entry[]>;
  /** Adds entries, or replaces those of the same id. */
  put(entries: readonly Entry[]): Promise<void>;
  /** Ids that are not there are none to worry about. */
  remove(ids: readonly string[]): Promise<void>;
}
