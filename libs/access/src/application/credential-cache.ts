import type { Clock } from '@furrow/kernel';
import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly value: T;
  readonly since: number;
}

/**
 * Caches what was found for a moment, so that a busy client costs no look-up per request. Misses are never cached.
 * Simultaneous look-ups of one key share one query. `drop` empties the cache, and the results of look-ups that are
 * under way, which may predate the change, are not cached either.
 */
export class CredentialCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;
  #running = new Map<string, Promise<T | undefined>>();

  constructor(
    private readonly clock: Clock,
    private readonly load: (key: string) => Promise<T | undefined>,
    private readonly limits: { readonly ttl: number; readonly size: number } = { ttl: 2_000, size: 10_000 },
  ) {
    this.#entries = new LRUCache({ max: limits.size });
  }

  async get(key: string): Promise<T | undefined> {
    const entry = this.#entries.get(key);
    if (entry !== undefined && this.#isFresh(entry)) return entry.value;
    return this.#running.get(key) ?? this.#look(key);
  }

  drop(): void {
    this.#entries.clear();
    this.#running = new Map();
  }

  async #look(key: string): Promise<T | undefined> {
    const running = this.#running;
    const found = this.load(key);
    running.set(key, found);
    try {
      const value = await found;
      if (value !== undefined && running === this.#running)
        this.#entries.set(key, { value, since: this.clock.now().getTime() });
      return value;
    } finally {
      running.delete(key);
    }
  }

  #isFresh({ since }: Entry<T>): boolean {
    const age = this.clock.now().getTime() - since;
    return age >= 0 && age < this.limits.ttl; // a clock that was set back must not prolong an entry
  }
}
