import { permit } from '@furrow/http/limits';
import { FairSemaphore } from '@furrow/concurrency';
import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

const MOST = 4;
/** As long as a request waits for a connection. */
const TIMEOUT_MS = 10_000;

/**
 * An answer has everybody at work, megabytes for a large farm, and is made in some turns of the event loop. A company gets
 * one after the other, so that the requests of others wait for one of them in a turn, and not for all that it has sent.
 */
@Injectable()
export class RestReads {
  readonly #semaphore = new FairSemaphore({ permits: MOST, share: 1, timeoutMs: TIMEOUT_MS });

  constructor(metrics: Metrics) {
    metrics.semaphore('rest_reads', this.#semaphore);
  }

  /** @throws Overloaded if its turn does not come in time; ClientGone if it disconnected before */
  async use<T>(companyId: string, response: Response, work: () => Promise<T>): Promise<T> {
    const busy = 'Too many requests for rests are being answered right now.';
    const release = await permit(this.#semaphore, response, { companyId, busy });
    try {
      return await work();
    } finally {
      release();
    }
  }
}
