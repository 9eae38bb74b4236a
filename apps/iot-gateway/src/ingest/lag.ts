/** What set off for the database within one millisecond. */
export interface Flight {
  /** Since when, by `performance.now()`. */
  readonly at: number;
  /** How many of it are not there yet. */
  flying: number;
}

/** How long what was received takes until it is stored, and how long the oldest of it has been waiting by now. */
export class Lag {
  /** Oldest first, and of the first some are on their way. */
  readonly #flights: Flight[] = [];

  constructor(private readonly onStored: (seconds: number) => void) {}

  begin(): Flight {
    const now = performance.now();
    let flight = this.#flights.at(-1);
    if (flight === undefined || now - flight.at >= 1) {
      flight = { at: now, flying: 0 };
      this.#flights.push(flight);
    }
    flight.flying++;
    return flight;
  }

  end(flight: Flight, isStored: boolean): void {
    flight.flying--;
    while (this.#flights[0]?.flying === 0) this.#flights.shift();
    if (isStored) this.onStored((performance.now() - flight.at) / 1_000);
  }

  /** Of what is on its way; 0 when nothing is. */
  get seconds(): number {
    const [oldest] = this.#flights;
    return oldest ? (performance.now() - oldest.at) / 1_000 : 0;
  }
}
