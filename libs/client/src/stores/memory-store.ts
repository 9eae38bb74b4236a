import type { Entry } from '../outbox/entry.ts';
import type { Media } from '../outbox/media.ts';
import type { MediaOfEntry, OutboxStore } from '../outbox/outbox-store.ts';
import { newId } from '../outbox/new-id.ts';
import { inTurn } from './turns.ts';

/** Lost with the process: for tests, and for programs that read from a durable source. */
export class MemoryStore implements OutboxStore {
  readonly #texts = new Map<string, string>();
  readonly #media = new Map<string, Media[]>();
  readonly #name = `furrow-outbox:memory:${newId()}`;

  async load(): Promise<Entry[]> {
    return [...this.#texts.values()].map((text) => JSON.parse(text) as Entry);
  }

  async put(entries: readonly Entry[], media: readonly MediaOfEntry[] = []): Promise<void> {
    for (const { entryId, media: files } of media) this.#media.set(entryId, [...files]);
    for (const entry of entries) this.#texts.set(entry.id, JSON.stringify(entry));
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#texts.delete(id);
      this.#media.delete(id);
    }
  }

  async media(entryId: string): Promise<Media[]> {
    return this.#media.get(entryId) ?? [];
  }

  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return inTurn(this.#name, work, signal);
  }
}
