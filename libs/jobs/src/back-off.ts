const FIRST_MS = 5_000;
const LONGEST_MS = 15 * 60_000;
/** Beyond it, what failed the longest ago is forgotten, and tried again. */
const MOST = 10_000;

interface Failures {
  count: number;
  /** When it may be tried again, by the same clock. */
  dueAt: number;
}

/**
 * What has failed, and when it may be tried again: after 5 s, then after twice as long each time, up to 15 minutes. In
 * the memory of one process, because a restart costs one more attempt.
 */
export class BackOff {
  readonly #failed = new Map<string, Failures>();

  /** @param now milliseconds */
  constructor(private readonly now = () => performance.now()) {}

  get size(): number {
    return this.#failed.size;
  }

  isDue(key: string): boolean {
    const failures = this.#failed.get(key);
    return failures === undefined || failures.dueAt <= this.now();
  }

  hasFailed(key: string): boolean {
    return this.#failed.has(key);
  }

  /** @returns whether it is the first failure in a row, which is worth telling */
  failed(key: string): boolean {
    const count = (this.#failed.get(key)?.count ?? 0) + 1;
    this.#failed.delete(key);
    const [oldest] = this.#failed.keys();
    if (this.#failed.size >= MOST && oldest !== undefined) this.#failed.delete(oldest);
    const pauseMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (count - 1));
    this.#failed.set(key, { count, dueAt: this.now() + pauseMs });
    return count === 1;
  }

  /** @returns whether it had failed before */
  succeeded(key: string): boolean {
    return this.#failed.delete(key);
  }
}
