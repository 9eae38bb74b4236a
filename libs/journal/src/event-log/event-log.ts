import { firstXidOf, nodeOf, type PreparedStatement, type Transaction } from '@furrow/database';

/** Which acts of the audit trail are read. */
export interface LoggedActs {
  /** With the ids of all objects. */
  readonly whole: readonly string[];
  /** With the number of objects, and the ids of the first few. */
  readonly counted: readonly string[];
}

/** Identifies one entry of a company for good, even in a restored database. */
export interface EntryKey {
  /** Microseconds since 1970. */
  readonly micros: number;
  readonly entryId: number;
}

/** A committed entry of the audit trail. */
export interface LogEntry extends EntryKey {
  readonly companyId: string;
  /** The transaction that wrote it. */
  readonly xid: string;
  /** The user who acted; null for the system, programs and the operator. */
  readonly userId: string | null;
  readonly act: string;
  /** Ids; for a counted act the first few. */
  readonly subjects: readonly string[];
  /** The number of objects. */
  readonly count: number;
  readonly within: readonly string[] | null;
}

/** The entry of a node after which to continue, in order of (transaction, entry). */
export interface LogPosition {
  readonly xid: string;
  readonly entryId: number;
}

export interface LogPage<Position = LogPosition> {
  readonly entries: readonly LogEntry[];
  /** Whether these are all that are committed. */
  readonly isWhole: boolean;
  /** After the last entry; after everything committed if these are all. */
  readonly next: Position;
}

/** Of all companies: a position on each node. */
export interface WholeLogPage extends LogPage<readonly LogPosition[]> {
  /** Positions of another epoch are not comparable. */
  readonly epoch: string;
}

/** An entry of a page that the bound on ids may have cut. */
type Row = LogEntry & { readonly found: number; readonly preceding: number; readonly weight: number };
/** The same with the first transaction that may still be open; one row without an entry if there is none. */
type SettledRow = (Row | { readonly xid: null }) & { readonly settled: string };

/** The number of ids returned for a counted act. */
const FIRST_FEW = 100;
/** Entries are left to the next page behind so many ids: acts name up to 10,000 each, and a page is held in memory. */
const MOST_IDS = 2_000;
/** A reader that found nothing is moved on only if it is this far behind, so that an idle one writes nothing, … */
const WORTH_MOVING = 100_000n;
/** … or if looking took this long: a few transactions may have written thousands of entries of other acts. */
const SLOW_MS = 10;

const NOTHING = { entries: [], isWhole: true };

/** Makes `Database` repeat the transaction. */
const SERIALIZATION_FAILURE = '40001';

const ENTRY = `
  e.company_id AS "companyId", (extract(epoch FROM e.at) * 1000000)::bigint AS micros, e.entry_id AS "entryId", e.xid::text AS xid,
  e.user_id AS "userId", e.act, CASE WHEN e.act = ANY ($2) THEN e.subjects[1:${FIRST_FEW}] ELSE e.subjects END AS subjects,
  cardinality(e.subjects) AS count, e.within, CASE WHEN e.act = ANY ($2) THEN 1 ELSE cardinality(e.subjects) END AS weight`;

/** Of a page's entries those with `MOST_IDS`, at least one, and how many there were. */
const bounded = (order: string, page: string) => `
  SELECT * FROM (
    SELECT page.*, count(*) OVER () AS found,
           sum(page.weight) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - page.weight AS preceding
    FROM (${page}) AS page
  ) AS counted WHERE preceding < ${MOST_IDS}`;
const BY_TRANSACTION = 'page.xid::xid8, page."entryId"';
const BY_TIME = 'page.micros, page."entryId"';

/** Of the reader `$1`. */
const POSITIONS: PreparedStatement = {
  name: 'log_positions',
  text: 'SELECT xid::text, entry_id AS "entryId" FROM audit.readers WHERE reader = $1 ORDER BY node',
};

/** Of all companies on one node; `$1` and `$2` are acts, `$3` and `$4` the position, `$5` the number. */
const NEXT_ENTRIES: PreparedStatement = {
  name: 'next_log_entries',
  text: `
  SELECT now.settled::text, now.epoch, page.*
  FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled, epoch FROM feed.current_epoch()) AS now
  LEFT JOIN LATERAL (${bounded(
    BY_TRANSACTION,
    `SELECT ${ENTRY} FROM audit.entries e
     WHERE (e.xid, e.entry_id) > ($3::xid8, $4::bigint) AND e.xid < now.settled AND e.act = ANY ($1 || $2)
     ORDER BY e.xid, e.entry_id LIMIT $5`,
  )}) AS page ON true
  ORDER BY page.xid::xid8, page."entryId"`,
};

