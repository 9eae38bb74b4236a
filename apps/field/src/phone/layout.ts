import type { Row } from './row.ts';

/** The object stores of a user's database. */
export const STORES = ['entries', 'media', 'rows', 'sessions', 'documents'] as const;

export function createStores(database: IDBDatabase): void {
  for (const name of ['entries', 'media', 'rows']) database.createObjectStore(name, { keyPath: 'id' });
  database.createObjectStore('sessions', { keyPath: 'key' });
  database.createObjectStore('documents', { keyPath: 'name' });
}

/** @param content null erases it */
export function putDocument(store: IDBObjectStore, name: string, content: unknown): void {
  if (content === null) store.delete(name);
  else store.put({ name, content });
}

/** A row that is there may be voided. */
export function addIfAbsent(store: IDBObjectStore, row: Row): void {
  const finding = store.getKey(row.id);
  finding.onsuccess = () => {
    if (finding.result === undefined) store.put(row);
  };
}
