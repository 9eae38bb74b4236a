const TIMEOUT_MS = 3_000;

/** A costly measurement that is shared by all who ask within a while; one attempt at a time. */
export class Measurement<Values> {
  #values: Values | undefined;
  #takenAt = -Infinity;
  #taking: Promise<void> | undefined;

  constructor(
    private readonly measure: () => Promise<Values>,
    private readonly freshForMs: number,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  /** Undefined if there is no result, or none in time. */
  async values(): Promise<Values | undefined> {
    if (performance.now() - this.#takenAt < this.freshForMs) return this.#values;
    this.#taking ??= this.#take().finally(() => (this.#taking = undefined));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), this.timeoutMs);
    });
    const isThere = await Promise.race([this.#taking.then(() => true), late]);
    clearTimeout(timer);
    return isThere ? this.#values : undefined;
  }

  async #take(): Promise<void> {
    try {
      this.#values = await this.measure();
      this.#takenAt = performance.now();
    } catch {
      this.#values = undefined; // the next call tries again
    }
  }
}
