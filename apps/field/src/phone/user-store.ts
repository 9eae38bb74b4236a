import type { Entry, Item, MediaOfEntry, OutboxStore } from '@furrow/client';
import type { Media } from '@furrow/client/outbox';
import { PhoneDatabase } from './database.ts';
import { addIfAbsent, createStores, putDocument, STORES } from './layout.ts';
import {
  type Along,
  isItem,
  itemKeyOf,
  type PhoneSession,
  type Row,
  rowOf,
  type SessionName,
  sessionOf,
} from './row.ts';

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
  readonly #along = new Map<string, Along>();
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
    const documents = items.flatMap((item) =>
      Object.entries(this.#along.get(itemKeyOf(item))?.documents ?? {}),
    );
    await this.#database.write(STORES, (stores) => {
      for (const entry of entries) stores('entries').put(entry);
      for (const { entryId, media: files } of media) stores('media').put({ id: entryId, files });
      for (const session of change.sessions) stores('sessions').put(session);
      // An item that is put again, as a refused one, has its row, which may be voided.
      for (const row of change.rows) addIfAbsent(stores('rows'), row);
      for (const row of voided) stores('rows').put(row);
      for (const [name, content] of documents) putDocument(stores('documents'), name, content);
    });
    this.#tell({ ...change, rows: [...change.rows, ...voided], queued: items.map(({ id }) => id), gone: [] });
    for (const item of items) this.#along.delete(itemKeyOf(item));
  }

  /** What is to be stored with an item, told before it is put, by its key. */
  putAlong(key: string, along: Along): void {
    this.#along.set(key, along);
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

  /** @param content null erases it */
  async write(name: string, content: unknown): Promise<void> {
    await this.#database.write(['documents'], (stores) => putDocument(stores('documents'), name, content));
  }

  async names(prefix: string): Promise<string[]> {
    const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
    const keys = await this.#database.read(['documents'], (stores) => stores('documents').getAllKeys(range));
    return keys.map(String);
  }

  /** Deletes everything of the user. The database itself may be open in other tabs, for which deleting it would wait. */
  async clear(): Promise<void> {
    await this.#database.write(STORES, (stores) => STORES.forEach((name) => void stores(name).clear()));
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
      rows: items.map((item) => rowOf(item, this.keyOf, (id) => this.#along.get(id)?.units)),
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
