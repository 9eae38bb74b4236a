import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DevelopmentIssuer } from '@furrow/access';
import { loadConfig } from '@furrow/config';
import { SystemClock } from '@furrow/kernel';
import { type Environment, OperatorCli, PROGRAMS, withClient } from '@furrow/testbed';
import type { AppliedIds } from '@furrow/testbed/farms';
import { Child } from '@furrow/testbed/load';
import pg from 'pg';
import { type BenchPostgres, startPostgres } from './embedded-postgres.ts';

/** As units, images and `npm start` start it. */
const API_FLAGS = ['--max-old-space-size=1024', '--max-semi-space-size=32'];

interface StageOptions {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
}

/** The API as a process of its own. */
export interface RunningApi {
  readonly url: URL;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The IoT gateway as a process of its own. */
export interface RunningGateway extends RunningApi {
  readonly mqttUrl: string;
}

/** A resource that is released with the stage. */
interface Ending {
  stop(): Promise<void>;
}

/** The environment of a bench: a database of its own, the operator's command line and the built API, as installed. */
export class Stage {
  readonly #children: Ending[] = [];
  /** The command line of the installation. */
  readonly operator = new OperatorCli(() => this.env);

  private constructor(
    readonly home: string,
    readonly postgres: BenchPostgres,
    private readonly options: StageOptions,
  ) {}

  static async open(options: StageOptions): Promise<Stage> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'furrow-bench-')));
    const stage = new Stage(home, await startPostgres(home, options), options);
    try {
      await stage.operator.ask('migrate');
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /**
   * The same stage for one bench: prefixes its output with the name and tracks its resources, which `clear` releases.
   */
  reportingAs(name: string): Stage {
    const say = (line: string) => this.options.say(`${name}: ${line}`);
    return new Stage(this.home, this.postgres, { ...this.options, say });
  }

  /**
   * The same stage on another database, which is migrated and empty, or a copy of the database of a stage without
   * connections.
   */
  async beside(database: string, like?: Stage): Promise<Stage> {
    const template = like ? `TEMPLATE ${new URL(like.postgres.superuserUrl).pathname.slice(1)}` : '';
    await this.asSuperuser((client) =>
      client.query(`CREATE DATABASE ${database} OWNER furrow_owner ${template}`),
    );
    const { url, ownerUrl, superuserUrl } = this.postgres;
    const at = (other: string) => Object.assign(new URL(other), { pathname: `/${database}` }).href;
    const stage = this.at({ url: at(url), ownerUrl: at(ownerUrl), superuserUrl: at(superuserUrl) });
    if (!like) await stage.operator.ask('migrate');
    return stage;
  }

  /** The same stage on a database, which is dropped by its creator. */
  at({ url, ownerUrl, superuserUrl }: Omit<BenchPostgres, 'stop'>): Stage {
    const postgres = { ...this.postgres, url, ownerUrl, superuserUrl };
    const stage = new Stage(this.home, postgres, this.options);
    this.keep({ stop: () => stage.clear() });
    return stage;
  }

  /** Drops a database made by `beside`, to free disk space. */
  async drop(database: string): Promise<void> {
    await this.asSuperuser((client) => client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
  }

  say(line: string): void {
    this.options.stopping.throwIfAborted();
    this.options.say(line);
  }

  get env(): Environment {
    const { url, ownerUrl } = this.postgres;
    return {
      ...{ FURROW_HOME: this.home, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
      ...{ NODE_ENV: '', FURROW_API_PORT: '0', FURROW_IOT_PORT: '0', RATE_LIMIT_PER_SECOND: '0' },
    };
  }

  /** A JWT of a user, signed with the development keys. */
  jwt(idpId: string): Promise<string> {
    return new DevelopmentIssuer(loadConfig(this.env), new SystemClock()).sign(idpId);
  }

  /** Applies a farm file. */
  async apply(farm: object): Promise<AppliedIds> {
    this.options.stopping.throwIfAborted();
    return this.operator.apply(farm);
  }

  /** @param settings more environment variables */
  async startApi(settings: Environment = {}): Promise<RunningApi> {
    const child = this.start<never, { url: string }>('The API', PROGRAMS.api, { flags: API_FLAGS, settings });
    const { url } = await child.answer();
    return { url: new URL(url), pid: child.pid, stop: () => child.stop() };
  }

  async startGateway(): Promise<RunningGateway> {
    const child = this.start<never, { url: string; mqttUrl: string }>('The gateway', PROGRAMS.gateway);
    const { url, mqttUrl } = await child.answer();
    return { url: new URL(url), mqttUrl, pid: child.pid, stop: () => child.stop() };
  }

  /** Registers a resource that is stopped at the end unless it was stopped before. */
  keep(ending: Ending): void {
    this.#children.push(ending);
  }

  /** @param program a built file, or the name of a module of this package, such as `load/load-process` */
  start<Order, Answer>(
    what: string,
    program: string,
    { flags = [], settings = {} }: { flags?: readonly string[]; settings?: Environment } = {},
  ): Child<Order, Answer> {
    this.options.stopping.throwIfAborted();
    const path = program.startsWith('/')
      ? program
      : fileURLToPath(new URL(`../${program}.js`, import.meta.url));
    const child = Child.start<Order, Answer>(what, path, { ...process.env, ...this.env, ...settings }, flags);
    this.keep(child);
    return child;
  }

  /** A connection with the service's login, closed with the bench unless closed before. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.postgres.url });
    client.on('error', () => undefined); // the pending query reports it
    await client.connect();
    this.keep({ stop: () => client.end() });
    return client;
  }

  /** One connection as the superuser, to fill tables quickly and to keep checkpoints out of rounds. */
  asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    return withClient(this.postgres.superuserUrl, work);
  }

  /** Gives every measurement the same amount of WAL before it. */
  async checkpoint(): Promise<void> {
    await this.asSuperuser((client) => client.query('CHECKPOINT'));
  }

  /**
   * Counts the rows of all tables, as autovacuum does within a minute of use. Statements that were planned for an empty
   * table may use an index with which they become slower by every row.
   */
  async analyze(): Promise<void> {
    await this.asSuperuser((client) => client.query('ANALYZE'));
  }

  /** Stops what was started through this stage. */
  async clear(): Promise<void> {
    await Promise.all(this.#children.splice(0).map((child) => child.stop()));
  }

  /** Closes the stage; the database goes last, with its folder. */
  async close(): Promise<void> {
    await this.clear();
    await this.postgres.stop();
  }
}
