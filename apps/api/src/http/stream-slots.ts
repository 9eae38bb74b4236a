import { Overloaded } from '@furrow/http';
import { Injectable } from '@nestjs/common';

const SLOTS = 8;

/** A streamed answer holds a database transaction for as long as its client reads: so many at once, and no more. */
@Injectable()
export class StreamSlots {
  #used = 0;

  /** @throws Overloaded when all are taken */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (this.#used >= SLOTS) throw new Overloaded('Too many reports are being read right now.');
    this.#used++;
    try {
      return await work();
    } finally {
      this.#used--;
    }
  }
}
