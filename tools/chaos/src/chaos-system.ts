import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DevelopmentIssuer } from '@furrow/access';
import { loadConfig } from '@furrow/config';
import { SystemClock } from '@furrow/kernel';
import {
  type Environment,
  KillablePostgres,
  Line,
  OperatorCli,
  PLAIN_ENVIRONMENT,
  PROGRAMS,
  ServiceProcess,
  type TestDatabase,
} from '@furrow/testbed';
import pg from 'pg';
import { EventReceiver } from './work/event-receiver.ts';

const STARTS_WITHIN_MS = 180_000;
const LAST_WORDS = 2_000;
/** The log message of a host for an error that it answers with 500. */
const UNEXPECTED = 'unexpected error';
const LISTED_ERRORS = 5;
/** Ample space for what a long run stores. */
const DISK_MEGABYTES = 512;
/** Outlasts every outage of the receiver, with short delays so that no run waits long for a retry. */
const WEBHOOK_RETRIES = ['1s', '1s', '1s', ...Array<string>(17).fill('2s')].join();
/** Small enough for a workload to exhaust. */
const POOL_SIZE = 6;
/** Longer than any run. */
const SIGNED_IN_SECONDS = 86_400;

interface Listening {
  readonly port: number;
}

/** The PostgreSQL of a run, whether one server or several. */
interface Cluster {
  remove(): Promise<void>;
}

type Host = 'api' | 'gateway';

interface Parts {
  /** Which are started. */
  readonly hosts?: readonly Host[];
  readonly statementSeconds?: number | undefined;
  /** A PostgreSQL that the caller controls; without it, one that is killed and restarted here. */
  readonly given?: Cluster & { readonly database: TestDatabase };
}

/** API, gateway and PostgreSQL, each a process of its own, with a TCP proxy in front of each that can be cut. */
export class ChaosSystem {
  #api: ServiceProcess<Listening> | undefined;
  #gateway: ServiceProcess<Listening> | undefined;
  #owner: pg.Pool | undefined;
  #ending = false;
  readonly operator = new OperatorCli(() => this.env);
  readonly #ended = new WeakSet<object>();
  /** Hosts that exited without being stopped, with their last log lines. */
  readonly unexpectedExits: string[] = [];
  /** The first unexpected errors that hosts logged. */
  readonly errors: string[] = [];

  private constructor(
    readonly home: string,
    private readonly killable: KillablePostgres | undefined,
    private readonly cluster: Cluster,
    private database: TestDatabase,
    private readonly say: (line: string) => void,
    private readonly statementSeconds: number | undefined,
    /** From clients to the API, from devices to the gateway, and from both hosts to PostgreSQL. */
    readonly lines: Readonly<Record<'api' | 'gateway' | 'postgres', Line>>,
    readonly receiver: EventReceiver,
  ) {}

