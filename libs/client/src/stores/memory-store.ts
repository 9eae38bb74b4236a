import type { Entry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';

/** Forgets everything with the process: for tests, and for programs that read from something that lasts. */
export class MemoryStore implements OutboxStore {
  readonly #texts = new Map<string, string>();

  async load(): Promise<Entry[]> {
    return [...this.#texts.values()].map((text) => JSON.parse(text) as Entry);
  }

  async put(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) this.#texts.set(entry.id, JSON.stringify(entry));
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#texts.delete(id);
  }
}
