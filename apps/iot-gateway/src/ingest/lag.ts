/** Something on its way into the database. */
export interface Flight {
  /** Since when, by `performance.now()`. */
  readonly at: number;
  isOver: boolean;
}

/** How long what was received takes until it is stored, and how long the oldest of it has been waiting by now. */
export class Lag {
  /** Oldest first, and the first is not over. */
  readonly #flying: Flight[] = [];

  constructor(private readonly onStored: (seconds: number) => void) {}

  begin(): Flight {
    const flight = { at: performance.now(), isOver: false };
    this.#flying.push(flight);
    return flight;
  }

  end(flight: Flight, isStored: boolean): void {
    flight.isOver = true;
    while (this.#flying[0]?.isOver) this.#flying.shift();
    if (isStored) this.onStored((performance.now() - flight.at) / 1_000);
  }

  /** Of what is on its way; 0 when nothing is. */
  get seconds(): number {
    const [oldest] = this.#flying;
    return oldest ? (performance.now() - oldest.at) / 1_000 : 0;
  }
}
