import { setTimeout as delay } from 'node:timers/promises';
import { isId } from '@furrow/kernel';
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import { DataSource, type EntitySchema, type MixedList, type QueryRunner, TypeORMError } from 'typeorm';
import { type Acting, whoActs } from '../audit/acting.ts';
import { TracedClient } from '../observability/traced-client.ts';
import { SturdyClient } from './sturdy-client.ts';
import { send, Transaction } from './transaction.ts';

/** PostgreSQL is away or has no connection to spare; the same request may succeed in a moment. */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The database cannot be reached.', options);
    this.name = 'DatabaseUnavailable';
  }
}

const MAX_ATTEMPTS = 6;
/** Where somebody has waited for a connection for so long, more is asked for than there is. */
const CONGESTED_MS = 2_000;

/** For the audit trail. */
const actingFor = (acting: Acting) => `SET LOCAL furrow.acting = ${pg.escapeLiteral(JSON.stringify(acting))}`;
/** Whoever asked for what crosses companies: it is not their act. */
const AS_SYSTEM = `BEGIN; SET LOCAL ROLE furrow_system; ${actingFor({ door: 'system', actor: null })}`;

/**
 * The only door to PostgreSQL. The login role may touch nothing: every transaction says in its first message
 * who it is, and row-level security holds it to that.
 */
export class Database {
  /** When those who wait for a connection came, the first one first. */
  readonly #waiting = new Set<{ readonly since: number }>();

  private constructor(
    private readonly dataSource: DataSource,
    private readonly url: string,
    private readonly prepares: boolean,
  ) {}

