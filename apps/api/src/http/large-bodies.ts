import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ClientGone, Overloaded, statedSize } from '@furrow/http';
import { Turnstile } from '@furrow/platform';

const MB = 1_048_576;
const SMALL_BYTES = MB;
/** What bodies that are still arriving, or wait to be worked on, may take up together. */
const ARRIVING_BYTES = 128 * MB;
/** Parsed, decoded and made into a picture one body is several times its size. */
const AT_WORK = 2;
const MAX_WAITING = 200;

/**
 * Large bodies, in memory so many at once: the others are not read until it is their turn, and wait with their
 * clients. Small ones pass by.
 */
@Injectable()
export class LargeBodies {
  readonly #arriving = new Turnstile(ARRIVING_BYTES);
  readonly #atWork = new Turnstile(AT_WORK);

  /** @param limit of the route, in bytes */
  passageOf(request: IncomingMessage, limit: number): Passage {
    const size = sizeOf(request, limit);
    return size <= SMALL_BYTES
      ? new Passage(request)
      : new Passage(request, size, this.#arriving, this.#atWork);
  }
}

/** One body on its way through; whatever happens, `end` lets the next one in. */
export class Passage {
  #leave = () => {};
  #ended = false;

  constructor(
    private readonly request: IncomingMessage,
    private readonly size = 0,
    private readonly arriving?: Turnstile,
    private readonly atWork?: Turnstile,
  ) {}

  /**
   * Before a byte is read.
   * @throws Overloaded | ClientGone
   */
  async arrive(): Promise<void> {
    if (this.arriving === undefined) return;
    if (this.arriving.waiting >= MAX_WAITING) throw new Overloaded('Too many large uploads are under way.');
    await this.#enter(this.arriving, this.size);
    // Nobody listened while it waited.
    if (this.request.destroyed) throw new ClientGone();
  }

  /** Once all is read. */
  async work(): Promise<void> {
    if (this.atWork) await this.#enter(this.atWork, 1);
  }

  end(): void {
    this.#ended = true;
    this.#leave();
  }

  async #enter(next: Turnstile, places: number): Promise<void> {
    const leaveNext = await next.enter(places);
    this.#leave();
    this.#leave = leaveNext;
    if (this.#ended) leaveNext();
  }
}

/** What it may become; what is compressed or does not tell may become as much as is accepted. */
function sizeOf(request: IncomingMessage, limit: number): number {
  const size = statedSize(request) ?? limit;
  return size > limit ? 0 : size; // too large: refused at once, without waiting for it
}
