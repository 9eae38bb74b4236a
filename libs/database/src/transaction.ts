import type { Socket } from 'node:net';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * A statement that each connection parses and plans once, for statements of every request. Its columns are listed: with
 * `*`, a migration that adds a column would break it on every connection that has prepared it.
 */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** The time a client may take to read part of a large answer; a read-only transaction blocks nobody. */
const READER_WITHIN_MS = 120_000;

/** What a batch of rows should have at most; it is judged by the batch before. */
const BATCH_BYTES = 128 * 1024;
/** Before anything is known about the rows' size, and by how much batches grow from one to the next. */
const FIRST_ROWS = 10;
const GROWTH = 8;

/**
 * One transaction that has declared its role and company. Passed on explicitly, never stored. Statements sent without
 * waiting in between, for instance with `Promise.all`, go to PostgreSQL in one packet and run in order.
 */
export class Transaction {
  #cursors = 0;
  #ended = false;
  #hasHandedOut = false;

  constructor(
    /** TypeORM on this transaction: `insert`, `update`, `find…`; not `save`, which reads first. */
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly company: string | undefined,
    private readonly options: { readonly prepares: boolean; readonly isDistributed: boolean },
  ) {}

  /** Whether companies are on several nodes of a Citus. */
  get isDistributed(): boolean {
    return this.options.isDistributed;
  }

  /** The company that the policies show. */
  get companyId(): string {
    if (this.company === undefined) throw new Error('A system transaction has no company');
    return this.company;
  }

  /** Further use fails, because the connection returns to the pool. */
  end(): void {
    this.#ended = true;
  }

  /** Whether part of a large answer was handed out, so that it cannot be restarted. */
  get hasHandedOut(): boolean {
    return this.#hasHandedOut;
  }

  /** The rows of any statement, including UPDATE … RETURNING. */
  async query<Row extends object>(
    statement: string | PreparedStatement,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { rows } = await this.#send<Row>(statement, parameters);
    return rows;
  }

  /** Runs a statement without result rows. @returns how many rows of the table it added, changed or removed */
  async change(statement: string | PreparedStatement, parameters: readonly unknown[] = []): Promise<number> {
    const { rowCount } = await this.#send(statement, parameters);
    return rowCount ?? 0;
  }

  /**
   * Waits until no other transaction of the company holds the lock of this name, and holds it until the end. It stands for
   * rows that do not exist yet, which cannot be locked.
   */
  async lock(name: string): Promise<void> {
    await this.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${name} ${this.companyId}`]);
  }

  /**
   * The rows of a large answer in batches, with at most the current and the next one in memory. Wide rows come in smaller
   * batches, because each of them is processed at a time.
   * @param most of rows at a time
   */
  async *batches<Row extends object>(
    sql: string,
    parameters: readonly unknown[],
    most: number,
  ): AsyncGenerator<Row[]> {
    const cursor = `batches_${++this.#cursors}`; // closed by the transaction's end
    const stream = this.client.connection.stream as Socket;
    let size = Math.min(most, FIRST_ROWS);
    const fetch = () => {
      const rows = this.query<Row>(`FETCH ${size} FROM ${cursor}`);
      rows.catch(() => undefined); // reported when it is awaited, or not at all
      return rows;
    };
    const timeout = this.query(`SET LOCAL idle_in_transaction_session_timeout = ${READER_WITHIN_MS}`);
    await Promise.all([timeout, this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters)]);
    let before = stream.bytesRead;
    for (let next = fetch(); ;) {
      const rows = await next;
      if (rows.length === 0) return;
      const bytes = stream.bytesRead - before;
      before += bytes;
      size = Math.max(1, Math.min(most, size * GROWTH, Math.floor((rows.length * BATCH_BYTES) / bytes)));
      next = fetch();
      // Sends it now and not at the end of this turn, so that PostgreSQL reads it while this batch is processed.
      stream.uncork();
      this.#hasHandedOut = true;
      yield rows;
    }
  }

  async #send<Row extends object>(
    statement: string | PreparedStatement,
    parameters: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    if (this.#ended) throw new Error('The transaction has ended');
    const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement;
    const values = parameters as unknown[];
    return send<Row>(this.client, this.options.prepares && name ? { name, text, values } : { text, values });
  }
}

/** Sends it together with other statements of the same turn, because a packet costs more than its content. */
export function send<Row extends object>(client: PoolClient, query: QueryConfig): Promise<QueryResult<Row>> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  // Uses callbacks, because the promises of pg keep all answers of a long transaction in memory until it ends.
  return new Promise((resolve, reject) => {
    client.query<Row>(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  });
}
