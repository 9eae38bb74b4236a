import type { LastUseRepository } from '../ports.ts';

const AT_ONCE = 500;

/**
 * When each API token was last used: collected in memory, one entry for a token, and written periodically, so that no
 * request waits for it.
 */
export class LastUse {
  #noted = new Map<string, Date>();

  constructor(private readonly store: LastUseRepository) {}

  note(keyId: string, at: Date): void {
    this.#noted.set(keyId, at);
  }

  /** Writes the uses since the last time; those that cannot be written are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#noted.size === 0) return;
    const left = this.#noted;
    this.#noted = new Map();
    try {
      const noted = Array.from(left, ([keyId, at]) => ({ keyId, at }));
      for (let start = 0; start < noted.length; start += AT_ONCE) {
        const slice = noted.slice(start, start + AT_ONCE);
        const setAside = new Set(await this.store.record(slice));
        for (const use of slice) if (!setAside.has(use)) left.delete(use.keyId);
      }
    } finally {
      this.#noted = new Map([...left, ...this.#noted]);
    }
  }
}
