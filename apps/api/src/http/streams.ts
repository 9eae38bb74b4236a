import { holdTo, permit, STREAM_PACE } from '@furrow/http';
import { Config, FairSemaphore, Metrics } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

const MOST = 16;
/** Of the connections to the database: slow readers leave some for everybody else. */
const OF_POOL = 0.8;
/** As long as one waits for a connection. */
const PATIENCE_MS = 10_000;

/**
 * Reports and series are streamed out of a database transaction, which lasts as long as their client reads: so many at
 * once, shared by companies, and each at a minimum pace. Most are over in milliseconds, so that a dashboard that asks for
 * many at once is answered one after the other rather than refused.
 */
@Injectable()
export class Streams {
  readonly #semaphore;

  constructor({ database }: Config, metrics: Metrics) {
    const permits = Math.max(1, Math.min(MOST, Math.floor(database.poolSize * OF_POOL)));
    this.#semaphore = new FairSemaphore({ permits, patienceMs: PATIENCE_MS });
    metrics.semaphore('streams', this.#semaphore);
  }

  /** @throws Overloaded when its turn does not come in time; ClientGone when it did not wait for that */
  async use<T>(companyId: string, response: Response, work: () => Promise<T>): Promise<T> {
    const busy = 'Too many reports and series are being read right now.';
    const release = await permit(this.#semaphore, response, { companyId, busy });
    try {
      holdTo(STREAM_PACE, response);
      return await work();
    } finally {
      release();
    }
  }
}
