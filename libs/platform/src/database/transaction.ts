import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { EntityManager } from 'typeorm';

/**
 * A statement that each connection parses and plans once, for those that run with every request. Its columns are
 * named one by one: with `*` a migration that adds a column would fail it on every connection that knows it.
 */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** Whoever reads a large answer may take so long for a part of it: a transaction that only reads is in nobody's way. */
const READER_WITHIN_MS = 120_000;

/**
 * One transaction that already said who it is. Handed on explicitly, never kept.
 * What is asked without waiting in between, with `Promise.all` for instance, goes to PostgreSQL in one packet and is
 * run there in the order it was asked.
 */
export class Transaction {
  #cursors = 0;
  #ended = false;
  #hasHandedOut = false;

  constructor(
    /** TypeORM on this very transaction: `insert`, `update`, `find…`; not `save`, which reads first. */
    readonly manager: EntityManager,
    private readonly client: PoolClient,
    private readonly company: string | undefined,
    private readonly prepares = true,
  ) {}

  /** The company that the policies show. */
  get companyId(): string {
    if (this.company === undefined) throw new Error('A system transaction stands in no company');
    return this.company;
  }

  /** Whoever still holds it can no longer ask: the connection is about to be somebody else's. */
  end(): void {
    this.#ended = true;
  }

  /** Whether a part of a large answer is out, which is not to be begun again. */
  get hasHandedOut(): boolean {
    return this.#hasHandedOut;
  }

  /** The rows of any statement, UPDATE … RETURNING included. */
  async query<Row extends object>(
    statement: string | PreparedStatement,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { rows } = await this.#send<Row>(statement, parameters);
    return rows;
  }

  /** Runs what returns no rows. @returns how many of the table's it added, changed or removed */
  async change(statement: string | PreparedStatement, parameters: readonly unknown[] = []): Promise<number> {
    const { rowCount } = await this.#send(statement, parameters);
    return rowCount ?? 0;
  }

  /** The rows of a large answer, batch by batch, in memory no more than the one at hand and the next. */
  async *batches<Row extends object>(
    sql: string,
    parameters: readonly unknown[],
    size: number,
  ): AsyncGenerator<Row[]> {
    const cursor = `batches_${++this.#cursors}`; // closed by the transaction's end
    const fetch = () => {
      const rows = this.query<Row>(`FETCH ${size} FROM ${cursor}`);
      rows.catch(() => undefined); // told when it is asked for, or to nobody
      return rows;
    };
    const patience = this.query(`SET LOCAL idle_in_transaction_session_timeout = ${READER_WITHIN_MS}`);
    await Promise.all([patience, this.query(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, parameters)]);
    // PostgreSQL makes the next batch while this one is being worked on.
    for (let next = fetch(); ;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetch();
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
    return send<Row>(this.client, this.prepares && name ? { name, text, values } : { text, values });
  }
}

/** Sends with whatever else is asked before the process next waits: a packet costs more than what is in it. */
export function send<Row extends object>(client: PoolClient, query: QueryConfig): Promise<QueryResult<Row>> {
  const { stream } = client.connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  // By callback: the promises of pg keep all answers of a long transaction in memory until it ends.
  return new Promise((resolve, reject) => {
    client.query<Row>(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  });
}
