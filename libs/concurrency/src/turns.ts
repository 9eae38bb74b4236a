const NONE: ReadonlySet<never> = new Set();

/** Items that wait, of which companies take turns; within one the first that was added comes first. */
export class Turns<Item> {
  /** In the order of the companies' next turns; none is empty. */
  readonly #companies = new Map<string, Set<Item>>();

  get isEmpty(): boolean {
    return this.#companies.size === 0;
  }

  /** The items of a company that wait, in their order. */
  of(companyId: string): ReadonlySet<Item> {
    return this.#companies.get(companyId) ?? NONE;
  }

  /** An item that waits already keeps its place. */
  add(companyId: string, item: Item): void {
    const waiting = this.#companies.get(companyId);
    if (waiting) waiting.add(item);
    else this.#companies.set(companyId, new Set([item]));
  }

  /** @returns undefined if none waits, or the next one does not fit */
  take(fits: (item: Item) => boolean = () => true): Item | undefined {
    for (const [companyId, waiting] of this.#companies)
      for (const item of waiting) {
        if (!fits(item)) return undefined;
        waiting.delete(item);
        this.#companies.delete(companyId);
        if (waiting.size > 0) this.#companies.set(companyId, waiting); // after the others
        return item;
      }
    return undefined;
  }
}
