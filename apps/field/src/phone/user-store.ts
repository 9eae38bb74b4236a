import type { Entry, Item, MediaOfEntry, OutboxStore } from '@furrow/client';
import type { Media } from '@furrow/client/outbox';
import { PhoneDatabase } from './database.ts';
import { isItem, type PhoneSession, type Row, rowOf, type SessionName, sessionOf } from './row.ts';

const STORES = ['entries', 'media', 'rows', 'sessions'] as const;

/** What is stored, in memory. */
export interface Contents {
  readonly take: (change: StoreChange) => void;
  /** The row of a record that a void names. */
  readonly recordBy: (named: RecordName) => Row | undefined;
}

export interface RecordName {
  readonly clientEventId?: string | undefined;
  readonly recordId?: string | undefined;
}

/** What of the phone's contents has changed. */
export interface StoreChange {
  readonly rows: readonly Row[];
  readonly sessions: readonly PhoneSession[];
  /** Items that are in the outbox now, and that are not any more. */
  readonly queued: readonly string[];
  readonly gone: readonly string[];
}

/**
 * Everything that this phone stores of one user. It is the store of the outbox, and writes in the same transaction what
 * the user did, so that an item is never in one of them alone.
 */
export class UserStore implements OutboxStore {
  readonly #database: PhoneDatabase;
  readonly #name: string;
  readonly #sessions = new Map<string, PhoneSession>();
  readonly #counted = new Map<string, number>();
  #contents: Contents | undefined;

  constructor(userId: string, factory?: IDBFactory) {
    this.#name = `furrow-field-${userId}`;
    this.#database = new PhoneDatabase({ name: this.#name, version: 1, upgrade: createStores }, factory);
  }

  /** @param contents is told what is stored, and each change after it */
  async open(contents: Contents): Promise<void> {
    this.#contents = contents;
    const [entries, rows, sessions] = await Promise.all([
      this.load(),
      this.#database.read(['rows'], (stores) => stores('rows').getAll() as IDBRequest<Row[]>),
      this.#database.read(['sessions'], (s) => s('sessions').getAll() as IDBRequest<PhoneSession[]>),
    ]);
    for (const session of sessions) this.#sessions.set(session.key, session);
    contents.take({ rows, sessions, queued: entries.filter(isItem).map(({ id }) => id), gone: [] });
  }

  load(): Promise<Entry[]> {
    return this.#database.read(['entries'], (s) => s('entries').getAll() as IDBRequest<Entry[]>);
  }

  async put(entries: readonly Entry[], media: readonly MediaOfEntry[] = []): Promise<void> {
    const items = entries.filter(isItem);
    const change = this.#changesOf(items);
    const voided = items.flatMap((item) => (item.kind === 'void' ? this.#voidedBy(item.body) : []));
    await this.#database.write(STORES, (stores) => {
      for (const entry of entries) stores('entries').put(entry);
      for (const { entryId, media: files } of media) stores('media').put({ id: entryId, files });
      for (const session of change.sessions) stores('sessions').put(session);
      // An item that is put again, as a refused one, has its row, which may be voided.
      for (const row of change.rows) addIfAbsent(stores('rows'), row);
      for (const row of voided) stores('rows').put(row);
    });
    this.#tell({ ...change, rows: [...change.rows, ...voided], queued: items.map(({ id }) => id), gone: [] });
    for (const item of items) if (item.kind === 'record') this.#counted.delete(item.body.clientEventId);
  }

