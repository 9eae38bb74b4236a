import type { ReadReplica } from './read-replica.ts';
import { isTooLong } from './sql/sql-state.ts';
import type { Transaction } from './transaction.ts';

/** Runs the read transactions of a company. */
export interface TenantTransactions {
  tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
}

/** The server that answered a read. */
export type ReadFrom = 'replica' | 'primary';

/**
 * Transactions of reports, series, indicators and exports, which write nothing: on the read replica while its lag is
 * within the limit, else on the primary. Results may be as old as that limit; callers that must see their own writes
 * use `Database.tenant`.
 */
export class Reads implements TenantTransactions {
  /** Called for each transaction. */
  onRead: (from: ReadFrom) => void = () => undefined;

  constructor(
    private readonly primary: TenantTransactions,
    readonly replica?: ReadReplica,
  ) {}

  /**
   * Falls back to the primary when the replica fails before any rows were handed out, also when `work` refuses, because
   * the replica may not have a project yet that was just created. `work` may run again.
   * @param epoch of the feed to continue; a replica in another epoch is not used
   */
  async tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>, epoch?: string): Promise<T> {
    const on = this.replica?.current(companyId, epoch);
    if (on === undefined) return this.#onPrimary(companyId, work);
    let begun: Transaction | undefined;
    try {
      const result = await on.pool.tenant(companyId, (tx) => work((begun = tx)), on.condition);
      this.onRead('replica');
      return result;
    } catch (error) {
      const cause = error instanceof Error && error.cause;
      // A statement that exceeded its time limit on the replica would do so on the primary.
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
