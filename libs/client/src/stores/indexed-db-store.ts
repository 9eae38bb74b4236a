import type { Entry } from '../outbox/entry.ts';
import type { Media } from '../outbox/media.ts';
import type { MediaOfEntry, OutboxStore } from '../outbox/outbox-store.ts';
import type { IdbDatabase, IdbFactory, IdbObjects, IdbRequest } from './indexed-db.ts';
import { inTurn } from './turns.ts';

const ENTRIES = 'entries';
/** Files, by the id of their entry; since version 2. */
const MEDIA = 'media';
const VERSION = 2;

/** A browser's database: larger than localStorage, and available in service workers. Use one name per user. */
export class IndexedDbStore implements OutboxStore {
  #database: Promise<IdbDatabase> | undefined;

  constructor(
    private readonly name = 'furrow-outbox',
    private readonly factory = (globalThis as { indexedDB?: unknown }).indexedDB as IdbFactory,
  ) {}

  async load(): Promise<Entry[]> {
    const database = await this.#open();
    return answerOf(database.transaction(ENTRIES, 'readonly').objectStore(ENTRIES).getAll()) as Promise<
      Entry[]
    >;
  }

  put(entries: readonly Entry[], media: readonly MediaOfEntry[] = []): Promise<void> {
    return this.#write((objects, files) => {
      entries.forEach((entry) => objects.put(entry));
      media.forEach(({ entryId, media: of }) => files.put({ id: entryId, media: of }));
    });
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#write((objects, files) =>
      ids.forEach((id) => {
        objects.delete(id);
        files.delete(id);
      }),
    );
  }

  async media(entryId: string): Promise<Media[]> {
    const database = await this.#open();
    const kept = await answerOf(database.transaction(MEDIA, 'readonly').objectStore(MEDIA).get(entryId));
    return (kept as { media: Media[] } | undefined)?.media ?? [];
  }

  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return inTurn(`furrow-outbox:${this.name}`, work, signal);
  }

  async #write(work: (objects: IdbObjects, media: IdbObjects) => void): Promise<void> {
    const database = await this.#open();
    // Without `strict` a browser reports success before the data would survive a power cut.
    const transaction = database.transaction([ENTRIES, MEDIA], 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(asError(transaction.error));
    });
    work(transaction.objectStore(ENTRIES), transaction.objectStore(MEDIA));
    await done;
  }

  #open(): Promise<IdbDatabase> {
    this.#database ??= this.#connect().catch((error: unknown) => {
      this.#database = undefined;
      throw error;
    });
    return this.#database;
  }

  async #connect(): Promise<IdbDatabase> {
    const request = this.factory.open(this.name, VERSION);
    request.onupgradeneeded = ({ oldVersion }: { oldVersion: number }) => {
      if (oldVersion < 1) request.result.createObjectStore(ENTRIES, { keyPath: 'id' });
      request.result.createObjectStore(MEDIA, { keyPath: 'id' });
    };
    const database = await answerOf(request);
    // The browser may close it, or another tab may want to delete it: the next call opens it again.
    database.onclose = () => (this.#database = undefined);
    database.onversionchange = () => {
      database.close();
      this.#database = undefined;
    };
    return database;
  }
}

function answerOf<T>(request: IdbRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(asError(request.error));
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(`IndexedDB: ${String(error)}`, { cause: error });
}
