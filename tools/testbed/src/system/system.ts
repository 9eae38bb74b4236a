import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import pg from 'pg';
import { type FarmFile, ProvisionedFarm } from '../farms/farm.ts';
import { SigningKey } from '../keys/signing-key.ts';
import { keepSecret } from '../processes/kept-secrets.ts';
import { OperatorCli } from '../processes/operator-cli.ts';
import type { Environment } from '../processes/service-process.ts';
import { createTestDatabase, isOnCitus, superuserUrl } from '../test-database.ts';
import { withClient } from '../../postgres/with-client.mjs';
import { ApiProcess } from './api-process.ts';
import { Client } from './client.ts';
import { SharedApi } from './shared-api.ts';

export interface DatabaseOfSystem {
  readonly url: string;
  readonly ownerUrl: string;
  drop(): Promise<void>;
}

interface Table {
  readonly name: string;
  readonly hasRows: boolean;
}

/** The name of the session that empties a shared system. */
export const EMPTYING = 'empties the shared system';
const LOCK_NOT_AVAILABLE = '55P03';
const EMPTIED_WITHIN_MS = 60_000;
const LOCK_AGAIN_MS = 10;

/** Less than Jest allows a hook, so that an error tells what a spec waited for. */
const SUPERUSER_LIMITS = {
  connectionTimeoutMillis: 60_000,
  query_timeout: 120_000,
  options: '-c lock_timeout=60s',
};

