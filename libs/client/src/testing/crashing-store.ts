import type { Entry } from '../outbox/entry.ts';
import type { Media } from '../outbox/media.ts';
import type { MediaOfEntry, OutboxStore } from '../outbox/outbox-store.ts';

/** The process ended. */
export class Crash extends Error {}

/** As browsers call it. */
class QuotaExceeded extends Error {
  override readonly name = 'QuotaExceededError';
}
export const isQuotaExceeded = (error: unknown): boolean => error instanceof QuotaExceeded;

/** A store whose process ends at its nth write, before or after the data is on disk, and whose disk may be full. */
export class CrashingStore implements OutboxStore {
  /** What cannot be done for lack of space. */
  full: 'no' | 'put' | 'put and remove' = 'no';
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
    if (this.full !== 'no') return Promise.reject(new QuotaExceeded());
    return this.#write(() => this.disk.put(entries, media));
  }

  async media(entryId: string): Promise<Media[]> {
    if (this.#isDead) throw new Crash();
    return (await this.disk.media?.(entryId)) ?? [];
  }

  remove(ids: readonly string[]): Promise<void> {
    if (this.full === 'put and remove') return Promise.reject(new QuotaExceeded());
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
