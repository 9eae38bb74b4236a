import { Injectable } from '@nestjs/common';
import { statedSize } from '@furrow/http';
import { permit } from '@furrow/http/limits';
import { FairSemaphore, type Release } from '@furrow/concurrency';
import { Metrics } from '@furrow/observability';
import type { Request, Response } from 'express';
import type { CallingRequest } from '../../auth/index.ts';

const MB = 1_048_576;
const SMALL_BYTES = MB;
/** The total size of bodies that are arriving or waiting. */
const ARRIVING_BYTES = 128 * MB;
/**
 * A body takes several times its size while it is parsed, decoded and processed: two of one company, and one of others.
 */
const AT_WORK = 3;
/** Phones and proxies give up after a minute. */
const TIMEOUT_MS = 45_000;
const BUSY = 'Too many large uploads are under way.';

/**
 * Limits how many large bodies are in memory: the others are not read until it is their turn. Small ones are not
 * limited.
 */
@Injectable()
export class LargeBodies {
  readonly #arriving = new FairSemaphore({ permits: ARRIVING_BYTES, timeoutMs: TIMEOUT_MS });
  readonly #atWork = new FairSemaphore({ permits: AT_WORK, timeoutMs: TIMEOUT_MS });

  constructor(metrics: Metrics) {
    metrics.semaphore('large_body_bytes', this.#arriving);
    metrics.semaphore('large_bodies_at_work', this.#atWork);
  }

  /**
   * @param limit of the route, in bytes
   * @returns undefined for a small body
   */
  uploadOf(request: Request, response: Response, limit: number): Upload | undefined {
    const size = sizeOf(request, limit);
    if (size <= SMALL_BYTES) return undefined;
    const { caller } = request as CallingRequest;
    if (caller === undefined) throw new Error('Large bodies are for routes with a guard');
    return new Upload({
      ...{ size, companyId: caller.companyId, response },
      ...{ arriving: this.#arriving, atWork: this.#atWork },
    });
  }
}

interface LargeUpload {
  readonly size: number;
  readonly companyId: string;
  readonly response: Response;
  readonly arriving: FairSemaphore;
  readonly atWork: FairSemaphore;
}

/** The permits of one large body; `end` releases them, whatever happens. */
export class Upload {
  #release: Release = () => undefined;
  #ended = false;

  constructor(private readonly large: LargeUpload) {}

  /**
   * Called before a byte is read.
   * @throws Overloaded | ClientGone
   */
  arrive(): Promise<void> {
    return this.#enter(this.large.arriving, this.large.size);
  }

  /**
   * Called once all is read.
   * @throws Overloaded | ClientGone
   */
  work(): Promise<void> {
    return this.#enter(this.large.atWork, 1);
  }

  end(): void {
    this.#ended = true;
    this.#release();
  }

  async #enter(next: FairSemaphore, weight: number): Promise<void> {
    const { companyId, response } = this.large;
    const release = await permit(next, response, { companyId, weight, busy: BUSY });
    this.#release();
    this.#release = release;
    if (this.#ended) release();
  }
}

/** The possible size; a compressed body, or one without a length, may reach the maximum. */
function sizeOf(request: Request, limit: number): number {
  const size = statedSize(request) ?? limit;
  return size > limit ? 0 : size; // too large: refused at once, without waiting
}
