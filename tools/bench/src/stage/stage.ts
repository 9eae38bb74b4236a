import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { type BenchPostgres, startPostgres } from './embedded-postgres.ts';
import { Child } from './child.ts';

const API = new URL('../../../../apps/api/bundle/main.js', import.meta.url);
/** As units, images and `npm start` start it. */
const API_FLAGS = ['--max-old-space-size=1024', '--max-semi-space-size=32'];
const GATEWAY = new URL('../../../../apps/iot-gateway/bundle/main.js', import.meta.url);
const CLI = fileURLToPath(new URL('../../../furrow/bundle/main.js', import.meta.url));

interface StageOptions {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
  /** Whether everybody who starts an API gets the same one, for runs that check rather than measure. */
  readonly oneApi: boolean;
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

  #api: Promise<RunningApi> | undefined;

  private constructor(
    readonly home: string,
    readonly postgres: BenchPostgres,
    private readonly options: StageOptions,
    private readonly whole?: Stage,
  ) {}

  static async open(options: StageOptions): Promise<Stage> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'furrow-bench-')));
    const stage = new Stage(home, await startPostgres(home, options), options);
    try {
      await stage.furrow('migrate');
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
    return new Stage(this.home, this.postgres, { ...this.options, say }, this);
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
    if (!like) await stage.furrow('migrate');
    return stage;
  }

  /** The same stage on a database, which is dropped by its creator. */
  at({ url, ownerUrl, superuserUrl }: Omit<BenchPostgres, 'stop'>): Stage {
    const postgres = { ...this.postgres, url, ownerUrl, superuserUrl };
    const stage = new Stage(this.home, postgres, { ...this.options, oneApi: false });
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

  get env(): NodeJS.ProcessEnv {
    const { url, ownerUrl } = this.postgres;
    return {
      ...process.env,
      NODE_ENV: '',
      FURROW_HOME: this.home,
      FURROW_API_PORT: '0',
      FURROW_IOT_PORT: '0',
      RATE_LIMIT_PER_SECOND: '0',
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
    };
  }

  /** Runs one operator command. @returns its stdout */
  async furrow(...args: string[]): Promise<string> {
    const options = { env: this.env, signal: this.options.stopping, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], options);
    return stdout;
  }

  async startApi(): Promise<RunningApi> {
    if (!this.options.oneApi) return this.#launchApi();
    const whole = this.whole ?? this;
    const api = await (whole.#api ??= whole.#launchApi());
    return { ...api, stop: () => Promise.resolve() };
  }

  async #launchApi(): Promise<RunningApi> {
    const child = this.start<never, { url: string }>('The API', API, API_FLAGS);
    const { url } = await child.answer();
    return { url: new URL(url), pid: child.process.pid as number, stop: () => child.stop() };
  }

  async startGateway(): Promise<RunningGateway> {
    const child = this.start<never, { url: string; mqttUrl: string }>('The gateway', GATEWAY);
    const { url, mqttUrl } = await child.answer();
    return { url: new URL(url), mqttUrl, pid: child.process.pid as number, stop: () => child.stop() };
  }

  /** Registers a resource that is stopped at the end unless it was stopped before. */
  keep(ending: Ending): void {
    this.#children.push(ending);
  }

  start<Order, Answer>(what: string, program: URL, flags: readonly string[] = []): Child<Order, Answer> {
    this.options.stopping.throwIfAborted();
    const child = Child.start<Order, Answer>(what, program, this.env, flags);
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
  async asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.postgres.superuserUrl });
    client.on('error', () => undefined); // the connection breaks when the stage is closed; the pending query reports it
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
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
