/** Something on its way into the database. */
interface Flight {
  /** Since when, by `performance.now()`. */
  readonly at: number;
}

/** How long what was received takes until it is stored, and how long the oldest of it has been waiting by now. */
export class Lag {
  /** Oldest first. */
  readonly #flying = new Set<Flight>();

  constructor(private readonly onStored: (seconds: number) => void) {}

  begin(): Flight {
    const flight = { at: performance.now() };
    this.#flying.add(flight);
    return flight;
  }

  end(flight: Flight, isStored: boolean): void {
    this.#flying.delete(flight);
    if (isStored) this.onStored((performance.now() - flight.at) / 1_000);
  }

  /** Of what is on its way; 0 when nothing is. */
  get seconds(): number {
    for (const { at } of this.#flying) return (performance.now() - at) / 1_000;
    return 0;
  }
}
