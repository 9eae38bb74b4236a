// As much of IndexedDB as is used here: the types of browsers are no part of this workspace, nor of React Native.

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
