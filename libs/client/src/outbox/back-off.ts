/** Time and chance, for tests to take over. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 up to, but not, 1. */
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
 * How long to wait after a failure: anything up to a bound that doubles with each one in a row, so that a thousand
 * phones that lost the same server do not all come back in the same second. Where the server said when to come back,
 * the wait begins there, and the next sync knows of it too.
 */
export class BackOff {
  #failures = 0;
  #closedUntil = 0;

  constructor(
    private readonly baseMs: number,
    private readonly capMs: number,
    private readonly timing: Timing,
  ) {}

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds that the server still wants to be left alone. */
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
