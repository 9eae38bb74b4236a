/** Per turn of the event loop: the broker handles a run, of up to 64 packets, synchronously. */
const RUNS_A_TURN = 32;

/** A source of packet runs for the broker. */
export interface RunSource {
  readonly companyId: string;
  /** One of its runs may be passed on now. */
  goOn(): void;
}

/**
 * Shares the broker's time. All connections together pass so many runs of packets to it in one turn of the event loop;
 * further ones follow in the next turns, companies taking turns and each company's connections too. So however much
 * work the broker gets, and over however many connections, everything else continues meanwhile.
 */
export class BrokerTurns {
  #left: number;
  #isDue = false;
  /** Companies in the order of their turns, each with its connections. */
  readonly #waiting = new Map<string, Set<RunSource>>();

  constructor(private readonly runsATurn = RUNS_A_TURN) {
    this.#left = runsATurn;
  }

  /** @returns whether a run may be passed on at once; if not, `goOn` of its source is called later */
  take(source: RunSource): boolean {
    this.#beginSoon();
    if (this.#left > 0) {
      this.#left--;
      return true;
    }
    const { companyId } = source;
    const waiting = this.#waiting.get(companyId) ?? new Set();
    this.#waiting.set(companyId, waiting.add(source));
    return false;
  }

  #beginSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isDue = false;
    this.#left = this.runsATurn;
    for (const [companyId, sources] of this.#waiting) {
      if (this.#left === 0) break;
      this.#waiting.delete(companyId);
      const [source] = sources;
      if (source === undefined) continue;
      sources.delete(source);
      if (sources.size > 0) this.#waiting.set(companyId, sources); // after the others
      source.goOn();
    }
    if (this.#waiting.size > 0) this.#beginSoon();
  }
}
