/** What a transaction works on: the stores it named. */
export type Stores = (name: string) => IDBObjectStore;

export interface Layout {
  readonly name: string;
  readonly version: number;
  readonly upgrade: (database: IDBDatabase, before: number) => void;
}

/**
 * A database of this browser. What fails because the browser has dropped the connection is tried once more on a fresh
 * one: Safari ends them when a page comes back from the background.
 */
export class PhoneDatabase {
  #opened: Promise<IDBDatabase> | undefined;

  constructor(
    private readonly layout: Layout,
    private readonly factory: IDBFactory = indexedDB,
  ) {}

  read<Found>(stores: readonly string[], work: (stores: Stores) => IDBRequest<Found>): Promise<Found> {
    return this.#attempt(async (database) => {
      const transaction = database.transaction(stores, 'readonly');
      return resultOf(work((name) => transaction.objectStore(name)));
    });
  }

  /** All of it is stored, and would survive a power cut, or nothing. */
  write(stores: readonly string[], work: (stores: Stores) => void): Promise<void> {
    return this.#attempt(async (database) => {
      const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(errorOf(transaction.error));
      });
      try {
        work((name) => transaction.objectStore(name));
      } catch (error) {
        transaction.abort();
        await done.catch(() => undefined);
        throw error;
      }
      await done;
    });
  }

  async #attempt<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result> {
    try {
      return await work(await this.#open());
    } catch (error) {
      if (!isOfTheConnection(error)) throw error;
      this.#drop();
      return work(await this.#open());
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= this.#connect().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  async #connect(): Promise<IDBDatabase> {
    const { name, version, upgrade } = this.layout;
    const request = this.factory.open(name, version);
    request.onupgradeneeded = ({ oldVersion }) => upgrade(request.result, oldVersion);
    const database = await resultOf(request);
    database.onclose = () => (this.#opened = undefined);
    database.onversionchange = () => this.#drop();
    return database;
  }

  #drop(): void {
    const opened = this.#opened;
    this.#opened = undefined;
    void opened?.then(
      (database) => database.close(),
      () => undefined,
    );
  }
}

/** Errors after which the same call succeeds on another connection; a full phone is not one of them. */
const isOfTheConnection = (error: unknown): boolean =>
  error instanceof DOMException &&
  ['InvalidStateError', 'UnknownError', 'AbortError', 'TransactionInactiveError'].includes(error.name);

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(errorOf(request.error));
  });
}

const errorOf = (error: DOMException | null): Error => error ?? new Error('IndexedDB ended a transaction.');
