/** Of the broker's work, in one turn of the event loop: it answers a run, of up to 64 packets, at once. */
const RUNS_A_TURN = 32;

/** Who passes runs of packets to the broker. */
export interface RunSource {
  readonly companyId: string;
  /** A run of it may go now. */
  goOn(): void;
}

/**
 * The broker's time. All connections together pass so many runs of packets to it in one turn of the event loop; what comes beyond
 * it goes in the next ones, companies by turns and each company's connections by turns. So however much is asked of the
 * broker, and over however many connections, everything else goes on meanwhile.
 */
export class BrokerTurns {
  #left: number;
  #isDue = false;
  /** Companies in the order of their turns, and of each its connections. */
  readonly #waiting = new Map<string, Set<RunSource>>();

  constructor(private readonly runsATurn = RUNS_A_TURN) {
    this.#left = runsATurn;
  }

  /** @returns whether a run may go at once; if not, its source is told to go on when it may */
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
      if (sources.size > 0) this.#waiting.set(companyId, sources); // behind the others
      source.goOn();
    }
    if (this.#waiting.size > 0) this.#beginSoon();
  }
}
