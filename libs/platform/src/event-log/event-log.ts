import type { PreparedStatement, Transaction } from '../database/transaction.ts';

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

/** The entry after which to continue, in order of (transaction, entry). */
export interface LogPosition {
  readonly xid: string;
  readonly entryId: number;
}

export interface LogPage {
  readonly entries: readonly LogEntry[];
  /** After the last entry; after everything committed if there were fewer than requested. */
  readonly next: LogPosition;
  /** Positions of another life are not comparable. */
  readonly life: string;
}

/** The number of ids returned for a counted act. */
const FIRST_FEW = 100;
/** A reader that found nothing is moved on only if it is this far behind, so that an idle one writes nothing. */
const WORTH_MOVING = 100_000n;

const ENTRY = `
  e.company_id AS "companyId", (extract(epoch FROM e.at) * 1000000)::bigint AS micros, e.entry_id AS "entryId", e.xid::text AS xid,
  e.user_id AS "userId", e.act, CASE WHEN e.act = ANY ($2) THEN e.subjects[1:${FIRST_FEW}] ELSE e.subjects END AS subjects,
  cardinality(e.subjects) AS count, e.within`;

/** Of all companies; `$1` and `$2` are acts, `$3` and `$4` the position, `$5` the number. */
const NEXT_ENTRIES: PreparedStatement = {
  name: 'next_log_entries',
  text: `
  SELECT now.settled::text, now.life, page.*
  FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled, life FROM feed.current_life()) AS now
  LEFT JOIN LATERAL (
    SELECT ${ENTRY} FROM audit.entries e
    WHERE (e.xid, e.entry_id) > ($3::xid8, $4::bigint) AND e.xid < now.settled AND e.act = ANY ($1 || $2)
    ORDER BY e.xid, e.entry_id LIMIT $5
  ) AS page ON true
  ORDER BY page.xid::xid8, page."entryId"`,
};

/**
 * Reads committed entries of the audit trail in the order of transactions: only entries of transactions that precede
 * every open one, so a transaction that commits late commits after every reader's position.
 */
export class EventLog {
  constructor(private readonly acts: LoggedActs) {}

  /** The position after everything committed by now. In a system transaction. */
  async end(tx: Transaction): Promise<LogPage> {
    const [now] = await tx.query<{ settled: string; life: string }>(
      'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS settled, life FROM feed.current_life()',
    );
    if (!now) throw new Error('The database does not say which life it is in');
    return { entries: [], next: { xid: now.settled, entryId: 0 }, life: now.life };
  }

  /** The entries of all companies after a position, up to `limit`. In a system transaction. */
  async read(tx: Transaction, after: LogPosition, limit: number): Promise<LogPage> {
    const { whole, counted } = this.acts;
    type Row = (LogEntry | { readonly xid: null }) & { readonly settled: string; readonly life: string };
    const rows = await tx.query<Row>(NEXT_ENTRIES, [whole, counted, after.xid, after.entryId, limit]);
    const [first] = rows;
    if (!first) throw new Error('The database does not say which life it is in');
    return { ...pageOf(rows, after, limit), life: first.life };
  }