  /** What a record in containers comes to, told before it is put: its row has units, its item has containers. */
  count(clientEventId: string, units: number): void {
    this.#counted.set(clientEventId, units);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#database.write(['entries', 'media'], (stores) => {
      for (const id of ids) for (const store of ['entries', 'media']) stores(store).delete(id);
    });
    this.#tell({ rows: [], sessions: [], queued: [], gone: ids });
  }

  async media(entryId: string): Promise<Media[]> {
    type Found = { readonly files: Media[] } | undefined;
    const found = await this.#database.read(['media'], (s) => s('media').get(entryId) as IDBRequest<Found>);
    return found?.files ?? [];
  }

  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return navigator.locks.request(this.#name, signal ? { signal } : {}, work) as Promise<T>;
  }

  /** Stores rows and sessions beside the outbox, such as what the office told. */
  async keep(rows: readonly Row[], sessions: readonly PhoneSession[] = []): Promise<void> {
    await this.#database.write(['rows', 'sessions'], (stores) => {
      for (const row of rows) stores('rows').put(row);
      for (const session of sessions) stores('sessions').put(session);
    });
    this.#tell({ rows, sessions, queued: [], gone: [] });
  }

  async drop(rows: readonly string[], sessions: readonly string[]): Promise<void> {
    await this.#database.write(['rows', 'sessions'], (stores) => {
      for (const id of rows) stores('rows').delete(id);
      for (const key of sessions) stores('sessions').delete(key);
    });
    for (const key of sessions) this.#sessions.delete(key);
  }

  /** A document of the user, such as the roster or a draft of a form. */
  async read<Content>(name: string): Promise<Content | undefined> {
    type Found = { readonly content: Content } | undefined;
    const found = await this.#database.read(
      ['documents'],
      (s) => s('documents').get(name) as IDBRequest<Found>,
    );
    return found?.content;
  }

  async write(name: string, content: unknown): Promise<void> {
    await this.#database.write(['documents'], (s) => void s('documents').put({ name, content }));
  }

  async names(prefix: string): Promise<string[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const keys = await this.#database.read(['documents'], (stores) => stores('documents').getAllKeys(range));
    return keys.map(String);
  }

  async erase(name: string): Promise<void> {
    await this.#database.write(['documents'], (stores) => void stores('documents').delete(name));
  }

  /** Deletes everything of the user. The database itself may be open in other tabs, for which deleting it would wait. */
  async clear(): Promise<void> {
    const all = [...STORES, 'documents'];
    await this.#database.write(all, (stores) => all.forEach((name) => void stores(name).clear()));
  }

  /** The key of the session that an item names. */
  readonly keyOf = ({ sessionId, sessionLocalId }: SessionName): string => {
    if (sessionLocalId !== undefined) return sessionLocalId;
    const known = [...this.#sessions.values()].find((session) => session.sessionId === sessionId);
    return known?.key ?? sessionId ?? '';
  };

  #changesOf(items: readonly Item[]): Pick<StoreChange, 'rows' | 'sessions'> {
    const opened = items.flatMap((item) => (item.kind === 'session' ? [sessionOf(item)] : []));
    const known = (key: string) => opened.find((one) => one.key === key) ?? this.#sessions.get(key);
    const closed = items.flatMap((item) => {
      const session = item.kind === 'close' ? known(this.keyOf(item.body)) : undefined;
      return session ? [{ ...session, isClosed: true as const }] : [];
    });
    // What is put again must not forget what is known since.
    const fresh = opened.filter(({ key }) => !this.#sessions.has(key));
    return {
      rows: items.map((item) => rowOf(item, this.keyOf, (id) => this.#counted.get(id))),
      sessions: [...fresh, ...closed],
    };
  }

  #voidedBy(named: RecordName): readonly Row[] {
    const row = this.#contents?.recordBy(named);
    return row ? [{ ...row, isVoided: true }] : [];
  }

  #tell(change: StoreChange): void {
    for (const session of change.sessions) this.#sessions.set(session.key, session);
    this.#contents?.take(change);
  }
}

function createStores(database: IDBDatabase): void {
  for (const name of ['entries', 'media', 'rows']) database.createObjectStore(name, { keyPath: 'id' });
  database.createObjectStore('sessions', { keyPath: 'key' });
  database.createObjectStore('documents', { keyPath: 'name' });
}

function addIfAbsent(store: IDBObjectStore, row: Row): void {
  const finding = store.getKey(row.id);
  finding.onsuccess = () => {
    if (finding.result === undefined) store.put(row);
  };
}
