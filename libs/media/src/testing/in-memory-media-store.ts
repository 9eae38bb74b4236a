import type { MediaContent } from '../content/media-content.ts';
import { newMediaKey } from '../media-key.ts';
import type { MediaStore } from '../media-store.ts';
import type { Transaction } from '@furrow/database';

/** Media in memory. What a transaction keeps stays kept even if it is rolled back. */
export class InMemoryMediaStore implements MediaStore {
  readonly stored = new Map<string, { readonly content: MediaContent; kept: boolean }>();

  /** The keys that a transaction has kept. */
  get keptKeys(): string[] {
    return [...this.stored].filter(([, { kept }]) => kept).map(([key]) => key);
  }

  async put(companyId: string, content: MediaContent): Promise<string> {
    const key = newMediaKey(companyId, content);
    this.stored.set(key, { content, kept: false });
    return key;
  }

  async keep(tx: Pick<Transaction, 'companyId'>, keys: readonly string[]): Promise<void> {
    const found = keys.map((key) => (key.startsWith(`${tx.companyId}/`) ? this.stored.get(key) : undefined));
    if (found.includes(undefined)) throw new Error('Media that a transaction refers to are not there');
    for (const medium of found) if (medium) medium.kept = true;
  }

  async release(tx: Pick<Transaction, 'companyId'>, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const medium = key.startsWith(`${tx.companyId}/`) ? this.stored.get(key) : undefined;
      if (medium) medium.kept = false;
    }
  }

  async discard(keys: readonly string[]): Promise<void> {
    for (const key of keys) if (this.stored.get(key)?.kept === false) this.stored.delete(key);
  }

  async thumbnail(key: string): Promise<Uint8Array | undefined> {
    return this.stored.get(key)?.content.bytes;
  }

  async urlOf(key: string): Promise<string> {
    return `memory:${key}`;
  }
}
