import type { Entry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';

interface Items {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** React Native's AsyncStorage, a browser's localStorage, or anything of the shape of either. */
export type KeyValueStorage = Items &
  (
    | { getAllKeys(): Promise<readonly string[]> }
    | { readonly length: number; key(index: number): string | null }
  );

/** An entry a key, all under one prefix: name it after the signed-in user. */
export class KeyValueStore implements OutboxStore {
  readonly #prefix: string;

  constructor(
    private readonly storage: KeyValueStorage,
    prefix = 'furrow-outbox',
  ) {
    this.#prefix = `${prefix}/`;
  }

  async load(): Promise<Entry[]> {
    const keys = (await allKeys(this.storage)).filter((key) => key.startsWith(this.#prefix));
    const texts = await Promise.all(keys.map(async (key) => this.storage.getItem(key)));
    return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Entry]));
  }

  async put(entries: readonly Entry[]): Promise<void> {
    const put = async (entry: Entry) => this.storage.setItem(this.#prefix + entry.id, JSON.stringify(entry));
    await Promise.all(entries.map(put));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map(async (id) => this.storage.removeItem(this.#prefix + id)));
  }
}

async function allKeys(storage: KeyValueStorage): Promise<readonly string[]> {
  if ('getAllKeys' in storage) return storage.getAllKeys();
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
}
