import { setTimeout as delay } from 'node:timers/promises';
import { isId } from '@furrow/kernel';
import type { Pool, PoolClient } from 'pg';
import pg from 'pg';
import { DataSource, type EntitySchema, type MixedList, type QueryRunner, TypeORMError } from 'typeorm';
import { whoActs, whoActsEach } from './acting/acting.ts';
import { AttributedGroups, type Commit, type RowKeys } from './acting/attributed-groups.ts';
import { NodeBreakers } from './distribution/node-breakers.ts';
import { nodesOfCompanies } from './distribution/nodes-of-companies.ts';
import { DatabaseQueues } from './connection/database-queues.ts';
import { DatabaseUnavailable } from './errors.ts';
import { DatabaseProbe, NotReady } from './connection/database-probe.ts';
import { OpenConnections } from './connection/open-connections.ts';
import { markTransaction, release } from './connection/pooled-connection.ts';
import { ConnectionShares } from './connection/connection-shares.ts';
import {
  actingFor,
  AS_SYSTEM,
  asTenant,
  type Identity,
  IS_DISTRIBUTED,
  openingOf,
  openingsOnNodes,
  WITHOUT_WAITING,
} from './identity.ts';
import { ReadReplica } from './read-replica.ts';
import { readableTypes } from './readable-types.ts';
import { Reads } from './reads.ts';
import { isOutOfRoom, isOutOfService, isReadOnly, isTransient } from './sql/sql-state.ts';
import { ResilientClient } from './connection/resilient-client.ts';
import {
  type DatabaseTimeouts,
  limited,
  limitTransaction,
  LONG_RUNNING,
  servingTimeouts,
} from './connection/timeouts.ts';
import { send, Transaction } from './transaction.ts';

export interface ConnectOptions {
  readonly poolSize: number;
  readonly rows: MixedList<new () => object> | MixedList<EntitySchema>;
  readonly prepares?: boolean;
  readonly traced?: boolean;
  readonly timeouts?: DatabaseTimeouts;
  readonly replica?: { readonly url: string; readonly maxLagSeconds: number };
  readonly sharedByCompanies?: boolean;
}

/** A condition for a transaction to continue, and its time limit. */
export interface Condition {
  readonly sql: string;
  readonly answeredWithinMs: number;
}

interface Manner {
  /** `work` sends all its statements before it first waits. */
  readonly atOnce?: boolean;
  readonly condition?: Condition | undefined;
}

const MAX_ATTEMPTS = 6;
/** The maximum wait for a connection of the pool. */
const WAIT_MS = 10_000;
/** How long a process is not ready after PostgreSQL was out of space, which no other check shows. */
const OUT_OF_ROOM_MS = 10_000;
/** A younger connection that refuses writes is kept, because a new one would probably reach the same server. */
const WORTH_REPLACING_MS = 1_000;
/** The time that transactions in flight have when the pool is closed. */
const CLOSED_WITHIN_MS = 5_000;
/** A rollback takes no time, unless a worker of a Citus hangs: its coordinator would then wait for it without a limit. */
const ROLLED_BACK_WITHIN_MS = 5_000;
/** With fewer connections a share would be a single one, which one streamed report holds for minutes. */
const FEWEST_TO_SHARE = 4;

/** Imported on demand, because it loads OpenTelemetry. */
const tracedClient = async () => (await import('./connection/traced-client.ts')).TracedClient;

/**
 * The only access to PostgreSQL. The login role has no rights: every transaction declares in its first message who it
 * is, and row-level security enforces it.
 */
