import type { Entry } from './entry.ts';
import type { Media } from './media.ts';

/** The files of an item, stored with it. */
export interface MediaOfEntry {
  readonly entryId: string;
  readonly media: readonly Media[];
}

/**
 * Where an outbox stores its entries: one store per signed-in user. What `put` has stored must survive the end of the
 * process.
 */
export interface OutboxStore {
  /** All entries without files, in any order. */
  load(): Promise<Entry[]>;
  /**
   * Adds entries, or replaces those with the same ids.
   * @param media files of some of the entries, stored before the entries; the files of others stay unchanged
   */
  put(entries: readonly Entry[], media?: readonly MediaOfEntry[]): Promise<void>;
  /** Removes entries with their files. Unknown ids are ignored. */
  remove(ids: readonly string[]): Promise<void>;
  /** An entry's files in order. A store without this method accepts only items without files. */
  media?(entryId: string): Promise<Media[]>;
  /**
   * Runs `work` while no other tab or process with this store runs theirs. If a store has no such method, the app must
   * ensure that only one outbox syncs at a time; records and sessions tolerate concurrent syncs.
   * @throws if the signal aborts before it is its turn
   */
  exclusively?<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}
