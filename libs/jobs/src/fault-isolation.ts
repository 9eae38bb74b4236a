import type { Database } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import { BackOff } from './back-off.ts';

export interface IsolationOptions<Item> {
  readonly database: Pick<Database, 'system'>;
  /** Unique in the installation. */
  keyOf(item: Item): string;
  companyOf(item: Item): string;
  /** What cannot be done, for the log: “Session … of company … cannot be closed”. */
  describe(item: Item): string;
  /** Writes into the log: once when an item fails, and once when it succeeds again. */
  report(message: string): void;
  readonly backOff?: BackOff;
}

/**
 * Background work on items of many companies, of which some may fail for ever. They are done together; if that fails,
 * each company by itself, and then each item of a company that fails. An item that fails by itself is set aside with a
 * growing pause, so that it neither holds up the others nor is taken first again.
 */
export class FaultIsolation<Item> {
  readonly #backOff: BackOff;

  constructor(private readonly options: IsolationOptions<Item>) {
    this.#backOff = options.backOff ?? new BackOff();
  }

  isDue(item: Item): boolean {
    return this.#backOff.isDue(this.#companyKey(item)) && this.#backOff.isDue(this.options.keyOf(item));
  }

  /**
   * @param work does all or nothing; after a failure it is called again with some of the items
   * @returns the items that are done; the others are set aside
   * @throws what `work` throws if the database is away as a whole
   */
  async run(
    items: readonly Item[],
    work: (items: readonly Item[]) => Promise<unknown>,
  ): Promise<readonly Item[]> {
    const due = items.filter((item) => this.isDue(item));
    if (due.length === 0) return [];
    if (due.length > 1 && (await this.#succeeds(due, work))) return due;
    const done: Item[] = [];
    for (const its of Map.groupBy(due, (item) => this.options.companyOf(item)).values()) {
      const isNew = its.length > 1 && its.length < due.length;
      if (isNew && (await this.#succeeds(its, work))) done.push(...its);
      else done.push(...(await this.#oneByOne(its, work)));
    }
    return done;
  }

  async #succeeds(
    items: readonly Item[],
    work: (items: readonly Item[]) => Promise<unknown>,
  ): Promise<boolean> {
    try {
      await work(items);
    } catch (error) {
      await this.#unlessAway(error);
      return false;
    }
    for (const item of items) this.#succeeded(item);
    return true;
  }

  /** What has failed before comes last. After an item that took a time limit the rest of its company waits as well. */
  async #oneByOne(
    items: readonly Item[],
    work: (items: readonly Item[]) => Promise<unknown>,
  ): Promise<readonly Item[]> {
    const done: Item[] = [];
    const rank = (item: Item) => (this.#backOff.hasFailed(this.options.keyOf(item)) ? 1 : 0);
    for (const item of items.toSorted((a, b) => rank(a) - rank(b)))
      try {
        await work([item]);
        this.#succeeded(item);
        done.push(item);
      } catch (error) {
        await this.#unlessAway(error);
        this.#setAside(item, error);
        if (!(error instanceof DatabaseUnavailable)) continue;
        if (items.length > 1) this.#backOff.failed(this.#companyKey(item));
        break;
      }
    return done;
  }

  /** A lock that is held concerns some items; a database, or a node of a Citus, that is away concerns all of them. */
  async #unlessAway(error: unknown): Promise<void> {
    if (!(error instanceof DatabaseUnavailable)) return;
    try {
      await this.options.database.system((tx) => tx.query('SELECT FROM feed.settled_on_nodes()'));
    } catch {
      throw error;
    }
  }

  #setAside(item: Item, error: unknown): void {
    if (!this.#backOff.failed(this.options.keyOf(item))) return;
    const cause = error instanceof DatabaseUnavailable && error.cause !== undefined ? error.cause : error;
    this.options.report(
      `${this.options.describe(item)}, and is tried again with growing pauses: ${String(cause)}`,
    );
  }

  #succeeded(item: Item): void {
    this.#backOff.succeeded(this.#companyKey(item));
    if (this.#backOff.succeeded(this.options.keyOf(item)))
      this.options.report(`${this.options.describe(item)}: no longer, a later attempt succeeded`);
  }

  #companyKey(item: Item): string {
    return `company ${this.options.companyOf(item)}`;
  }
}
