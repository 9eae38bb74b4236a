import { type Database, isTooLong, nodeOf, type Transaction } from '@furrow/database';
import { DatabaseUnavailable } from '@furrow/database/errors';
import type { ChangeLog } from './change-log.ts';
import { BEFORE_ALL, CursorExpired, type FeedPosition, readCursor, writeCursor } from './change-cursor.ts';

/** The position of a client: a cursor, or an instant. */
export interface FeedRequest {
  readonly cursor: string | null;
  readonly since: Date | null;
  /** The maximum number of items. */
  readonly limit: number;
}

export interface FeedPage {
  /** Continues after this page, even if nothing more has changed yet. */
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** The period in which positions are comparable. */
export interface Epoch {
  readonly epoch: string;
  readonly beganAt: Date;
  /** That of the company's rows; on another one positions are others. */
  readonly node: number;
}

/** An item, and the transaction that changed it last. */
export interface Change {
  readonly id: string;
  readonly xid: string;
}

/** The items of a feed. */
export interface FeedScope {
  /** What distinguishes it from other feeds, for the cursor. */
  readonly question: readonly unknown[];
  /** Joins and conditions on `c`, a row of the log; `$1` is the company, `$2` to `$4` are reserved. */
  readonly joins: string;
  readonly where: string;
  readonly parameters: readonly unknown[];
}

/**
 * Pages through a log of changes, in order of (transaction, item). Returned items precede every transaction that is
 * still open, so a transaction that commits late commits after every cursor that was returned.
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
   * Called before the page, in a transaction of its own, because it may have to begin an epoch.
   * @throws DatabaseUnavailable while that takes longer than a request may wait
   */
  async epoch(companyId: string): Promise<Epoch> {
    try {
      // Positions belong to the database, not to a company.
      const [epoch] = await this.database.system(currentEpoch);
      if (!epoch) throw new Error('The database does not say which epoch it is in');
      const { isDistributed, ...ofDatabase } = epoch;
      return { ...ofDatabase, node: isDistributed ? await this.#nodeOf(companyId) : 0 };
    } catch (error) {
      if (error instanceof DatabaseUnavailable && isTooLong(error.cause)) this.#begin();
      throw error;
    }
  }

  /** The node that holds the company's rows, after changing all its notes to ids of that node. */
  async #nodeOf(companyId: string): Promise<number> {
    const [found] = await this.database.tenant(companyId, (tx) =>
      tx.query<{ node: number; brought: boolean }>(
        `SELECT feed.node() AS node, EXISTS (
           SELECT FROM ${this.#log} WHERE company_id = $1 AND feed.node_of(xid) <> feed.node()) AS brought`,
        [companyId],
      ),
    );
    if (!found) throw new Error('The database does not say on which node a company is');
    if (found.brought)
      // A reader has no right to write notes.
      await this.database.system((tx) => tx.query('SELECT feed.adopt($1, $2)', [companyId, found.node]));
    return found.node;
  }

  /** After a failover or a restore, this reads whole tables. Requests meanwhile are asked to come again. */
  #begin(): void {
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    this.database
      .longRunning(currentEpoch)
      .catch(() => undefined) // the next request finds out, and it begins again
      .finally(() => (this.#isBeginning = false));
  }

  /** @throws CursorExpired | CursorMismatch */
  async page(
    tx: Transaction,
    { epoch, beganAt, node }: Epoch,
    request: FeedRequest,
    scope: FeedScope,
  ): Promise<FeedPage & { readonly changes: Change[] }> {
    const question = [this.#log, tx.companyId, ...scope.question];
    const from =
      request.cursor === null
        ? await this.#before(tx, request.since, beganAt)
        : readCursor(request.cursor, epoch, question);
    if (request.cursor !== null && nodeOf(from.xid) !== node) throw new CursorExpired();
    const rows = await tx.query<{ settled: string; id: string | null; xid: string }>(
      this.#pageSql(scope.joins, scope.where),
      [tx.companyId, String(from.xid), from.id, request.limit + 1, ...scope.parameters],
    );
    // Moved since it was asked where it is.
    if (nodeOf(rows[0]?.settled ?? '0') !== node) throw new CursorExpired();
    const changes = rows.flatMap(({ id, xid }) => (id === null ? [] : [{ id, xid }]));
    const hasMore = changes.length > request.limit;
    if (hasMore) changes.pop();
    const last = changes.at(-1);
    const end =
      hasMore && last ? { xid: BigInt(last.xid), id: last.id } : later(from, BigInt(rows[0]?.settled ?? 0));
    return { changes, nextCursor: writeCursor(epoch, end, question), hasMore };
  }

  /** A condition: `id` has not changed since `xid`. Items that did are returned later, at their new position. */
  unchangedSince(id: string, xid: string): string {
    return `NOT EXISTS (SELECT FROM ${this.#log} l
      WHERE l.company_id = $1 AND l.${this.#item} = ${id} AND l.xid > ${xid})`;
  }

  /**
   * The company's newest note written by that instant knows which transactions had ended when it was written. All
   * others may have committed after the instant, however early they wrote. Nothing is known of earlier epochs.
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
      FROM (SELECT feed.settled_xid() AS settled) AS now
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
  tx.query<Omit<Epoch, 'node'> & { isDistributed: boolean }>(
    'SELECT epoch, began_at AS "beganAt", feed.is_distributed() AS "isDistributed" FROM feed.current_epoch()',
  );

/** Everything before `settled` has been read; a replica that lags behind the last one must not lead backwards. */
function later(from: FeedPosition, settled: bigint): FeedPosition {
  return from.xid >= settled ? from : { xid: settled, id: BEFORE_ALL };
}
