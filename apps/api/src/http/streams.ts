import { holdTo, STREAM_PACE, withPermit } from '@furrow/http/limits';
import { FairSemaphore } from '@furrow/concurrency';
import { Config } from '@furrow/config';
import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

const MOST = 12;
/** The share of database connections for streams: slow readers leave some, also of their company, for other requests. */
const OF_POOL = 0.6;
/** As long as a request waits for a connection. */
const TIMEOUT_MS = 10_000;

/**
 * Reports and series are streamed from a database transaction, which lasts as long as the client reads: their number is
 * limited, companies share it, and each must be read at a minimum pace. Most take milliseconds, so a dashboard that
 * asks for many at once is answered one by one rather than refused.
 */
@Injectable()
export class Streams {
  readonly #semaphore;

  constructor({ database }: Config, metrics: Metrics) {
    const permits = Math.max(1, Math.min(MOST, Math.floor(database.poolSize * OF_POOL)));
    this.#semaphore = new FairSemaphore({ permits, timeoutMs: TIMEOUT_MS });
    metrics.semaphore('streams', this.#semaphore);
  }

  /** @throws Overloaded if its turn does not come in time; ClientGone if it disconnected before */
  use<T>(companyId: string, response: Response, work: () => Promise<T>): Promise<T> {
    const busy = 'Too many reports and series are being read right now.';
    return withPermit(this.#semaphore, response, { companyId, busy }, async () => {
      holdTo(STREAM_PACE, response);
      return work();
    });
  }
}
