import { isLong, Turns } from '@furrow/concurrency';

/** How long a turn of the event loop starts requests, before it accepts, reads and answers again. */
const TURN_MS = 5;
/** What a busy moment leaves behind is no long queue. */
const SERVED = 16;

interface Waiting {
  readonly since: number;
  start(): void;
}

/**
 * Requests that wait for the event loop; companies take turns. A turn of the loop that starts whatever has arrived lasts
 * for hundreds of milliseconds under overload, and everything else waits for its end: connections to be accepted,
 * answers to be sent, and requests to be refused. So a turn starts requests for a few milliseconds only, and the others
 * wait here, where their age can be seen.
 */
export class RunQueue {
  readonly #waiting = new Turns<Waiting>();
  #isDue = false;
  #endsAt = 0;

  constructor(private readonly now = () => performance.now()) {}

  add(company: string, start: () => void): void {
    this.#waiting.add(company, { since: this.now(), start });
    this.#goOnNextTurn();
  }

  /** Whether requests of this company have waited for so long that a new one is better refused. */
  isCongested(company: string): boolean {
    const waiting = this.#waiting.of(company);
    const [first] = waiting;
    const oldestMs = first === undefined ? 0 : this.now() - first.since;
    // A few that have waited for long are those that came while one request blocked the loop.
    return isLong({ length: waiting.size, oldestMs, served: SERVED });
  }

  #goOnNextTurn(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.#endsAt = this.now() + TURN_MS;
      this.#startNext();
    });
  }

  #startNext(): void {
    const next = this.#waiting.take();
    if (next === undefined) return;
    try {
      next.start();
    } finally {
      // After what this start causes at once, so that the time of that counts.
      queueMicrotask(() => process.nextTick(() => this.#goOn()));
    }
  }

  #goOn(): void {
    if (this.now() < this.#endsAt) this.#startNext();
    else if (!this.#waiting.isEmpty) this.#goOnNextTurn();
  }
}
