import type { Entry } from './entry.ts';
import type { Media } from './media.ts';

/** An item's files, stored with it. */
export interface MediaOfEntry {
  readonly entryId: string;
  readonly media: readonly Media[];
}

/**
 * Where an outbox keeps its entries: one store for each signed-in user. What `put` has resolved must survive the end
 * of the process.
 */
export interface OutboxStore {
  /** Everything that is kept but files, in any order. */
  load(): Promise<Entry[]>;
  /**
   * Adds entries, or replaces those of the same id.
   * @param media files of entries among them, there before the entry is; the files of others stay as they are
   */
  put(entries: readonly Entry[], media?: readonly MediaOfEntry[]): Promise<void>;
  /** With their files. Ids that are not there are none to worry about. */
  remove(ids: readonly string[]): Promise<void>;
  /** An entry's files in their order. A store without this takes items without files alone. */
  media?(entryId: string): Promise<Media[]>;
  /**
   * Runs `work` while nobody else who has this store open, in another tab or process, runs theirs. Where a store has
   * no such method, the app sees to it that one outbox at a time syncs; records and sessions bear it otherwise.
   * @throws when the signal aborts before it is its turn
   */
  exclusively?<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
