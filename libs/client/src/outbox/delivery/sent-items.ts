import type { Entry, Item } from '../entry.ts';
import type { OutboxStore } from '../outbox-store.ts';
import { localIdOf, nameOf, type Queue } from '../queue.ts';
import type { NewReceipt, Receipts } from './receipts.ts';

/**
 * Kinds whose ids later items need: they are few, and stay in the store until their ids are stored. Sent again, they are
 * answered with the same ids.
 */
const STAY_UNTIL_NOTED = new Set(['session', 'worker', 'shift']);

/**
 * Takes what the server has out of the store. Where the store cannot write, as on a full phone, it goes on: what was sent
 * is not sent again in this run, removing it makes space, and ids are noted once there is some.
 */
export class SentItems {
  /** Sent, but still in the store, by id. */
  readonly #left = new Map<string, Item>();
  #trouble: { readonly error: unknown } | undefined;

  constructor(
    private readonly store: OutboxStore,
    private readonly receipts: Receipts,
  ) {}

  /** The first error of the store while it could be read. */
  get trouble(): { readonly error: unknown } | undefined {
    return this.#trouble;
  }

  /** What is stored and still to be sent, with all ids. */
  async load(): Promise<Entry[]> {
    const entries = await this.store.load();
    return [...entries.filter(({ id }) => !this.#left.has(id)), ...this.receipts.unstored];
  }

  /**
   * If the process ends meanwhile, the items are sent again and recognized by their keys.
   * @param queue of which they were
   */
  async take(items: readonly Item[], ids: readonly NewReceipt[], queue: Queue, now: number): Promise<void> {
    for (const item of items) this.#left.set(item.id, item);
    const note = () => this.receipts.note(ids, now);
    if (await this.attempt(note)) return this.#remove(() => true);
    const named = queue.named(this.#left);
    await this.#remove((item) => !STAY_UNTIL_NOTED.has(item.kind) && !named.has(nameOfItem(item)));
    if (await this.attempt(() => this.receipts.note([], now))) await this.#remove(() => true);
  }

  /**
   * Changes the store.
   * @returns whether it could
   * @throws what it throws where the store cannot be read either
   */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      await this.store.load();
      this.#trouble ??= { error };
      return false;
    }
  }

  async #remove(isDue: (item: Item) => boolean): Promise<void> {
    const ids = [...this.#left.values()].filter(isDue).map(({ id }) => id);
    if (await this.attempt(() => this.store.remove(ids))) for (const id of ids) this.#left.delete(id);
  }
}

const nameOfItem = (item: Item): string => nameOf({ kind: item.kind, localId: localIdOf(item) ?? item.id });