/** The same on several nodes: `$3` and `$4` are positions, `$5` the first transactions that may still be under way, `$6` how many. */
const NEXT_ENTRIES_OF_NODES = `
  SELECT ${ENTRY}
  FROM audit.entries e
  JOIN unnest($3::xid8[], $4::bigint[], $5::xid8[]) AS node (xid, entry_id, settled)
    ON (e.xid, e.entry_id) > (node.xid, node.entry_id) AND e.xid < node.settled
  WHERE e.act = ANY ($1 || $2)
  ORDER BY e.xid, e.entry_id LIMIT $6`;

/**
 * Reads committed entries of the audit trail in the order of transactions: only entries of transactions that precede
 * every open one, so a transaction that commits late commits after every reader's position.
 */
export class EventLog {
  constructor(
    private readonly acts: LoggedActs,
    private readonly slowMs = SLOW_MS,
  ) {}

  /** The position after everything committed by now. In a system transaction. */
  async end(tx: Transaction): Promise<WholeLogPage> {
    const { settled, epoch } = await settledOnNodes(tx);
    return { entries: [], isWhole: true, next: settled.map((xid) => ({ xid, entryId: 0 })), epoch };
  }

  /**
   * The entries of all companies after a position, up to `limit`. In a system transaction, which may be at once if the
   * position is of one node.
   */
  async read(tx: Transaction, after: readonly LogPosition[], limit: number): Promise<WholeLogPage> {
    const { whole, counted } = this.acts;
    const [only, ...more] = after;
    // A reader that started before the tables were distributed has one position, which is the coordinator's.
    if (!only || more.length > 0 || tx.isDistributed) return this.#readOfNodes(tx, after, limit);
    const rows = await tx.query<SettledRow & { readonly epoch: string }>(NEXT_ENTRIES, [
      whole,
      counted,
      only.xid,
      only.entryId,
      limit,
    ]);
    const [first] = rows;
    if (!first) throw new Error('The database does not say which epoch it is in');
    const { next, ...page } = pageOf(rows, only, limit);
    return { ...page, next: [next], epoch: first.epoch };
  }

