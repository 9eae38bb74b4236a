/** How long what was received takes until it is stored, and how long the oldest of it has been waiting by now. */
export class Lag {
  /** When each began, oldest first. */
  readonly #flying = new Set<{ readonly at: number }>();

  constructor(private readonly onStored: (seconds: number) => void) {}

  async measure<T>(store: Promise<T>): Promise<T> {
    const flight = { at: performance.now() };
    this.#flying.add(flight);
    try {
      const stored = await store;
      this.onStored((performance.now() - flight.at) / 1_000);
      return stored;
    } finally {
      this.#flying.delete(flight);
    }
  }

  /** Of what is on its way; 0 when nothing is. */
  get seconds(): number {
    for (const { at } of this.#flying) return (performance.now() - at) / 1_000;
    return 0;
  }
}
