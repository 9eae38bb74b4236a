/** Of the broker's work, in one turn of the event loop: it answers a piece, of up to 64 packets, at once. */
const PIECES_A_TURN = 32;

/** Who passes pieces to the broker. */
export interface PieceSource {
  readonly companyId: string;
  /** A piece of it may go now. */
  goOn(): void;
}

/**
 * The broker's time. All connections together pass so many pieces to it in one turn of the event loop; what comes beyond
 * it goes in the next ones, companies by turns and each company's connections by turns. So however much is asked of the
 * broker, and over however many connections, everything else goes on meanwhile.
 */
export class BrokerTurns {
  #left: number;
  #isDue = false;
  /** Companies in the order of their turns, and of each its connections. */
  readonly #waiting = new Map<string, Set<PieceSource>>();

  constructor(private readonly piecesATurn = PIECES_A_TURN) {
    this.#left = piecesATurn;
  }

  /** @returns whether a piece may go at once; if not, its source is told to go on when it may */
  take(source: PieceSource): boolean {
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
    this.#left = this.piecesATurn;
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