  /** Reads first what each node has settled: a transaction that commits between the two queries is read next time. */
  async #readOfNodes(tx: Transaction, after: readonly LogPosition[], limit: number): Promise<WholeLogPage> {
    const { settled, epoch } = await settledOnNodes(tx);
    const positions = new Map(after.map((position) => [nodeOf(position.xid), position]));
    const nodes = settled.map((end) => ({ end, from: positions.get(nodeOf(end)) ?? beginningOf(end) }));
    // Several nodes are asked without the bound, which no one of them could apply.
    const found = await tx.query<Row>(NEXT_ENTRIES_OF_NODES, [
      ...[this.acts.whole, this.acts.counted],
      ...[nodes.map(({ from }) => from.xid), nodes.map(({ from }) => from.entryId)],
      ...[settled, limit],
    ]);
    const entries = found.slice(0, countWithin(found)).map(entryOf);
    const isWhole = found.length < limit && entries.length === found.length;
    const next = nodes.map(({ end, from }) => {
      if (isWhole) return BigInt(end) > BigInt(from.xid) ? { xid: end, entryId: 0 } : from;
      const last = entries.findLast(({ xid }) => nodeOf(xid) === nodeOf(end));
      return last ? { xid: last.xid, entryId: last.entryId } : from;
    });
    return { entries, isWhole, next, epoch };
  }

  /**
   * The next entries of a reader whose position is stored in the database. The position moves in this system
   * transaction: it is committed together with what the transaction makes of the entries, or not at all. A new reader
   * begins with what is committed from now on.
   *
   * @returns nothing also if another process has just taken them: call it again
   */
  async take(
    tx: Transaction,
    reader: string,
    limit: number,
  ): Promise<{ readonly entries: readonly LogEntry[]; readonly isWhole: boolean }> {
    const positions = await tx.query<LogPosition>(POSITIONS, [reader]);
    if (positions.length === 0) {
      await tx.query(
        `INSERT INTO audit.readers (reader, node, xid, entry_id, highest)
         SELECT $1, feed.node_of(settled), settled, 0, coalesce(latest.highest, 0)
         FROM feed.settled_on_nodes() AS settled
         CROSS JOIN (
           SELECT max(entry_id) AS highest
           FROM (SELECT entry_id FROM audit.entries WHERE xid IS NOT NULL ORDER BY xid DESC, entry_id DESC LIMIT 1000) AS entry
         ) AS latest
         ON CONFLICT DO NOTHING`,
        [reader],
      );
      return NOTHING;
    }
    const began = performance.now();
    const { entries, isWhole, next } = await this.read(tx, positions, limit);
    const isSlow = performance.now() - began >= this.slowMs;
    const before = new Map(positions.map((position) => [nodeOf(position.xid), position]));
    if (entries.length === 0 && !next.some((to) => isWorthMoving(before.get(nodeOf(to.xid)), to, isSlow)))
      return NOTHING;
    // What stays is not written: two processes then usually meet at their first node, where one of them gives up.
    const moves = next.filter((to) => !isSame(before.get(nodeOf(to.xid)), to));
    for (const [index, to] of moves.entries()) {
      if (await moved(tx, reader, before.get(nodeOf(to.xid)), to, entries)) continue;
      if (index === 0) return NOTHING;
      throw Object.assign(new Error('Another process has moved the reader on'), {
        code: SERIALIZATION_FAILURE,
      });
    }
    return { entries, isWhole };
  }

  /**
   * The position before an entry of the company, to read from there. In its tenant transaction.
   *
   * @param oldest earlier entries are not found
   * @returns undefined if there is no such entry, or the company has moved to another node since
   */
  async find(tx: Transaction, key: EntryKey, oldest: Date): Promise<LogPosition | undefined> {
    const [found] = await tx.query<LogPosition>(
      `SELECT xid::text, entry_id - 1 AS "entryId" FROM audit.entries
       WHERE company_id = $1 AND entry_id = $3 AND at >= $4 AND xid IS NOT NULL
         AND at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond' AND feed.node_of(xid) = feed.node()`,
      [tx.companyId, key.micros, key.entryId, oldest],
    );
    return found;
  }

  /** In a system transaction. @returns undefined if it is no longer kept */
  async entry(tx: Transaction, companyId: string, key: EntryKey): Promise<LogEntry | undefined> {
    const [row] = await tx.query<Row>(
      `SELECT ${ENTRY} FROM audit.entries e
       WHERE e.company_id = $3 AND e.entry_id = $5 AND e.act = ANY ($1 || $2)
         AND e.at = timestamptz 'epoch' + $4::bigint * interval '1 microsecond'`,
      [this.acts.whole, this.acts.counted, companyId, key.micros, key.entryId],
    );
    return row && entryOf(row);
  }

  /**
   * One company's entries after a position, in the order of transactions. In its tenant transaction.
   *
   * @param oldest earlier entries are left out
   */
  async readOf(
    tx: Transaction,
    after: LogPosition,
    { oldest, limit }: { readonly oldest: Date; readonly limit: number },
  ): Promise<LogPage> {
    const { whole, counted } = this.acts;
    const rows = await tx.query<SettledRow>(
      `SELECT now.settled::text, page.*
       FROM (SELECT feed.settled_xid() AS settled) AS now
       LEFT JOIN LATERAL (${bounded(
         BY_TRANSACTION,
         `SELECT ${ENTRY} FROM audit.entries e
          WHERE e.company_id = $3 AND e.at >= $4 AND (e.xid, e.entry_id) > ($5::xid8, $6::bigint) AND e.xid < now.settled
            AND e.act = ANY ($1 || $2)
          ORDER BY e.xid, e.entry_id LIMIT $7`,
       )}) AS page ON true
       ORDER BY page.xid::xid8, page."entryId"`,
      [whole, counted, tx.companyId, oldest, after.xid, after.entryId, limit],
    );
    return pageOf(rows, after, limit);
  }

  /**
   * One company's committed entries in order of time, to be sent again. In its tenant transaction.
   *
   * @param since from this instant on, or after this entry
   * @param until the instant of the last entry
   */
  async history(
    tx: Transaction,
    since: Date | EntryKey,
    { until, limit }: { readonly until: Date; readonly limit: number },
  ): Promise<{ readonly entries: readonly LogEntry[]; readonly isWhole: boolean }> {
    const { whole, counted } = this.acts;
    const key = since instanceof Date ? { micros: since.getTime() * 1_000 - 1, entryId: 0 } : since;
    const rows = await tx.query<Row>(
      `${bounded(
        BY_TIME,
        `SELECT ${ENTRY} FROM audit.entries e
         WHERE e.company_id = $3 AND e.act = ANY ($1 || $2) AND e.xid IS NOT NULL AND e.at <= $6
           AND (e.at, e.entry_id) > (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::bigint)
         ORDER BY e.at, e.entry_id LIMIT $7`,
      )} ORDER BY micros, "entryId"`,
      [whole, counted, tx.companyId, key.micros, key.entryId, until, limit],
    );
    return { entries: rows.map(entryOf), isWhole: isWholePage(rows, limit) };
  }
}

