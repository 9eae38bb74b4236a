import { withPermit } from '@furrow/http/limits';
import { FairSemaphore } from '@furrow/concurrency';
import { Metrics } from '@furrow/observability';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Streams } from '../http/streams.ts';

const MOST = 4;
/** As long as a request waits for a connection. */
const TIMEOUT_MS = 10_000;

/**
 * The figures of a draft are in memory until they are read, tens of megabytes for a large farm: a company reads at most
 * two drafts at once, and all companies four.
 */
@Injectable()
export class PayReads {
  readonly #semaphore = new FairSemaphore({ permits: MOST, timeoutMs: TIMEOUT_MS });

  constructor(
    private readonly streams: Streams,
    metrics: Metrics,
  ) {
    metrics.semaphore('pay_reads', this.#semaphore);
  }

  /** One of the company's streams. @throws as `Streams.use` */
  use<T>(companyId: string, response: Response, work: () => Promise<T>): Promise<T> {
    const busy = 'Too many pay runs are being read right now.';
    return this.streams.use(companyId, response, () =>
      withPermit(this.#semaphore, response, { companyId, busy }, work),
    );
  }
}
