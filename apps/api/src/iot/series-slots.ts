import { ClientGone, Overloaded } from '@furrow/http';
import { Turnstile } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';

const SLOTS = 8;
const MAX_WAITING = 200;

/**
 * A series holds a database transaction for as long as its client reads. Most are over in milliseconds, so that a
 * dashboard that asks for many at once is answered one after the other rather than refused.
 */
@Injectable()
export class SeriesSlots {
  readonly #turnstile = new Turnstile(SLOTS);

  /** @throws Overloaded when too many wait already; ClientGone when it did not wait for its turn */
  async use(response: Response, work: () => Promise<void>): Promise<void> {
    if (this.#turnstile.waiting >= MAX_WAITING)
      throw new Overloaded('Too many series are being read right now.');
    await this.#turnstile.pass(async () => {
      if (response.destroyed) throw new ClientGone();
      await work();
    });
  }
}
