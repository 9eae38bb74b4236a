import { isBusy, isCongested, type Queue } from '@furrow/concurrency';

/** Something that requests of a company wait for. */
interface CompanyQueues {
  queueOf(companyId: string): Queue;
}

/** Those who wait for the database: any caller for a connection of the pool, and before that each company for its own. */
export class DatabaseQueues {
  /** Arrival times of callers without a connection, in order. */
  readonly #waiting = new Set<{ readonly since: number }>();
  readonly #ofCompanies: CompanyQueues[] = [];

  constructor(private readonly poolState: () => { readonly size: number; readonly waiting: number }) {}

  add(queues: CompanyQueues): void {
    this.#ofCompanies.push(queues);
  }

  async waitFor<T>(connect: () => Promise<T>): Promise<T> {
    const arrival = { since: performance.now() };
    this.#waiting.add(arrival);
    try {
      return await connect();
    } finally {
      this.#waiting.delete(arrival);
    }
  }

  /** Whether a new request of this company, or of an unknown one, would wait for others. */
  isBusy(companyId?: string): boolean {
    return this.#queuesOf(companyId).some(isBusy);
  }

  /** Whether it would wait for others that have waited for long. */
  isCongested(companyId?: string): boolean {
    return this.#queuesOf(companyId).some(isCongested);
  }

  #queuesOf(companyId: string | undefined): Queue[] {
    const own = companyId === undefined ? [] : this.#ofCompanies.map((queues) => queues.queueOf(companyId));
    return [this.#ofPool, ...own];
  }

  get #ofPool(): Queue {
    const { size: served, waiting: length } = this.poolState();
    const [first] = this.#waiting;
    // A connection that is being opened keeps its caller waiting as well.
    const oldestMs = first === undefined || length === 0 ? 0 : performance.now() - first.since;
    return { length, oldestMs, served };
  }
}