  static async start(
    say: (line: string) => void,
    { hosts = ['api', 'gateway'], statementSeconds, given }: Parts = {},
  ): Promise<ChaosSystem> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-chaos-'));
    const made = given ? undefined : await KillablePostgres.make();
    const database = given?.database ?? made?.database;
    const cluster = given ?? made?.postgres;
    if (!database || !cluster) throw new Error('There is no PostgreSQL');
    const [api, gateway, toPostgres] = await Promise.all([Line.lay(), Line.lay(), Line.lay()]);
    const lines = { api, gateway, postgres: toPostgres };
    const receiver = await EventReceiver.start();
    const killable = made?.postgres;
    const system = new ChaosSystem(home, killable, cluster, database, say, statementSeconds, lines, receiver);
    try {
      await made?.postgres.moveToSmallDisk(DISK_MEGABYTES);
      system.#databaseIsAt(database);
      await system.operator.ask('migrate');
      await Promise.all(hosts.map((host) => (host === 'api' ? system.startApi() : system.startGateway())));
      return system;
    } catch (error) {
      await system.end();
      throw error;
    }
  }

  /** The PostgreSQL that is killed and restarted here. */
  get postgres(): KillablePostgres {
    if (!this.killable) throw new Error('The caller controls PostgreSQL');
    return this.killable;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.lines.api.port}`;
  }

  get iotUrl(): string {
    return `http://127.0.0.1:${this.lines.gateway.port}`;
  }

  get env(): Environment {
    const url = new URL(this.database.url);
    url.port = String(this.lines.postgres.port);
    return {
      ...PLAIN_ENVIRONMENT,
      ...{ FURROW_HOME: this.home, FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' },
      ...{ DATABASE_URL: url.href, DATABASE_OWNER_URL: this.database.ownerUrl },
      ...{ PUBLIC_API_URL: this.apiUrl, PUBLIC_IOT_URL: this.iotUrl },
      ...{ WEBHOOK_ALLOWED_HOSTS: this.receiver.host, WEBHOOK_RETRIES },
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      ...(this.statementSeconds && { DATABASE_STATEMENT_TIMEOUT: `${this.statementSeconds}s` }),
    };
  }

  /** The address of PostgreSQL itself, for hosts whose connections are not cut. */
  get databaseUrl(): string {
    return this.database.url;
  }

  /** A JWT of a user, signed with the development keys. */
  jwt(idpId: string): Promise<string> {
    const issuer = new DevelopmentIssuer(loadConfig({ ...this.env }), new SystemClock());
    return issuer.sign(idpId, { expiresInSeconds: SIGNED_IN_SECONDS });
  }

  /** Runs SQL as the owner, whom no policy restricts, bypassing the proxy. */
  async sql<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.owner.query<Row>(text, parameters);
    return rows;
  }

  get owner(): pg.Pool {
    if (this.#owner === undefined) {
      this.#owner = new pg.Pool({ connectionString: this.database.ownerUrl, max: 4 });
      this.#owner.on('error', () => undefined); // faults kill its server
    }
    return this.#owner;
  }

  async startApi(): Promise<void> {
    this.#api = await this.#start('api', () => this.startApi());
    this.lines.api.leadTo(this.#api.ready.port);
  }

  async startGateway(): Promise<void> {
    this.#gateway = await this.#start('gateway', () => this.startGateway());
    this.lines.gateway.leadTo(this.#gateway.ready.port);
  }

  async startPostgres(): Promise<void> {
    await this.#owner?.end().catch(() => undefined);
    this.#owner = undefined;
    this.#databaseIsAt(await this.postgres.startAgain());
  }

  endApi(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    return this.#end(this.#api, signal);
  }

  endGateway(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> {
    return this.#end(this.#gateway, signal);
  }

  /** The last log lines of both hosts. */
  get lastLogLines(): string {
    return [this.#api, this.#gateway].map((host) => host?.output().slice(-LAST_WORDS) ?? '').join('\n');
  }

  /** Stops everything, the database last, and removes its files. */
  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all([this.endApi('SIGTERM'), this.endGateway('SIGTERM')]);
    await this.#owner?.end().catch(() => undefined);
    await Promise.all(Object.values(this.lines).map((line) => line.close()));
    await this.receiver.stop();
    await this.cluster.remove();
    await rm(this.home, { recursive: true, force: true });
  }

  #databaseIsAt(database: TestDatabase): void {
    this.database = database;
    this.lines.postgres.leadTo(Number(new URL(database.url).port));
  }

  #keepErrors(app: string, host: ServiceProcess<Listening>): void {
    const [, ...causes] = host.wholeOutput().split(UNEXPECTED);
    for (const cause of causes.slice(0, LISTED_ERRORS - this.errors.length))
      this.errors.push(`${app}: ${cause.slice(0, LAST_WORDS).trim()}`);
  }

  async #end(host: ServiceProcess<Listening> | undefined, signal: NodeJS.Signals) {
    if (host === undefined) return undefined;
    this.#ended.add(host);
    return host.end(signal);
  }

  /** Acts as a supervisor: restarts a host that cannot start yet or exits by itself. */
  async #start(app: Host, again: () => Promise<void>): Promise<ServiceProcess<Listening>> {
    const deadline = performance.now() + STARTS_WITHIN_MS;
    for (;;) {
      try {
        const host = await ServiceProcess.start<Listening>(PROGRAMS[app], this.env);
        void host.exit.then((how) => {
          this.#keepErrors(app, host);
          if (this.#ended.has(host) || this.#ending) return;
          const words = `${app} (${how}): ${host.output().slice(-LAST_WORDS)}`;
          this.unexpectedExits.push(words);
          this.say(`Exited unexpectedly: ${words}`);
          return again();
        });
        return host;
      } catch (error) {
        if (this.#ending || performance.now() > deadline) throw error;
        this.say(`${app} did not start: ${String(error).split('\n').slice(0, 3).join(' ').slice(0, 400)}`);
        await sleep(100);
      }
    }
  }
}
