import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import type { Database } from '../database/database.ts';
import { isTooLong } from '../database/sql-state.ts';
import type { Transaction } from '../database/transaction.ts';
import type { ChangeLog } from './change-log.ts';
import { BEFORE_ALL, type FeedPosition, readCursor, writeCursor } from './change-cursor.ts';

/** Where a client stands: at a cursor, else at an instant. */
export interface FeedRequest {
  readonly cursor: string | null;
  readonly since: Date | null;
  /** How many items at most. */
  readonly limit: number;
}

export interface FeedPage {
  /** Goes on behind this page, also where nothing more has changed yet. */
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** As long as positions mean the same. */
export interface Epoch {
  readonly epoch: string;
  readonly beganAt: Date;
}

/** An item, and the transaction that changed it last. */
export interface Change {
  readonly id: string;
  readonly xid: string;
}

/** Which items a feed is of. */
export interface FeedScope {
  /** What makes it another question, for the cursor. */
  readonly question: readonly unknown[];
  /** Joins and conditions on `c`, a row of the log; `$1` is the company, `$2` to `$4` are taken. */
  readonly joins: string;
  readonly where: string;
  readonly parameters: readonly unknown[];
}

/**
 * Pages through a log of changes, in the order of (transaction, item). What is handed out comes before every
 * transaction that is still under way, so whoever commits late commits behind every cursor that is out.
 */
export class ChangeFeed {
  readonly #log: string;
  readonly #item: string;
  #isBeginning = false;

  constructor(
    private readonly database: Database,
    { log, item }: ChangeLog,
  ) {
    this.#log = log;
    this.#item = item;
  }

  /**
   * To be asked before the page, in a transaction of its own: it may have to begin an epoch.
   * @throws DatabaseUnavailable while that takes longer than a request may wait
   */
  async epoch(): Promise<Epoch> {
    try {
      // Positions are the database's, not a company's.
      const [epoch] = await this.database.system(currentEpoch);
      if (!epoch) throw new Error('The database does not say which epoch it is in');
      return epoch;
    } catch (error) {
      if (error instanceof DatabaseUnavailable && isTooLong(error.cause)) this.#begin();
      throw error;
    }
  }

  /** After a failover or a restore, that goes through whole tables. Whoever asks meanwhile is told to come again. */
  #begin(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    this.database
      .patiently(currentEpoch)
      .catch(() => undefined) // whoever asks next finds out, and it begins anew
      .finally(() => (this.#isBeginning = false));
  }

  /** @throws CursorExpired | CursorMismatch */
  async page(
    tx: Transaction,
    { epoch, beganAt }: Epoch,
    request: FeedRequest,
    scope: FeedScope,
  ): Promise<FeedPage & { readonly changes: Change[] }> {
    const question = [this.#log, tx.companyId, ...scope.question];
    const from =
      request.cursor === null
        ? await this.#before(tx, request.since, beganAt)
        : readCursor(request.cursor, epoch, question);
    const rows = await tx.query<{ settled: string; id: string | null; xid: string }>(
      this.#pageSql(scope.joins, scope.where),
      [tx.companyId, String(from.xid), from.id, request.limit + 1, ...scope.parameters],
    );
    const changes = rows.flatMap(({ id, xid }) => (id === null ? [] : [{ id, xid }]));
    const hasMore = changes.length > request.limit;
    if (hasMore) changes.pop();
    const last = changes.at(-1);
    const end =
      hasMore && last ? { xid: BigInt(last.xid), id: last.id } : later(from, BigInt(rows[0]?.settled ?? 0));
    return { changes, nextCursor: writeCursor(epoch, end, question), hasMore };
  }

  /** A condition: `id` has not changed since `xid`. What did is handed out later, by its new place. */
  unchangedSince(id: string, xid: string): string {
    return `NOT EXISTS (SELECT FROM ${this.#log} l
      WHERE l.company_id = $1 AND l.${this.#item} = ${id} AND l.xid > ${xid})`;
  }

  /**
   * The newest note of the company's that was written by that instant knows which transactions had ended when it was
   * written. All others may have committed after the instant, however early they wrote. Of an earlier epoch nothing is
   * known any more.
   */
  async #before(tx: Transaction, since: Date | null, beganAt: Date): Promise<FeedPosition> {
    if (since === null || since < beganAt) return { xid: 0n, id: BEFORE_ALL };
    const [newest] = await tx.query<{ settled: string }>(
      `SELECT settled_xid::text AS settled FROM ${this.#log} WHERE company_id = $1 AND changed_at <= $2
       ORDER BY xid DESC LIMIT 1`,
      [tx.companyId, since],
    );
    return { xid: BigInt(newest?.settled ?? 0), id: BEFORE_ALL };
  }

  #pageSql(joins: string, where: string): string {
    const [log, item] = [this.#log, this.#item];
    return `
      SELECT now.settled::text, page.id, page.xid::text
      FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled) AS now
      LEFT JOIN LATERAL (
        SELECT c.xid, c.${item} AS id
        FROM ${log} c ${joins}
        WHERE c.company_id = $1 AND (c.xid, c.${item}) > ($2::xid8, $3::uuid) AND c.xid < now.settled
          AND ${this.unchangedSince(`c.${item}`, 'c.xid')} ${where}
        ORDER BY c.xid, c.${item} LIMIT $4
      ) AS page ON true
      ORDER BY page.xid, page.id`;
  }
}

const currentEpoch = (tx: Transaction) =>
  tx.query<Epoch>('SELECT life AS epoch, began_at AS "beganAt" FROM feed.current_life()');

/** Everything before `settled` has been looked at; a replica that lags behind the last one must not lead back. */
function later(from: FeedPosition, settled: bigint): FeedPosition {
  return from.xid >= settled ? from : { xid: settled, id: BEFORE_ALL };
}
