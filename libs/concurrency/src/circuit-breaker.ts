import { setTimeout as delay } from 'node:timers/promises';

export interface CircuitBreakerOptions {
  /** Resolves when what it protects answers. */
  probe(signal: AbortSignal): Promise<unknown>;
  /** The pause before a probe of an open breaker, which doubles up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** How long an answer to `check` may take. */
  readonly answerMs?: number;
  /** Called when it opens or closes. @param cause why it opens */
  onChange?(isOpen: boolean, cause?: unknown): void;
}

/**
 * Open while something is away: then nothing is tried but periodic probes, and the first that is answered closes it.
 */
export class CircuitBreaker {
  /** Since when it is open, by `performance.now()`. */
  #openedAt: number | undefined;
  #isProbing = false;
  #pauseMs: number;
  #waiting = new Set<() => void>();
  readonly #stopping = new AbortController();

  constructor(private readonly options: CircuitBreakerOptions) {
    this.#pauseMs = options.pauseMs;
  }

  get isOpen(): boolean {
    return this.#openedAt !== undefined;
  }

  /** 0 while it is closed. */
  get openForSeconds(): number {
    return this.#openedAt === undefined ? 0 : (performance.now() - this.#openedAt) / 1_000;
  }

  /** Opens it after a failure. */
  trip(cause: unknown): void {
    this.#open(cause);
    void this.#probe();
  }

  /** Probes, and opens it unless that is answered in time. */
  check(): void {
    void this.#probe();
  }

  /** After a success, so that the next opening probes soon. */
  reset(): void {
    this.#pauseMs = this.options.pauseMs;
  }

  /** Calls back when it closes. */
  whenClosed(resume: () => void): void {
    this.#waiting.add(resume);
  }

  forget(resume: () => void): void {
    this.#waiting.delete(resume);
  }

  /** Ends the probes. */
  stop(): void {
    this.#stopping.abort();
  }

  #open(cause?: unknown): void {
    if (this.isOpen || this.#isStopped) return;
    this.#openedAt = performance.now();
    this.options.onChange?.(true, cause);
  }

  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const { answerMs } = this.options;
    const late = answerMs === undefined ? undefined : setTimeout(() => this.#open(), answerMs).unref();
    let isAnswered = false;
    while (!isAnswered && !this.#isStopped) {
      if (this.isOpen) await this.#pause();
      isAnswered = await this.#isAnswered();
    }
    clearTimeout(late);
    this.#isProbing = false;
    if (isAnswered) this.#close();
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #isAnswered(): Promise<boolean> {
    if (this.#isStopped) return false;
    try {
      await this.options.probe(this.#stopping.signal);
      return true;
    } catch (error) {
      this.#open(error);
      return false;
    }
  }

  async #pause(): Promise<void> {
    const options = { signal: this.#stopping.signal, ref: false };
    const pause = delay(this.#pauseMs, undefined, options).catch(() => undefined); // ended by `stop`
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.options.longestPauseMs);
    await pause;
  }

  #close(): void {
    if (!this.isOpen || this.#isStopped) return;
    this.#openedAt = undefined;
    this.options.onChange?.(false);
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const resume of waiting) resume();
  }
}
