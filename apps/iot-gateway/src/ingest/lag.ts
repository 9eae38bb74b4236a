/** What was handed over to be stored within one millisecond. */
export interface LagMark {
  /** Since when, by `performance.now()`. */
  readonly at: number;
  /** How much of it is not decided yet. */
  inFlight: number;
  /** Whether any of it was stored. */
  isStored: boolean;
}

/** How long what was received takes until it is stored, and how long the oldest of it has been waiting by now. */
export class Lag {
  /** Oldest first; some of the first is in flight. */
  readonly #marks: LagMark[] = [];

  /** @param onStored told of each mark, when all of it is decided */
  constructor(private readonly onStored: (seconds: number) => void) {}

  begin(): LagMark {
    const now = performance.now();
    let mark = this.#marks.at(-1);
    if (mark === undefined || mark.inFlight === 0 || now - mark.at >= 1) {
      mark = { at: now, inFlight: 0, isStored: false };
      this.#marks.push(mark);
    }
    mark.inFlight++;
    return mark;
  }

  end(mark: LagMark, isStored: boolean): void {
    mark.inFlight--;
    mark.isStored ||= isStored;
    if (mark.inFlight > 0) return;
    if (mark.isStored) this.onStored((performance.now() - mark.at) / 1_000);
    while (this.#marks[0]?.inFlight === 0) this.#marks.shift();
  }

  /** Of what is in flight; 0 when nothing is. */
  get seconds(): number {
    const [oldest] = this.#marks;
    return oldest ? (performance.now() - oldest.at) / 1_000 : 0;
  }
}