export class Database {
  /** Who waits. */
  readonly queues = new DatabaseQueues(() => this.poolState);
  readonly #probe: DatabaseProbe;
  /** When PostgreSQL was last out of space for a write. */
  #outOfRoomAt = -Infinity;
  /** For reads that may be slightly outdated. */
  readonly reads: Reads;
  /** Of a Citus. */
  readonly nodes: NodeBreakers | undefined;
  /** Undefined if one caller has all connections to itself. */
  readonly shares: ConnectionShares | undefined;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly connections: OpenConnections,
    private readonly options: {
      readonly address: string;
      /** The connection string, including the limits of a session. */
      readonly url: string;
      readonly poolSize: number;
      readonly prepares: boolean;
      readonly timeouts: DatabaseTimeouts;
      /** Begins a transaction within its limits. */
      readonly begin: string;
      readonly isDistributed: boolean;
      readonly replica: ReadReplica | undefined;
      readonly sharedByCompanies: boolean;
    },
  ) {
    const { poolSize, sharedByCompanies } = options;
    if (sharedByCompanies && poolSize >= FEWEST_TO_SHARE) {
      this.shares = new ConnectionShares(poolSize, WAIT_MS);
      this.queues.add(this.shares);
    }
    this.#probe = new DatabaseProbe(options.url, options.timeouts);
    this.reads = new Reads(this, options.replica);
    const nodesOf = (ids: readonly string[]) => this.system((tx) => nodesOfCompanies(tx, ids));
    this.nodes = options.isDistributed ? new NodeBreakers({ ...options, nodesOf }) : undefined;
  }

  /**
   * @param options `prepares: false` behind a pooler that drops prepared statements between transactions and does not
   * support session options; `traced` creates a span for each statement; `timeouts` are those of a service by default;
   * `replica` is a read replica; `sharedByCompanies` limits each company to half of the connections
   */
  static async connect(url: string, options: ConnectOptions): Promise<Database> {
    const { prepares = true, timeouts = servingTimeouts() } = options;
    const sessionUrl = prepares ? limited(url, timeouts) : url;
    const siblings = new OpenConnections();
    const dataSource = new DataSource({
      type: 'postgres',
      driver: pg, // TypeORM would load another copy than the one that our clients extend
      url: sessionUrl,
      entities: options.rows as MixedList<new () => object>,
      poolSize: options.poolSize,
      applicationName: 'furrow',
      extra: {
        types: readableTypes,
        connectionTimeoutMillis: WAIT_MS,
        ...{ timeouts, siblings },
        // Statements that do not depend on an earlier answer are sent without waiting for it.
        pipeline: true,
        Client: options.traced ? await tracedClient() : ResilientClient,
      },
      poolErrorHandler: () => undefined, // the pool replaces an idle connection that breaks
    });
    await dataSource.initialize();
    const [row] = await dataSource.query<{ distributed: boolean }[]>(IS_DISTRIBUTED);
    const begin = prepares ? 'BEGIN; ' : `BEGIN; ${limitTransaction(timeouts)}`;
    return new Database(dataSource, siblings, {
      ...{ address: url, url: sessionUrl, poolSize: options.poolSize },
      ...{ prepares, timeouts, begin, isDistributed: row?.distributed === true },
      replica: replicaOf(url, { ...options, prepares, timeouts }),
      sharedByCompanies: options.sharedByCompanies ?? false,
    });
  }

  /**
   * One transaction that sees and writes the rows of one company. `work` may run again after a deadlock. It must not
   * begin another transaction of the company, which might wait for the connection that this one holds.
   * @param condition must hold for the transaction to continue; checking it costs no extra round trip
   */
  tenant<T>(companyId: string, work: (tx: Transaction) => Promise<T>, condition?: Condition): Promise<T> {
    if (!isId(companyId)) throw new TypeError('A tenant transaction needs a company id');
    const identity = asTenant(companyId, actingFor(whoActs(), whoActsEach()));
    const transact = () => this.#transaction(identity, companyId, work, { condition });
    const run = () => (this.shares ? this.shares.use(companyId, transact) : transact());
    return this.nodes ? this.nodes.run(companyId, run) : run();
  }

  /** One transaction under the narrow policies of work that crosses companies. State the reason where you call it. */
  system<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(AS_SYSTEM, undefined, work);
  }

  /**
   * The same if `work` sends all its statements before it first waits: COMMIT is sent with them, so that the whole
   * transaction takes one round trip.
   */
  systemAtOnce<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(AS_SYSTEM, undefined, work, { atOnce: true });
  }

  /**
   * A system transaction that does not wait for the disk. If PostgreSQL crashes a moment later it is lost as a whole,
   * and the caller must repeat it; no later transaction survives without it.
   *
   * @param atOnce as `systemAtOnce`
   */
  systemAsynchronously<T>(work: (tx: Transaction) => Promise<T>, { atOnce = false } = {}): Promise<T> {
    return this.#transaction(WITHOUT_WAITING, undefined, work, { atOnce });
  }

  /** A system transaction that may take minutes, on a connection of its own, so that no request waits for it. */
  async longRunning<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const { address, prepares } = this.options;
    const options = { poolSize: 1, rows: [], prepares, timeouts: LONG_RUNNING };
    const database = await Database.connect(address, options);
    try {
      return await database.system(work);
    } finally {
      await database.close();
    }
  }

  /** Calls `onNotice` with each notification on a channel, and with '' after connecting, because some may be lost. */
  async listen(channel: string, onNotice: (notice: string) => void): Promise<{ stop(): Promise<void> }> {
    const { NotificationListener } = await import('./connection/notification-listener.ts');
    const { url, timeouts } = this.options;
    return NotificationListener.start({ url, timeouts, channel, onNotice });
  }

  /** Where a connection outside of the pool is opened; `isPooled` where a pooler lends sessions by transaction. */
  get address(): { readonly url: string; readonly isPooled: boolean } {
    const { url, prepares } = this.options;
    return { url, isPooled: !prepares };
  }

  /** @throws DatabaseUnavailable */
  async ping(): Promise<void> {
    await this.system((tx) => tx.query('SELECT 1'));
  }

  /**
   * Whether transactions can be run right now, checked outside of the pool.
   * @returns the migrations of the database
   * @throws NotReady within two seconds
   */
  async checkReady(): Promise<ReadonlySet<string>> {
    const migrations = await this.#probe.look();
    if (performance.now() - this.#outOfRoomAt < OUT_OF_ROOM_MS)
      throw new NotReady('writes', 'PostgreSQL has no room: its disk or its memory is full.');
    return migrations;
  }

  /** Names of the migrations of this database. */
  async appliedMigrations(): Promise<Set<string>> {
    const rows = await this.system((tx) => tx.query<{ name: string }>('SELECT name FROM public.migrations'));
    return new Set(rows.map((row) => row.name));
  }

  /** Whether companies are on several nodes: a statement that locks rows must then be limited to one company. */
  get isDistributed(): boolean {
    return this.options.isDistributed;
  }

  /** The state of the connection pool, for metrics. */
  get poolState(): { size: number; total: number; idle: number; waiting: number } {
    const pool = (this.dataSource.driver as unknown as { master: Pool }).master;
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool;
    return { size: pool.options.max, total, idle, waiting };
  }

  /**
   * Group commit: what this returns submits a request, which shares a transaction with others of its company.
   * @param commit runs one transaction
   * @param keysOf attributes the rows of each request to who made it, in the audit trail
   */
  groupCommit<Request, Result>(
    commit: Commit<Request, Result>,
    keysOf: RowKeys<Request>,
  ): (companyId: string, request: Request) => Promise<Result> {
    const groups = new AttributedGroups(commit, keysOf);
    this.queues.add(groups);
    return (companyId, request) => groups.submit(companyId, request);
  }

  /** Waits a moment for transactions in flight. */
  async close(): Promise<void> {
    this.#probe.close();
    this.nodes?.stop();
    await this.options.replica?.close();
    const late = setTimeout(() => this.connections.giveUpAll(), CLOSED_WITHIN_MS);
    try {
      if (this.dataSource.isInitialized) await this.dataSource.destroy();
    } finally {
      clearTimeout(late);
    }
  }

  async #transaction<T>(
    identity: Identity,
    companyId: string | undefined,
    work: (tx: Transaction) => Promise<T>,
    how: Manner = {},
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(identity, companyId, work, how);
      } catch (error) {
        if (!isTransient(error) || attempt === MAX_ATTEMPTS) throw error;
        await delay(Math.random() * 10 * 2 ** attempt);
      }
    }
  }

  async #attempt<T>(
    identity: Identity,
    companyId: string | undefined,
    work: (tx: Transaction) => Promise<T>,
    { atOnce = false, condition }: Manner,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    let spoilt: Error | undefined;
    try {
      const client = await this.#connection(runner);
      markTransaction(runner, true);
      // Sent with the first statement. If it fails, so does everything after it.
      const refused = this.#open(client, identity, condition).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (condition) client.giveUpUnless(refused, condition.answeredWithinMs);
      const tx = new Transaction(runner.manager, client, companyId, this.options);
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
        // Also if only the opening message failed: BEGIN itself may have succeeded.
        const rolledBack = send(client, { text: 'ROLLBACK' }).catch(() => undefined);
        client.giveUpUnless(rolledBack, ROLLED_BACK_WITHIN_MS);
        await rolledBack;
        // TypeORM releases a broken connection, and its next call fails with this error only.
        const isLost =
          isOutOfService(error) ||
          (runner.isReleased && error instanceof TypeORMError) ||
          (isTransient(error) && tx.hasHandedOut); // a retry would send the beginning twice
        if (!isLost) throw error;
        if (isOutOfRoom(error)) this.#outOfRoomAt = performance.now();
        // After a failover this connection may still reach the old primary, while a new one reaches the new primary.
        if (isReadOnly(error) && client.ageMs > WORTH_REPLACING_MS) spoilt = error as Error;
        throw new DatabaseUnavailable({ cause: error });
      } finally {
        markTransaction(runner, false);
      }
    } finally {
      await release(runner, spoilt);
    }
  }

  #open(client: PoolClient, { role, settings }: Identity, condition?: Condition): Promise<unknown> {
    const { begin, isDistributed } = this.options;
    const identity = { role, settings: condition ? [...settings, condition.sql] : settings };
    if (!isDistributed) return send(client, { text: openingOf(begin, identity) });
    return Promise.all(openingsOnNodes(begin, identity).map((text) => send(client, { text })));
  }

  /** @throws DatabaseUnavailable */
  async #connection(runner: QueryRunner): Promise<PoolClient & ResilientClient> {
    try {
      return (await this.queues.waitFor(() => runner.connect())) as PoolClient & ResilientClient;
    } catch (error) {
      throw new DatabaseUnavailable({ cause: error });
    }
  }
}

function replicaOf(
  primaryUrl: string,
  {
    replica,
    ...options
  }: ConnectOptions & { readonly prepares: boolean; readonly timeouts: DatabaseTimeouts },
): ReadReplica | undefined {
  if (replica === undefined) return undefined;
  return new ReadReplica({
    ...{ primaryUrl, url: replica.url, maxLagMs: replica.maxLagSeconds * 1_000 },
    ...{ timeouts: options.timeouts, prepares: options.prepares },
    open: (url, timeouts) => Database.connect(url, { ...options, timeouts }),
  });
}
