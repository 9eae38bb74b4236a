/** Has so many places; who finds none waits, first come, first served. */
export class Turnstile {
  #free: number;
  readonly #waiting: { readonly places: number; readonly enter: () => void }[] = [];

  constructor(private readonly places: number) {
    this.#free = places;
  }

  /** How many stand before it. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * @param places how many are taken; who wants more than there are takes all
   * @returns what gives them back; calling it again does nothing
   */
  async enter(places = 1): Promise<() => void> {
    const wanted = Math.min(places, this.places);
    // Behind whoever waits already, or large ones would wait for ever.
    if (this.#waiting.length > 0 || this.#free < wanted)
      await new Promise<void>((enter) => this.#waiting.push({ places: wanted, enter }));
    else this.#free -= wanted;
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      this.#free += wanted;
      this.#admit();
    };
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && next.places <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.places;
      next.enter();
    }
  }
}