  /**
   * @param options `prepares: false` behind a pooler that forgets prepared statements between transactions;
   *   `traced` makes a span of each statement
   */
  static async connect(
    url: string,
    options: {
      poolSize: number;
      rows: MixedList<new () => object> | MixedList<EntitySchema>;
      prepares?: boolean;
      traced?: boolean;
    },
  ): Promise<Database> {
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      entities: options.rows as MixedList<new () => object>,
      poolSize: options.poolSize,
      applicationName: 'furrow',
      extra: {
        types: readableTypes,
        connectionTimeoutMillis: 10_000,
        // A transaction whose process hangs must not hold its locks for ever.
        idle_in_transaction_session_timeout: 120_000,
        keepAlive: true,
        // What does not depend on an earlier answer is asked without waiting for it.
        pipeline: true,
        Client: options.traced ? TracedClient : SturdyClient,
      },
      poolErrorHandler: () => undefined, // an idle connection that breaks is replaced by the pool
    });
    await dataSource.initialize();
    return new Database(dataSource, url, options.prepares ?? true);
  }

  /** One transaction that sees and writes the rows of one company. `work` may run again after a deadlock. */
  tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    if (!isId(companyId)) throw new TypeError('A tenant transaction needs a company id');
    const company = `SET LOCAL furrow.company_id = '${companyId}'`;
    const begin = `BEGIN; SET LOCAL ROLE furrow_tenant; ${company}; ${actingFor(whoActs())}`;
    return this.#transaction(begin, companyId, work);
  }

  /** One transaction under the narrow policies of what rightly crosses companies. Name the reason where you call it. */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(AS_SYSTEM, undefined, work);
  }

  /**
   * The same where `work` asks all it has to ask before it first waits: COMMIT goes out with that, so that the whole
   * transaction takes one packet there and one back.
   */
  systemAtOnce<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(AS_SYSTEM, undefined, work, true);
  }

  /** Calls `onNotice` for each notification on a channel, and once after every reconnect, for some may be lost. */
  async listen(channel: string, onNotice: () => void): Promise<{ stop(): Promise<void> }> {
    const { NotificationListener } = await import('./notification-listener.ts');
    return NotificationListener.start(this.url, channel, onNotice);
  }

  /** @throws DatabaseUnavailable */
  async ping(): Promise<void> {
    await this.system((tx) => tx.query('SELECT 1'));
  }

  /** Names of the migrations that this database has had. */
  async appliedMigrations(): Promise<Set<string>> {
    const rows = await this.system((tx) => tx.query<{ name: string }>('SELECT name FROM public.migrations'));
    return new Set(rows.map((row) => row.name));
  }

  /** What the connection pool is doing, for metrics. */
  get poolState(): { size: number; total: number; idle: number; waiting: number } {
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
    return { size: pool.options.max, total, idle, waiting };
  }

  /** Whether as many wait for a connection as there are. */
  get isBusy(): boolean {
    const { waiting, size } = this.poolState;
    return waiting >= size;
  }

  /** Whether newcomers would only wait behind others who have waited for long. */
  get isCongested(): boolean {
    const [first] = this.#waiting;
    return (
      first !== undefined && performance.now() - first.since > CONGESTED_MS && this.poolState.waiting > 0
    );
  }

  async close(): Promise<void> {
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  async #transaction<T>(
    begin: string,
    companyId: string | undefined,
    work: (tx: Transaction) => Promise<T>,
    atOnce = false,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(begin, companyId, work, atOnce);
      } catch (error) {
        if (!isTransient(error) || attempt === MAX_ATTEMPTS) throw error;
        await delay(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async #attempt<T>(
    begin: string,
    companyId: string | undefined,
    work: (tx: Transaction) => Promise<T>,
    atOnce: boolean,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = await this.#connection(runner);
      believesInTransaction(runner, true);
      // Goes out with the first question. Where it is refused, so is everything behind it.
      const refused = send(client, { text: begin }).then(
        () => undefined,
        (error: unknown) => error,
      );
      const tx = new Transaction(runner.manager, client, companyId, this.prepares);
      try {
        const working = work(tx);
        if (!atOnce) await working;
        tx.end();
        const [result, end] = await Promise.all([working, send(client, { text: 'COMMIT' })]);
        // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
        if (end.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back');
        return result;
      } catch (failure) {
        tx.end();
        const error = (await refused) ?? failure;
        // Also where only the opening message failed: BEGIN itself may have gone through.
        await send(client, { text: 'ROLLBACK' }).catch(() => undefined);
        // TypeORM lets go of a connection that breaks: whoever asks it next hears no more than that.
        const isLost = isConnectionLoss(error) || (runner.isReleased && error instanceof TypeORMError);
        throw isLost ? new DatabaseUnavailable({ cause: error }) : error;
      } finally {
        believesInTransaction(runner, false);
      }
    } finally {
      await runner.release();
    }
  }

  /** @throws DatabaseUnavailable */
  async #connection(runner: QueryRunner): Promise<PoolClient> {
    const arrival = { since: performance.now() };
    this.#waiting.add(arrival);
    try {
      return (await runner.connect()) as PoolClient;
    } catch (error) {
      throw new DatabaseUnavailable({ cause: error });
    } finally {
      this.#waiting.delete(arrival);
    }
  }
}

/** TypeORM did not see BEGIN; untold, its own writes would open, and commit, a transaction of theirs. */
function believesInTransaction(runner: { readonly isTransactionActive: boolean }, active: boolean): void {
  (runner as { isTransactionActive: boolean }).isTransactionActive = active;
}

/** Two transactions stood in each other's way; one of them only has to try again. */
function isTransient(error: unknown): boolean {
  const code = sqlStateOf(error);
  return code === '40P01' || code === '40001';
}

function isConnectionLoss(error: unknown): boolean {
  const code = sqlStateOf(error);
  if (code !== undefined) return /^(08|57P|53300|25P03|ECONN|EPIPE|ETIMEDOUT)/.test(code);
  return error instanceof Error && /Connection terminated|not queryable/.test(error.message);
}

/** The SQLSTATE of a failed statement, or the code of a broken socket. */
export function sqlStateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  return typeof code === 'string' ? code : sqlStateOf(driverError);
}

const DATE = 1082;
const INT8 = 20;

/** `date` stays the text it is (an instant would need a zone), counts are numbers, `numeric` stays exact text. */
const readableTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (oid === DATE) return (text: string) => text;
    if (oid === INT8) return Number;
    return (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format);
  },
};
