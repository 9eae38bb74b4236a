import { type Entry, isItem, type Item } from './entry.ts';

export interface Limits {
  /** The maximum number of stored items; 20,000 by default. */
  readonly items: number;
  /** The maximum size of their files in bytes; 500 MB by default. */
  readonly mediaBytes: number;
}

export const DEFAULT_LIMITS: Limits = { items: 20_000, mediaBytes: 500 * 1_048_576 };

/** The outbox accepts nothing more until items are sent or discarded. Stored items are not affected. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';
  readonly code = 'outbox_full';

  constructor(what: string) {
    super(`The outbox is full: it holds ${what}. Sync or discard some of it first.`);
  }
}

/** The content of an outbox as this instance knows it: another tab may have added items. */
export class Capacity {
  #items: number;
  #mediaBytes: number;

  constructor(
    private readonly limits: Limits,
    entries: readonly Entry[],
  ) {
    const items = entries.filter(isItem);
    this.#items = items.length;
    this.#mediaBytes = items.reduce((sum, item) => sum + mediaBytesOf(item), 0);
  }

  /** @throws OutboxFull */
  take(items: number, mediaBytes: number): void {
    if (this.#items + items > this.limits.items) throw new OutboxFull(`${this.#items} items`);
    if (this.#mediaBytes + mediaBytes > this.limits.mediaBytes)
      throw new OutboxFull(`${this.#mediaBytes} bytes of files`);
    this.#items += items;
    this.#mediaBytes += mediaBytes;
  }
}

export const mediaBytesOf = ({ media = [] }: Item): number => media.reduce((sum, { size }) => sum + size, 0);