const OTHER_SESSIONS = `
  SELECT pid, application_name AS name, state, wait_event AS "waitsFor", now() - xact_start AS lasts, query,
    (SELECT array_agg(mode || ' on ' || relation::regclass) FROM pg_locks l WHERE l.pid = a.pid) AS locks
  FROM pg_stat_activity a WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** All tables, and whether they have rows; those of partitioned ones are in their partitions. */
const TABLES = `
  SELECT c.oid::regclass::text AS name, c.relkind = 'r' AND pg_relation_size(c.oid) > 0 AS "hasRows"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname !~ '^(pg_|information_schema$)'`;

/** An installation of its own: a database, a home with development keys, and the API on a free port. */
export class System {
  #owner: pg.Pool | undefined;
  readonly #operator = new OperatorCli(() => this.environment);

  private constructor(
    readonly home: string,
    readonly key: SigningKey,
    private database: DatabaseOfSystem,
    private environment: Environment,
    private api: ApiProcess | SharedApi,
  ) {}

  /** @param database of the test's own, not migrated yet; without it, one of the test run's */
  static async start(env: Environment = {}, database?: DatabaseOfSystem): Promise<System> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-api-test-'));
    const key = await SigningKey.putInto(home);
    const used = database ?? (await createTestDatabase());
    const environment = { ...environmentOf(home, used), ...env };
    if (database) await new OperatorCli(() => environment).ask('migrate');
    return new System(home, key, used, environment, await ApiProcess.start(environment));
  }

  /**
   * The system that the specs of one worker use one after the other, empty at the start of each: to start an API costs a
   * second of processor time. It is for specs that leave the process, its schema and its epochs alone, and do not look at
   * its counters.
   */
  static async shared(): Promise<System> {
    // The tables of a Citus lie on several nodes.
    if (isOnCitus()) return System.start();
    const api = (await SharedApi.idle()) ?? (await System.#startShared());
    const key = await SigningKey.putInto(api.home);
    return new System(api.home, key, databaseOf(api.environment), api.environment, api);
  }

  static async #startShared(): Promise<SharedApi> {
    const home = await SharedApi.newHome();
    await SigningKey.putInto(home);
    const database = await createTestDatabase();
    return SharedApi.start(home, environmentOf(home, database), async () => {
      const tables = await asSuperuser(database.url, (client) => client.query<Table>(TABLES));
      return tables.rows.filter(({ hasRows }) => hasRows).map(({ name }) => name);
    });
  }

  get url(): string {
    return this.api.url;
  }

  get environmentOfApi(): Environment {
    return this.environment;
  }

  get isRunning(): boolean {
    return this.api.isRunning;
  }

  /** The API's recent log output. */
  get log(): string {
    return this.api.output();
  }

  /** A caller without any credential. */
  get stranger(): Client {
    return new Client(this.url);
  }

  /** A user with a JWT of the development issuer. */
  user(idpId: string): Client {
    return Client.withBearer(this.url, keepSecret(this.key.jwt(idpId)));
  }

  token(credential: string): Client {
    return Client.withBearer(this.url, credential);
  }

  /** Runs an operator command and parses the JSON document that it prints. */
  furrow<T>(...args: string[]): Promise<T> {
    return this.#operator.ask(...args);
  }

  async provision(file: FarmFile): Promise<ProvisionedFarm> {
    return new ProvisionedFarm(this, file, await this.#operator.apply(file));
  }

  /** Runs SQL as the owner, whom no policy restricts. */
  async sql<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.owner.query<Row>(text, parameters);
    return rows;
  }

  /**
   * Runs SQL as the server's superuser, for what the owner may not do to the service's connections. Only for databases
   * of the test run.
   */
  async superuser<Row extends object>(
    text: string,
    parameters: unknown[] = [],
    { firesTriggers = true } = {},
  ): Promise<Row[]> {
    return this.asSuperuser(async (client) => {
      if (!firesTriggers) await client.query('SET session_replication_role = replica');
      return (await client.query<Row>(text, parameters)).rows;
    });
  }

  /** Like `superuser`, for several statements on one connection. */
  async asSuperuser<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    return asSuperuser(this.database.url, work);
  }

  /**
   * Copies rows in SQL as `superuser` does, for tests that need thousands: triggers, which take most of the time, do not
   * fire, and so neither the event log nor a foreign key hears of these rows.
   */
  async copyRows(text: string, parameters: unknown[]): Promise<void> {
    await this.superuser(text, parameters, { firesTriggers: false });
  }

  get owner(): pg.Pool {
    if (!this.#owner) {
      this.#owner = new pg.Pool({ connectionString: this.database.ownerUrl, max: 4 });
      this.#owner.on('error', () => undefined); // a test may kill its server
    }
    return this.#owner;
  }

  /** Another API on the same database and with the same keys. */
  async another(env: Environment = {}): Promise<ApiProcess> {
    return ApiProcess.start({ ...this.environment, ...env });
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<unknown> {
    return this.api.end(signal);
  }

  /** After `kill()`: from now on this is the API, which `stop()` ends. */
  continueWith(another: ApiProcess): void {
    this.api = another;
  }

  async startAgain(database: DatabaseOfSystem = this.database): Promise<void> {
    if (database !== this.database) {
      await this.#owner?.end().catch(() => undefined);
      this.#owner = undefined;
    }
    this.database = database;
    this.environment = { ...this.environment, ...environmentOf(this.home, database) };
    this.api = await ApiProcess.start(this.environment);
  }

  /** A shared system is emptied for the next spec. */
  async stop(): Promise<void> {
    await this.#owner?.end().catch(() => undefined);
    this.#owner = undefined;
    if (this.api instanceof SharedApi) {
      await this.#empty(new Set(this.api.initialTables));
      return this.api.giveBack();
    }
    await this.api.end();
    await this.database.drop();
    await rm(this.home, { recursive: true, force: true });
  }

  async #empty(initial: ReadonlySet<string>): Promise<void> {
    try {
      await this.asSuperuser((client) => truncate(client, initial));
    } catch (error) {
      const others = await this.superuser(OTHER_SESSIONS);
      throw new Error(`The shared system cannot be emptied: ${inspect(others)}`, { cause: error });
    }
    await rm(join(this.home, 'media'), { recursive: true, force: true });
  }
}

/**
 * Empties all tables but the initial ones. Background work of the API holds some tables and waits for others, in any
 * order: a TRUNCATE that holds some and waits could wait for ever, because PostgreSQL's timers, which detect deadlocks,
 * do not fire at a shifted clock. Therefore all tables are locked at once or not at all.
 */
async function truncate(client: pg.Client, initial: ReadonlySet<string>): Promise<void> {
  const tables = (await client.query<Table>(TABLES)).rows.filter(({ name }) => !initial.has(name));
  const full = tables.filter(({ hasRows }) => hasRows);
  if (full.length === 0) return;
  const listed = (some: readonly Table[]) => some.map(({ name }) => name).join(', ');
  // Foreign keys of empty tables refuse a TRUNCATE, too, unless it is cascaded. The API caches whom it admitted until it
  // hears of a change.
  const emptying = `
    ROLLBACK; -- the last attempt
    BEGIN;
    LOCK TABLE ${listed(tables)} IN ACCESS EXCLUSIVE MODE NOWAIT;
    TRUNCATE ${listed(full)} CASCADE;
    SELECT pg_notify('furrow_access', '');
    COMMIT`;
  await client.query(`SET application_name = '${EMPTYING}'`);
  for (const until = performance.now() + EMPTIED_WITHIN_MS; ;)
    try {
      await client.query(emptying);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || performance.now() > until) throw error;
      await sleep(LOCK_AGAIN_MS);
    }
}

/** On the database at this URL, which must be one of the test run. */
function asSuperuser<Result>(
  database: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withClient({ connectionString: superuserUrl(database), ...SUPERUSER_LIMITS }, work);
}

/** The database of a shared system goes with the test run. */
function databaseOf({
  DATABASE_URL: url = '',
  DATABASE_OWNER_URL: ownerUrl = '',
}: Environment): DatabaseOfSystem {
  return { url, ownerUrl, drop: async () => undefined };
}

function environmentOf(home: string, { url, ownerUrl }: DatabaseOfSystem): Environment {
  return { FURROW_HOME: home, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
}
