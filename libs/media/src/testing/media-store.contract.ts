import { newId } from '@furrow/kernel';
import { describe, expect, it } from '@jest/globals';
import type { Transaction } from '@furrow/database';
import type { MediaContent } from '../content/media-content.ts';
import type { MediaStore } from '../media-store.ts';

export interface OpenedMediaStore {
  readonly store: MediaStore;
  /** One transaction of that company. */
  transaction<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** What the URL returns; undefined if it does not exist. */
  fetch(url: string): Promise<Pick<MediaContent, 'bytes' | 'mimeType'> | undefined>;
}

const content = (text: string): MediaContent => ({
  bytes: Buffer.from(text),
  mimeType: 'image/png',
  extension: 'png',
});

/** What every media store must do. */
export function describeMediaStore(name: string, open: () => Promise<OpenedMediaStore>): void {
  describe(`${name} as a media store`, () => {
    it('shows a kept medium to everybody who has its URL', async () => {
      const { store, transaction, fetch } = await open();
      const company = newId();
      const key = await store.put(company, content('a photo'));
      await transaction(company, (tx) => store.keep(tx, [key]));
      const { bytes, mimeType } = (await fetch(await store.urlOf(key)))!;
      expect({ text: bytes.toString(), mimeType }).toEqual({ text: 'a photo', mimeType: 'image/png' });
    });

    it('stores each medium under a random key of its company', async () => {
      const { store } = await open();
      const company = newId();
      const keys = await Promise.all(
        Array.from({ length: 5 }, () => store.put(company, content('the same'))),
      );
      expect(new Set(keys).size).toBe(5);
      for (const key of keys) expect(key).toMatch(new RegExp(`^${company}/[0-9a-f]{40}\\.png$`));
    });

    it('keeps several at once, also again, and none at all', async () => {
      const { store, transaction, fetch } = await open();
      const company = newId();
      const keys = [await store.put(company, content('one')), await store.put(company, content('two'))];
      await transaction(company, (tx) => store.keep(tx, [...keys, ...keys]));
      await transaction(company, (tx) => store.keep(tx, keys));
      await transaction(company, (tx) => store.keep(tx, []));
      const shown = await Promise.all(keys.map(async (key) => fetch(await store.urlOf(key))));
      expect(shown.map((medium) => String(medium?.bytes))).toEqual(['one', 'two']);
    });

    it('fails to keep a missing medium', async () => {
      const { store, transaction } = await open();
      const [own, other] = [newId(), newId()];
      const key = await store.put(own, content('own'));
      const missing = key.replace(/[0-9a-f]{40}/, '0'.repeat(40));
      await expect(transaction(own, (tx) => store.keep(tx, [key, missing]))).rejects.toThrow('not there');
      await expect(transaction(other, (tx) => store.keep(tx, [key]))).rejects.toThrow('not there');
    });

    it('discards only media that are not kept', async () => {
      const { store, transaction, fetch } = await open();
      const company = newId();
      const [kept, left] = [
        await store.put(company, content('kept')),
        await store.put(company, content('left')),
      ];
      await transaction(company, (tx) => store.keep(tx, [kept]));
      await store.discard([kept, left, 'no key']);
      await expect(transaction(company, (tx) => store.keep(tx, [left]))).rejects.toThrow('not there');
      await store.discard([left]);
      expect(await fetch(await store.urlOf(kept))).toBeDefined();
      expect(await fetch(await store.urlOf(left))).toBeUndefined();
      await expect(transaction(company, (tx) => store.keep(tx, [left]))).rejects.toThrow('not there');
    });
  });
}
