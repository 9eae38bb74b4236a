import { Turns } from '@furrow/concurrency';

/** What takes turns: something of one company that may have more to do. */
export interface TurnSource {
  readonly companyId: string;
  /** It may continue now. */
  goOn(): void;
}

/** How much is done in one turn of the event loop. */
export interface TurnLimit {
  readonly isReached: boolean;
  /** Something more is done. */
  count(): void;
  /** A turn begins. */
  reset(): void;
}

/**
 * Shares the time of the event loop. All sources together do so much in one turn of it; the others continue in the next
 * turns, companies taking turns and each company's sources too. So however much work there is, and of however many
 * sources, everything else continues meanwhile.
 */
export class CompanyTurns {
  #isDue = false;
  readonly #waiting = new Turns<TurnSource>();

  constructor(private readonly limit: TurnLimit) {}

  /** @returns whether it may continue at once; if not, its `goOn` is called later */
  take(source: TurnSource): boolean {
    this.#beginSoon();
    if (!this.limit.isReached) {
      this.limit.count();
      return true;
    }
    this.#waiting.add(source.companyId, source);
    return false;
  }

  #beginSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.limit.reset();
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isDue = false;
    if (this.#waiting.isEmpty) return;
    this.#beginSoon();
    while (!this.limit.isReached) {
      const source = this.#waiting.take();
      if (source === undefined) return;
      source.goOn();
    }
  }
}

/** So many times in a turn. */
export class CountLimit implements TurnLimit {
  #left = 0;

  constructor(private readonly most: number) {}

  get isReached(): boolean {
    return this.#left === 0;
  }

  count(): void {
    this.#left--;
  }

  reset(): void {
    this.#left = this.most;
  }
}

/** As often as it begins within so many milliseconds of a turn. */
export class TimeLimit implements TurnLimit {
  #until = 0;

  /** @param now milliseconds */
  constructor(
    private readonly milliseconds: number,
    private readonly now = () => performance.now(),
  ) {}

  get isReached(): boolean {
    return this.now() >= this.#until;
  }

  count(): void {
    // the time passes by itself
  }

  reset(): void {
    this.#until = this.now() + this.milliseconds;
  }
}
