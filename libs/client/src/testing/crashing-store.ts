import type { Entry } from '../outbox/entry.ts';
import type { Media } from '../outbox/media.ts';
import type { MediaOfEntry, OutboxStore } from '../outbox/outbox-store.ts';

/** The process ended. */
export class Crash extends Error {}

/** A store whose process ends at its nth write, before or after the data is on disk. */
export class CrashingStore implements OutboxStore {
  #writes = 0;
  #isDead = false;

  constructor(
    private readonly disk: OutboxStore,
    protected readonly crash: { readonly atWrite: number; readonly written: boolean } | undefined,
  ) {}

  async load(): Promise<Entry[]> {
    if (this.#isDead) throw new Crash();
    return this.disk.load();
  }

  put(entries: readonly Entry[], media?: readonly MediaOfEntry[]): Promise<void> {
    return this.#write(() => this.disk.put(entries, media));
  }

  async media(entryId: string): Promise<Media[]> {
    if (this.#isDead) throw new Crash();
    return (await this.disk.media?.(entryId)) ?? [];
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#write(() => this.disk.remove(ids));
  }

  async #write(work: () => Promise<void>): Promise<void> {
    if (this.#isDead) throw new Crash();
    if (this.#writes++ !== this.crash?.atWrite) return work();
    this.#isDead = true;
    if (this.crash.written) await work();
    throw new Crash();
  }
}

/** The same with locks between tabs, which are released with their process. */
export class LockedCrashingStore extends CrashingStore {
  constructor(
    private readonly shared: OutboxStore,
    crash: { readonly atWrite: number; readonly written: boolean } | undefined,
  ) {
    super(shared, crash);
  }

  exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.shared.exclusively?.(work, signal) ?? work();
  }
}
