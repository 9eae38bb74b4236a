import { withPermit } from '@furrow/http/limits';
import { FairSemaphore } from '@furrow/concurrency';
import type { Metrics } from '@furrow/observability';
import type { Response } from 'express';

/** As long as a request waits for a connection. */
const TIMEOUT_MS = 10_000;

/**
 * Requests that are answered in some turns of the event loop, because a large farm has megabytes of what they read. A
 * company gets one after the other, so that the requests of others wait for one of them in a turn, and not for all that
 * it has sent.
 */
export abstract class CompanyPermits {
  readonly #semaphore: FairSemaphore;

  /**
   * @param name of the semaphore in the metrics
   * @param permits how many companies are answered at once
   * @param busy tells the client that it got no permit
   */
  constructor(
    metrics: Metrics,
    name: string,
    permits: number,
    private readonly busy: string,
  ) {
    this.#semaphore = new FairSemaphore({ permits, share: 1, timeoutMs: TIMEOUT_MS });
    metrics.semaphore(name, this.#semaphore);
  }

  /** @throws Overloaded if it gets no permit in time; ClientGone if it disconnected before */
  use<T>(companyId: string, response: Response, work: () => Promise<T>): Promise<T> {
    return withPermit(this.#semaphore, response, { companyId, busy: this.busy }, work);
  }
}
