// The part of IndexedDB used here, because this workspace and React Native do not have the browsers' types.

export interface IdbFactory {
  open(name: string, version: number): IdbRequest<IdbDatabase> & { onupgradeneeded: unknown };
}

export interface IdbRequest<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: unknown;
  onerror: unknown;
}

export interface IdbDatabase {
  createObjectStore(name: string, options: { keyPath: string }): unknown;
  transaction(
    stores: string | string[],
    mode: 'readonly' | 'readwrite',
    options?: { durability: 'strict' },
  ): IdbTransaction;
  close(): void;
  onclose: unknown;
  onversionchange: unknown;
}

interface IdbTransaction {
  readonly error: unknown;
  objectStore(name: string): IdbObjects;
  oncomplete: unknown;
  onerror: unknown;
  onabort: unknown;
}

export interface IdbObjects {
  getAll(): IdbRequest<unknown[]>;
  get(key: string): IdbRequest<unknown>;
  put(value: object): unknown;
  delete(key: string): unknown;
}