  /**
   * The next entries of a reader whose position is stored in the database. The position moves in this system
   * transaction: it is committed together with what the transaction makes of the entries, or not at all. A new reader
   * begins with what is committed from now on.
   *
   * @returns nothing also if another process has just taken them: call it again
   */
  async take(tx: Transaction, reader: string, limit: number): Promise<readonly LogEntry[]> {
    const [position] = await tx.query<LogPosition>(
      'SELECT xid::text, entry_id AS "entryId" FROM audit.readers WHERE reader = $1',
      [reader],
    );
    if (!position) {
      await tx.query(
        `INSERT INTO audit.readers (reader, xid, entry_id, highest)
         SELECT $1, pg_snapshot_xmin(pg_current_snapshot()), 0, coalesce(max(entry_id), 0)
         FROM (SELECT entry_id FROM audit.entries WHERE xid IS NOT NULL ORDER BY xid DESC, entry_id DESC LIMIT 1000) AS latest
         ON CONFLICT DO NOTHING`,
        [reader],
      );
      return [];
    }
    const { entries, next } = await this.read(tx, position, limit);
    if (entries.length === 0 && BigInt(next.xid) - BigInt(position.xid) < WORTH_MOVING) return [];
    const highest = Math.max(0, ...entries.map(({ entryId }) => entryId));
    const moved = await tx.change(
      `UPDATE audit.readers SET xid = $2::xid8, entry_id = $3, highest = greatest(highest, $4)
       WHERE reader = $1 AND xid = $5::xid8 AND entry_id = $6`,
      [reader, next.xid, next.entryId, highest, position.xid, position.entryId],
    );
    return moved === 1 ? entries : [];
  }

  /**
   * The position before an entry of the company, to read from there. In its tenant transaction.
   *
   * @param oldest earlier entries are not found
   * @returns undefined if there is no such entry
   */
  async find(tx: Transaction, key: EntryKey, oldest: Date): Promise<LogPosition | undefined> {
    const [found] = await tx.query<LogPosition>(
      `SELECT xid::text, entry_id - 1 AS "entryId" FROM audit.entries
       WHERE company_id = $1 AND entry_id = $3 AND at >= $4 AND xid IS NOT NULL
         AND at = timestamptz 'epoch' + $2::bigint * interval '1 microsecond'`,
      [tx.companyId, key.micros, key.entryId, oldest],
    );
    return found;
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
  ): Promise<Omit<LogPage, 'life'>> {
    const { whole, counted } = this.acts;
    const rows = await tx.query<(LogEntry | { readonly xid: null }) & { readonly settled: string }>(
      `SELECT now.settled::text, page.*
       FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS settled) AS now
       LEFT JOIN LATERAL (
         SELECT ${ENTRY} FROM audit.entries e
         WHERE e.company_id = $3 AND e.at >= $4 AND (e.xid, e.entry_id) > ($5::xid8, $6::bigint) AND e.xid < now.settled
           AND e.act = ANY ($1 || $2)
         ORDER BY e.xid, e.entry_id LIMIT $7
       ) AS page ON true
       ORDER BY page.xid::xid8, page."entryId"`,
      [whole, counted, tx.companyId, oldest, after.xid, after.entryId, limit],
    );
    return pageOf(rows, after, limit);
  }

  /**
   * One company's entries in order of time, to be sent again. In its tenant transaction.
   *
   * @param since from this instant on, or after this entry
   */
  async history(tx: Transaction, since: Date | EntryKey, limit: number): Promise<readonly LogEntry[]> {
    const { whole, counted } = this.acts;
    const key = since instanceof Date ? { micros: since.getTime() * 1_000 - 1, entryId: 0 } : since;
    return tx.query<LogEntry>(
      `SELECT ${ENTRY} FROM audit.entries e
       WHERE e.company_id = $3 AND e.act = ANY ($1 || $2) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
         AND (e.at, e.entry_id) > (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::bigint)
       ORDER BY e.at, e.entry_id LIMIT $6`,
      [whole, counted, tx.companyId, key.micros, key.entryId, limit],
    );
  }
}

/** @param rows each with the first transaction that may still be open; one without an entry if there is none */
function pageOf(
  rows: readonly ((LogEntry | { readonly xid: null }) & { readonly settled: string })[],
  after: LogPosition,
  limit: number,
): Omit<LogPage, 'life'> {
  const entries = rows.filter((row) => row.xid !== null);
  const last = entries.length < limit ? undefined : entries.at(-1);
  const settled = rows[0]?.settled ?? '0';
  const end = BigInt(settled) > BigInt(after.xid) ? { xid: settled, entryId: 0 } : after;
  return { entries, next: last ? { xid: last.xid, entryId: last.entryId } : end };
}
