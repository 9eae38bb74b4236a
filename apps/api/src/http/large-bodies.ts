import { Injectable } from '@nestjs/common';
import { BODY_PACE, LARGE_PACE, type Pace, permit, statedSize } from '@furrow/http';
import { FairSemaphore, Metrics, type Release } from '@furrow/platform';
import type { Request, Response } from 'express';
import type { CallingRequest } from '../auth/index.ts';

const MB = 1_048_576;
const SMALL_BYTES = MB;
/** What bodies that are still arriving, or wait to be worked on, may take up together. */
const ARRIVING_BYTES = 128 * MB;
/** Parsed, decoded and made into a picture one body is several times its size: two of one company, and one of others. */
const AT_WORK = 3;
/** Phones and proxies give up after a minute. */
const PATIENCE_MS = 45_000;
const BUSY = 'Too many large uploads are under way.';

/**
 * Large bodies, in memory so many at once: the others are not read until it is their turn, and wait with their
 * clients. Small ones pass by.
 */
@Injectable()
export class LargeBodies {
  readonly #arriving = new FairSemaphore({ permits: ARRIVING_BYTES, patienceMs: PATIENCE_MS });
  readonly #atWork = new FairSemaphore({ permits: AT_WORK, patienceMs: PATIENCE_MS });

  constructor(metrics: Metrics) {
    metrics.semaphore('large_body_bytes', this.#arriving);
    metrics.semaphore('large_bodies_at_work', this.#atWork);
  }

  /** @param limit of the route, in bytes */
  uploadOf(request: Request, response: Response, limit: number): Upload {
    const size = sizeOf(request, limit);
    if (size <= SMALL_BYTES) return new Upload();
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

/** One body on its way through; whatever happens, `end` lets the next one in. */
export class Upload {
  #release: Release = () => undefined;
  #ended = false;

  constructor(private readonly large?: LargeUpload) {}

  get pace(): Pace {
    return this.large ? LARGE_PACE : BODY_PACE;
  }

  /**
   * Before a byte is read.
   * @throws Overloaded | ClientGone
   */
  async arrive(): Promise<void> {
    if (this.large) await this.#enter(this.large, this.large.arriving, this.large.size);
  }

  /**
   * Once all is read.
   * @throws Overloaded | ClientGone
   */
  async work(): Promise<void> {
    if (this.large) await this.#enter(this.large, this.large.atWork, 1);
  }

  end(): void {
    this.#ended = true;
    this.#release();
  }

  async #enter({ companyId, response }: LargeUpload, next: FairSemaphore, weight: number): Promise<void> {
    const release = await permit(next, response, { companyId, weight, busy: BUSY });
    this.#release();
    this.#release = release;
    if (this.#ended) release();
  }
}

/** What it may become; what is compressed or does not tell may become as much as is accepted. */
function sizeOf(request: Request, limit: number): number {
  const size = statedSize(request) ?? limit;
  return size > limit ? 0 : size; // too large: refused at once, without waiting for it
}
