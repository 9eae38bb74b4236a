const FIRST_MS = 250;
const LONGEST_MS = 30_000;
const SETTLED_MS = 60_000;

/**
 * The delay before a service that died is restarted: it grows each time and resets once the service has run for a
 * while.
 */
export class BackOff {
  #delay = FIRST_MS;
  #startedAt = Date.now();

  started() {
    this.#startedAt = Date.now();
  }

  /** @returns {number} milliseconds */
  next() {
    if (Date.now() - this.#startedAt > SETTLED_MS) this.#delay = FIRST_MS;
    const delay = this.#delay;
    this.#delay = Math.min(this.#delay * 2, LONGEST_MS);
    return delay;
  }
}
