import type { Answer } from '../../answer.ts';
import { FurrowError } from '../../furrow-error.ts';
import type { BackOff, Timing } from './back-off.ts';
import type { OutboxListener } from '../events.ts';
import { verdictOf } from './verdict.ts';

/** A sync that ends before everything is sent. */
export class Halted extends Error {
  constructor(
    readonly reason: FurrowError,
    readonly retryAt?: Date,
  ) {
    super(reason.message, { cause: reason });
  }
}

export interface RetryLimits {
  /** Consecutive failures after which a sync gives up. */
  readonly attempts: number;
  /** A sync that would have to wait longer ends instead. */
  readonly longestWaitMs: number;
}

/** The final result of a call. */
type Outcome<Body> =
  | { readonly body: Body; readonly status: number; readonly error?: undefined }
  | { readonly body?: undefined; readonly error: FurrowError };

/** Makes one call after the other, waits if that helps, and gives up if it does not. */
export class RetryingCaller {
  constructor(
    private readonly backOff: BackOff,
    private readonly limits: RetryLimits,
    private readonly timing: Timing,
    private readonly emit: OutboxListener,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Waits until the time that the server requested in an earlier sync. */
  async waitForServer(error: FurrowError | undefined): Promise<void> {
    const ms = this.backOff.owed;
    if (ms > 0) await this.#wait(ms, error ?? FurrowError.ofResult({ status: 503 }));
  }

  /**
   * Repeats a call until repeating it would not change the answer.
   * @param isWhole whether a success has what it must have
   * @throws Halted
   */
  async call<Body>(
    send: (signal: AbortSignal | undefined) => Promise<Answer<Body>>,
    isWhole: (body: unknown, status: number) => boolean,
  ): Promise<Outcome<Body>> {
    for (;;) {
      const answer = await send(this.signal);
      if (answer.ok && isWhole(answer.body, answer.response.status))
        return { body: answer.body, status: answer.response.status };
      const error = answer.ok ? FurrowError.answered(answer.response, undefined) : answer.error;
      const verdict = verdictOf(error);
      if (verdict === 'stop') throw new Halted(error);
      if (verdict !== 'again') return { error };
      await this.failed(error);
    }
  }

  succeeded(): void {
    this.backOff.succeeded();
  }

  /** @throws Halted after the last attempt, or if the wait would be too long */
  async failed(error: FurrowError): Promise<void> {
    const ms = this.backOff.failed(error.retryAfterMs);
    if (this.backOff.failures >= this.limits.attempts) throw new Halted(error, this.#retryAt());
    await this.#wait(ms, error);
  }

  async #wait(ms: number, error: FurrowError): Promise<void> {
    if (ms > this.limits.longestWaitMs) throw new Halted(error, this.#retryAt());
    this.emit({ type: 'pausing', ms, error });
    await this.timing.sleep(ms, this.signal);
    if (this.signal?.aborted) throw new Halted(FurrowError.local('aborted', 'The caller gave the sync up.'));
  }

  #retryAt(): Date | undefined {
    const ms = this.backOff.owed;
    return ms > 0 ? new Date(this.timing.now() + ms) : undefined;
  }
}
