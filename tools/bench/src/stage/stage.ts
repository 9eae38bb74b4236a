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
const GATEWAY = new URL('../../../../apps/iot-gateway/bundle/main.js', import.meta.url);
const CLI = fileURLToPath(new URL('../../../furrow/bundle/main.js', import.meta.url));

interface Surroundings {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
  /** All who start an API are given the same: for runs that would rather be done than measure. */
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

/** What ends with the stage. */
interface Ending {
  stop(): Promise<void>;
}

/** Where benches run: a database of their own, the operator's command line and the built API, as installed. */
export class Stage {
  readonly #children: Ending[] = [];

  #api: Promise<RunningApi> | undefined;

  private constructor(
    readonly home: string,
    readonly postgres: BenchPostgres,
    private readonly surroundings: Surroundings,
    private readonly whole?: Stage,
  ) {}

  static async open(surroundings: Surroundings): Promise<Stage> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'furrow-bench-')));
    const stage = new Stage(home, await startPostgres(home, surroundings), surroundings);
    try {
      await stage.furrow('migrate');
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** The same stage for one bench: its lines under its name, its processes ended by `clear`. */
  telling(name: string): Stage {
    const say = (line: string) => this.surroundings.say(`${name}: ${line}`);
    return new Stage(this.home, this.postgres, { ...this.surroundings, say }, this);
  }

  /**
   * The same stage on a database of its own, beside the others, with all tables and nothing in them; or, of another
   * stage that nobody is connected to, with what that has.
   */
  async beside(database: string, like?: Stage): Promise<Stage> {
    const template = like ? `TEMPLATE ${new URL(like.postgres.superuserUrl).pathname.slice(1)}` : '';
    await this.asSuperuser((client) =>
      client.query(`CREATE DATABASE ${database} OWNER furrow_owner ${template}`),
    );
    const { url, ownerUrl, superuserUrl } = this.postgres;
    const at = (other: string) => Object.assign(new URL(other), { pathname: `/${database}` }).href;
    const urls = { url: at(url), ownerUrl: at(ownerUrl), superuserUrl: at(superuserUrl) };
    const stage = new Stage(
      this.home,
      { ...this.postgres, ...urls },
      { ...this.surroundings, oneApi: false },
    );
    this.keep({ stop: () => stage.clear() });
    if (!like) await stage.furrow('migrate');
    return stage;
  }

  /** Gives back what a database beside the others takes on the disk. */
  async drop(database: string): Promise<void> {
    await this.asSuperuser((client) => client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
  }

  say(line: string): void {
    this.surroundings.stopping.throwIfAborted();
    this.surroundings.say(line);
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

  /** Runs one command of the operator's. @returns its stdout */
  async furrow(...args: string[]): Promise<string> {
    const options = { env: this.env, signal: this.surroundings.stopping, maxBuffer: 64 * 1024 * 1024 };
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], options);
    return stdout;
  }

  async startApi(): Promise<RunningApi> {
    if (!this.surroundings.oneApi) return this.#launchApi();
    const whole = this.whole ?? this;
    const api = await (whole.#api ??= whole.#launchApi());
    return { ...api, stop: () => Promise.resolve() };
  }

  async #launchApi(): Promise<RunningApi> {
    const child = this.start<never, { url: string }>('The API', API);
    const { url } = await child.answer();
    return { url: new URL(url), pid: child.process.pid as number, stop: () => child.stop() };
  }

  async startGateway(): Promise<RunningGateway> {
    const child = this.start<never, { url: string; mqttUrl: string }>('The gateway', GATEWAY);
    const { url, mqttUrl } = await child.answer();
    return { url: new URL(url), mqttUrl, pid: child.process.pid as number, stop: () => child.stop() };
  }

  /** Has it stopped at the end, if nobody does before. */
  keep(ending: Ending): void {
    this.#children.push(ending);
  }

  start<Order, Answer>(what: string, program: URL): Child<Order, Answer> {
    this.surroundings.stopping.throwIfAborted();
    const child = Child.start<Order, Answer>(what, program, this.env);
    this.keep(child);
    return child;
  }

  /** A connection with the service's login, ended with the bench if not before. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.postgres.url });
    client.on('error', () => undefined); // the query that is under way tells it
    await client.connect();
    this.keep({ stop: () => client.end() });
    return client;
  }

  /** One connection as the superuser: to fill tables quickly, and to let no checkpoint fall into a round. */
  async asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.postgres.superuserUrl });
    client.on('error', () => undefined); // when the stage is taken down; the query that is under way tells it
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Each measurement begins with as much of the log behind it. */
  async checkpoint(): Promise<void> {
    await this.asSuperuser((client) => client.query('CHECKPOINT'));
  }

  /** Ends what was started here. */
  async clear(): Promise<void> {
    await Promise.all(this.#children.splice(0).map((child) => child.stop()));
  }

  /** The database goes last, and its folder with it. */
  async close(): Promise<void> {
    await this.clear();
    await this.postgres.stop();
  }
}
