import type { Entry } from '../outbox/entry.ts';
import { fromBase64, type Media, toBase64 } from '../outbox/media.ts';
import type { MediaOfEntry, OutboxStore } from '../outbox/outbox-store.ts';
import { inTurn } from './turns.ts';

interface Items {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** React Native's AsyncStorage, a browser's localStorage, or anything with the same methods. */
export type KeyValueStorage = Items &
  (
    | { getAllKeys(): Promise<readonly string[]> }
    | { readonly length: number; key(index: number): string | null }
  );

/** AsyncStorage on Android cannot read values of 2 MB. A multiple of 3, so that pieces of base64 can be joined. */
const PIECE_BYTES = 600_000;

interface Listed {
  readonly field: string;
  readonly type: string;
  readonly pieces: number;
}

/**
 * One key per entry, all with one prefix: name it after the signed-in user. Files are stored in pieces of base64,
 * beside their list, and take a third more than their size.
 */
export class KeyValueStore implements OutboxStore {
  readonly #prefix: string;
  readonly #mediaPrefix: string;
  #swept: Promise<void> | undefined;

  constructor(
    private readonly storage: KeyValueStorage,
    prefix = 'furrow-outbox',
  ) {
    this.#prefix = `${prefix}/`;
    this.#mediaPrefix = `${prefix}:media/`;
  }

  async load(): Promise<Entry[]> {
    await (this.#swept ??= this.#sweep());
    const keys = (await allKeys(this.storage)).filter((key) => key.startsWith(this.#prefix));
    const texts = await Promise.all(keys.map(async (key) => this.storage.getItem(key)));
    return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text) as Entry]));
  }

  async put(entries: readonly Entry[], media: readonly MediaOfEntry[] = []): Promise<void> {
    for (const { entryId, media: files } of media) await this.#putMedia(entryId, files);
    const put = async (entry: Entry) => this.storage.setItem(this.#prefix + entry.id, JSON.stringify(entry));
    await Promise.all(entries.map(put));
  }

  async remove(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map(async (id) => this.storage.removeItem(this.#prefix + id)));
    for (const id of ids) await this.#removeMedia(id);
  }

  async media(entryId: string): Promise<Media[]> {
    const files: Media[] = [];
    for (const [i, { field, type, pieces }] of (await this.#listed(entryId)).entries()) {
      const texts: string[] = [];
      for (let piece = 0; piece < pieces; piece++)
        texts.push((await this.storage.getItem(this.#keyOf(entryId, i, piece))) ?? '');
      files.push({ field, type, bytes: fromBase64(texts.join('')) });
    }
    return files;
  }

  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return inTurn(this.#prefix, work, signal);
  }

  /** The list first: it names the pieces to remove if writing is interrupted. */
  async #putMedia(entryId: string, files: readonly Media[]): Promise<void> {
    const listed = files.map(({ field, type, bytes }): Listed => {
      return { field, type, pieces: Math.ceil(bytes.length / PIECE_BYTES) };
    });
    await this.storage.setItem(this.#mediaPrefix + entryId, JSON.stringify(listed));
    for (const [i, { bytes }] of files.entries())
      for (let piece = 0; piece * PIECE_BYTES < bytes.length; piece++) {
        const part = bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
        await this.storage.setItem(this.#keyOf(entryId, i, piece), toBase64(part));
      }
  }

  async #removeMedia(entryId: string): Promise<void> {
    const listed = await this.#listed(entryId);
    if (listed.length === 0) return;
    for (const [i, { pieces }] of listed.entries())
      for (let piece = 0; piece < pieces; piece++)
        await this.storage.removeItem(this.#keyOf(entryId, i, piece));
    await this.storage.removeItem(this.#mediaPrefix + entryId);
  }

  async #listed(entryId: string): Promise<readonly Listed[]> {
    const text = await this.storage.getItem(this.#mediaPrefix + entryId);
    return text === null ? [] : (JSON.parse(text) as Listed[]);
  }

  #keyOf(entryId: string, file: number, piece: number): string {
    return `${this.#mediaPrefix}${entryId}/${file}/${piece}`;
  }

  /** Removes files whose entry was never written because the app ended; runs once, before anything else. */
  async #sweep(): Promise<void> {
    const keys = await allKeys(this.storage);
    const known = new Set(keys);
    for (const key of keys) {
      const id = key.startsWith(this.#mediaPrefix) ? key.slice(this.#mediaPrefix.length) : undefined;
      if (id !== undefined && !/\/\d+\/\d+$/.test(id) && !known.has(this.#prefix + id))
        await this.#removeMedia(id);
    }
  }
}

async function allKeys(storage: KeyValueStorage): Promise<readonly string[]> {
  if ('getAllKeys' in storage) return storage.getAllKeys();
  return Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '');
}
