/** Messages that were submitted within one millisecond. */
export interface LagMark {
  /** Since when, by `performance.now()`. */
  readonly at: number;
  /** How many of them have no outcome yet. */
  inFlight: number;
  /** Whether any of them was stored. */
  isStored: boolean;
}

/** How long received messages take until they are stored, and how long the oldest one has been waiting. */
export class Lag {
  /** Oldest first; part of the first is in flight. */
  readonly #marks: LagMark[] = [];

  /** @param onStored called with each mark when all of it has an outcome */
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

  /** Of the messages in flight; 0 without any. */
  get seconds(): number {
    const [oldest] = this.#marks;
    return oldest ? (performance.now() - oldest.at) / 1_000 : 0;
  }
}
