interface Waiting<T> {
  readonly key: string;
  readonly resolve: (found: T | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const LIMITS = { underWay: 2, size: 1_000 };

/**
 * Looks up keys that are asked for while others are being looked up together, by one query: a lone one never waits,
 * and when thousands of devices reconnect, hundreds share a query. If it fails, it fails for all of them.
 */
export class JointLookUp<T> {
  #underWay = 0;
  /** In order of arrival. */
  #waiting: Waiting<T>[] = [];

  /**
   * @param load what was found by key; called for each key after it was asked for
   * @param limits the number of queries under way at once, and of keys in a query
   */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
    private readonly limits: typeof LIMITS = LIMITS,
  ) {}

  get(key: string): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    if (this.#waiting.length === 0 || this.#underWay >= this.limits.underWay) return;
    this.#underWay++;
    void this.#look(this.#waiting.splice(0, this.limits.size)).then(() => {
      this.#underWay--;
      this.#dispatch();
    });
  }

  async #look(asked: readonly Waiting<T>[]): Promise<void> {
    try {
      const found = await this.load([...new Set(asked.map(({ key }) => key))]);
      for (const { key, resolve } of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
