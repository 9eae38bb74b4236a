import type { ReadReplica } from './read-replica.ts';
import { isTooLong } from './sql-state.ts';
import type { Transaction } from './transaction.ts';

/** Where reading transactions of a company run. */
export interface TenantTransactions {
  tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** Which of the two a read was answered by. */
export type ReadFrom = 'replica' | 'primary';

/**
 * Transactions of reports, series, indicators and exports, which write nothing: on the read replica while that is close
 * behind the primary, else on the primary. What they tell may be as old as the replica may be behind; whoever has to see what they have just
 * written asks `Database.tenant`.
 */
export class Reads implements TenantTransactions {
  /** Told of each transaction. */
  onRead: (from: ReadFrom) => void = () => undefined;

  constructor(
    private readonly primary: TenantTransactions,
    readonly replica?: ReadReplica,
  ) {}

  /**
   * Where the replica fails before anything was handed out, the primary is asked, of refusals too: the replica may not know yet of
   * a project that was just made. `work` may run again.
   * @param epoch the one that a feed goes on in: a replica that is in another one is not asked
   */
  async tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>, epoch?: string): Promise<T> {
    const on = this.replica?.current(epoch);
    if (on === undefined) return this.#onPrimary(companyId, work);
    let begun: Transaction | undefined;
    try {
      const result = await on.pool.tenant(companyId, (tx) => work((begun = tx)), on.condition);
      this.onRead('replica');
      return result;
    } catch (error) {
      const cause = error instanceof Error && error.cause;
      // What took too long there would take as long again.
      if (begun?.hasHandedOut || isTooLong(error) || isTooLong(cause)) throw error;
      this.replica?.failed(error);
      return this.#onPrimary(companyId, work);
    }
  }

  #onPrimary<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    this.onRead('primary');
    return this.primary.tenant(companyId, work);
  }
}
