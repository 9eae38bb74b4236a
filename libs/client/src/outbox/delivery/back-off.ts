/** Time and randomness, replaceable in tests. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this time, or at once if the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** At least 0 and less than 1. */
  random(): number;
}

export const REAL_TIME: Timing = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (signal?.aborted) done();
      else signal?.addEventListener('abort', done);
    }),
  random: () => Math.random(),
};

/**
 * How long to wait after a failure: a random time up to a bound that doubles with each consecutive failure, so that a
 * thousand phones that lost the same server do not all return in the same second. If the server requested a time, the
 * wait begins after that, and the next sync respects it too.
 */
export class BackOff {
  #failures = 0;
  #closedUntil = 0;

  constructor(
    private readonly baseMs: number,
    private readonly capMs: number,
    private readonly timing: Timing,
  ) {}

  /** Consecutive failures. */
  get failures(): number {
    return this.#failures;
  }

  /** The rest of the time that the server requested, in milliseconds. */
  get owed(): number {
    return Math.max(0, this.#closedUntil - this.timing.now());
  }

  succeeded(): void {
    this.#failures = 0;
  }

  /** @returns how long to wait, in milliseconds */
  failed(retryAfterMs = 0): number {
    const bound = Math.min(this.capMs, this.baseMs * 2 ** this.#failures++);
    if (retryAfterMs > 0) this.#closedUntil = this.timing.now() + retryAfterMs;
    return retryAfterMs + this.timing.random() * bound;
  }
}
