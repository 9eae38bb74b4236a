import type { LastUseRepository } from '../ports.ts';

/** When each API token was last used: collected in memory and written periodically, so that no request waits for it. */
export class LastUse {
  #noted = new Map<string, Date>();

  constructor(private readonly store: LastUseRepository) {}

  note(keyId: string, at: Date): void {
    this.#noted.set(keyId, at);
  }

  /** Writes the uses since the last time; those that cannot be written are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#noted.size === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    try {
      await this.store.record(Array.from(noted, ([keyId, at]) => ({ keyId, at })));
    } catch (error) {
      this.#noted = new Map([...noted, ...this.#noted]);
      throw error;
    }
  }
}
