/** What set off for the database within one millisecond. */
export interface Flight {
  /** Since when, by `performance.now()`. */
  readonly at: number;
  /** How many of it are not there yet. */
  flying: number;
  /** Whether any of it arrived. */
  isStored: boolean;
}

/** How long what was received takes until it is stored, and how long the oldest of it has been waiting by now. */
export class Lag {
  /** Oldest first, and of the first some are on their way. */
  readonly #flights: Flight[] = [];

  /** @param onStored told of each flight, when it is over */
  constructor(private readonly onStored: (seconds: number) => void) {}

  begin(): Flight {
    const now = performance.now();
    let flight = this.#flights.at(-1);
    if (flight === undefined || flight.flying === 0 || now - flight.at >= 1) {
      flight = { at: now, flying: 0, isStored: false };
      this.#flights.push(flight);
    }
    flight.flying++;
    return flight;
  }

  end(flight: Flight, isStored: boolean): void {
    flight.flying--;
    flight.isStored ||= isStored;
    if (flight.flying > 0) return;
    if (flight.isStored) this.onStored((performance.now() - flight.at) / 1_000);
    while (this.#flights[0]?.flying === 0) this.#flights.shift();
  }

  /** Of what is on its way; 0 when nothing is. */
  get seconds(): number {
    const [oldest] = this.#flights;
    return oldest ? (performance.now() - oldest.at) / 1_000 : 0;
  }
}