function pageOf(rows: readonly SettledRow[], after: LogPosition, limit: number): LogPage {
  const found = rows.filter((row) => row.xid !== null);
  const entries = found.map(entryOf);
  const isWhole = isWholePage(found, limit);
  const last = isWhole ? undefined : entries.at(-1);
  const settled = rows[0]?.settled ?? '0';
  const end = BigInt(settled) > BigInt(after.xid) ? { xid: settled, entryId: 0 } : after;
  return { entries, isWhole, next: last ? { xid: last.xid, entryId: last.entryId } : end };
}

const isWholePage = (rows: readonly Row[], limit: number): boolean =>
  rows.length < limit && rows.length === (rows[0]?.found ?? 0);

function entryOf({ companyId, micros, entryId, xid, userId, act, subjects, count, within }: Row): LogEntry {
  return { companyId, micros, entryId, xid, userId, act, subjects, count, within };
}

/** How many of the entries have `MOST_IDS`, at least one. */
function countWithin(rows: readonly Row[]): number {
  let ids = 0;
  const end = rows.findIndex(({ weight }) => {
    const isFull = ids >= MOST_IDS;
    ids += weight;
    return isFull;
  });
  return end < 0 ? rows.length : end;
}

/** The first transaction of each node that may still be open. */
async function settledOnNodes(tx: Transaction): Promise<{ settled: string[]; epoch: string }> {
  const rows = await tx.query<{ settled: string; epoch: string }>(
    'SELECT settled::text, epoch FROM feed.settled_on_nodes() AS settled, feed.current_epoch()',
  );
  const [first] = rows;
  if (!first) throw new Error('The database does not say which epoch it is in');
  return { settled: rows.map(({ settled }) => settled), epoch: first.epoch };
}

/** The position of a reader on a node that was added after the reader had started: everything there is new. */
const beginningOf = (xid: string): LogPosition => ({
  xid: String(firstXidOf(nodeOf(xid))),
  entryId: 0,
});

const isSame = (from: LogPosition | undefined, to: LogPosition): boolean =>
  from?.xid === to.xid && from.entryId === to.entryId;

function isWorthMoving(from: LogPosition | undefined, to: LogPosition, isSlow: boolean): boolean {
  if (from === undefined) return true;
  const behind = BigInt(to.xid) - BigInt(from.xid);
  // One transaction is the reader's own last move.
  return behind > (isSlow ? 1n : WORTH_MOVING);
}

/** @returns false if another process has moved the reader meanwhile */
async function moved(
  tx: Transaction,
  reader: string,
  from: LogPosition | undefined,
  to: LogPosition,
  entries: readonly LogEntry[],
): Promise<boolean> {
  const node = nodeOf(to.xid);
  const highest = Math.max(0, ...entries.filter(({ xid }) => nodeOf(xid) === node).map((one) => one.entryId));
  const values = [reader, to.xid, to.entryId, highest, node];
  const count = from
    ? await tx.change(
        `UPDATE audit.readers SET xid = $2::xid8, entry_id = $3, highest = greatest(highest, $4)
         WHERE reader = $1 AND node = $5 AND xid = $6::xid8 AND entry_id = $7`,
        [...values, from.xid, from.entryId],
      )
    : await tx.change(
        `INSERT INTO audit.readers (reader, xid, entry_id, highest, node) VALUES ($1, $2::xid8, $3, $4, $5)
         ON CONFLICT DO NOTHING`,
        values,
      );
  return count === 1;
}
