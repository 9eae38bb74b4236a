import type { Entry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import type { IdbDatabase, IdbFactory, IdbObjects, IdbRequest } from './indexed-db.ts';

const ENTRIES = 'entries';

/** A browser's database: larger than localStorage, and there for service workers too. One name for each user. */
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

  put(entries: readonly Entry[]): Promise<void> {
    return this.#write((objects) => entries.forEach((entry) => objects.put(entry)));
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#write((objects) => ids.forEach((id) => objects.delete(id)));
  }

  async #write(work: (objects: IdbObjects) => void): Promise<void> {
    const database = await this.#open();
    // Without `strict` a browser calls done what a battery that dies can still take.
    const transaction = database.transaction(ENTRIES, 'readwrite', { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = transaction.onabort = () => reject(asError(transaction.error));
    });
    work(transaction.objectStore(ENTRIES));
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
    const request = this.factory.open(this.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(ENTRIES, { keyPath: 'id' });
    const database = await answerOf(request);
    // The browser may close it, or another tab want to delete it: the next call opens it again.
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
