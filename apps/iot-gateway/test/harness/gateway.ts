import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  type Environment,
  freePort,
  KillablePostgres,
  OperatorCli,
  PROGRAMS,
  ServiceProcess,
  type TestDatabase,
} from '@furrow/testbed';
import { newId } from '@furrow/kernel';
import pg from 'pg';
import { fetch } from './described.ts';

/** The modules that the gateway was bundled from, for hooks that replace one before it starts. */
export const MODULES = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Listening {
  readonly port: number;
  readonly url: string;
  readonly mqttUrl: string;
}

export interface DeviceCredential {
  readonly deviceId: string;
  readonly deviceSecret: string;
}

/** Registered at once, because every `furrow` command costs more than registering twenty devices more. */
const DEVICES_IN_STOCK = 10;

/** A farm of this name with one project and one sector; tests register devices. */
const aFarm = (key: string) => ({
  company: { key, name: `${key} farms`, timezone: 'America/Santiago' },
  users: [{ idpId: `idp|${key}-ada`, name: 'Ada', role: 'admin' }],
  projects: [
    {
      ...{ key: 'north', name: 'North', timezone: 'America/Santiago' },
      sectors: [{ key: 'n1', name: 'N1', crop: 'Cherry' }],
    },
  ],
});

/** An installation of its own: a database, a home with its keys, and the gateway on a free port. */
export class GatewaySystem {
  #owner: pg.Pool | undefined;
  readonly #operator = new OperatorCli(() => this.env);
  #devices = 0;
  readonly #stock: DeviceCredential[] = [];
  companyId = '';
  readonly others: ServiceProcess<Listening>[] = [];

  private constructor(
    readonly home: string,
    private database: TestDatabase,
    private readonly env: Environment,
    public gateway: ServiceProcess<Listening>,
  ) {}

  static async start(env: Environment = {}, database?: TestDatabase): Promise<GatewaySystem> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-iot-test-'));
    const used = database ?? (await createTestDatabase());
    const all = { ...environmentOf(home, used), FURROW_IOT_PORT: String(await freePort()), ...env };
    const system = new GatewaySystem(
      home,
      used,
      all,
      await ServiceProcess.start<Listening>(PROGRAMS.gateway, all),
    );
    const { companyId } = await system.provision('acme');
    system.companyId = companyId;
    return system;
  }

  /** With a PostgreSQL that a test may kill. */
  static async onItsOwnPostgres(
    env: Environment = {},
  ): Promise<{ system: GatewaySystem; postgres: KillablePostgres }> {
    const { postgres, database } = await KillablePostgres.make();
    await GatewaySystem.migrate(database);
    return { system: await GatewaySystem.start(env, database), postgres };
  }

  /**
   * Only for databases that a test creates; those of the test run are migrated.
   *
   * @param then further commands
   */
  static async migrate({ url, ownerUrl }: TestDatabase, ...then: string[][]): Promise<void> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-iot-test-'));
    const env = { FURROW_HOME: home, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
    for (const command of [['migrate'], ...then]) await new OperatorCli(() => env).ask(...command);
    await rm(home, { recursive: true, force: true });
  }

  get listening(): Listening {
    return this.gateway.ready;
  }

  get log(): string {
    return this.gateway.output();
  }

  /** Runs an operator command and parses the JSON document that it prints. */
  furrow<T>(...args: string[]): Promise<T> {
    return this.#operator.ask(...args);
  }

  apply<T>(farm: object): Promise<T> {
    return this.#operator.apply(farm);
  }

  provision(key: string): Promise<{ companyId: string }> {
    return this.apply(aFarm(key));
  }

  async device(deviceId?: string, company = 'acme', sector?: string): Promise<DeviceCredential> {
    if (deviceId === undefined && company === 'acme' && sector === undefined) return this.#fromStock();
    return this.#register(deviceId ?? `ws-${++this.#devices}`, company, sector);
  }

  async #fromStock(): Promise<DeviceCredential> {
    if (this.#stock.length === 0) {
      const ids = Array.from({ length: DEVICES_IN_STOCK }, () => `ws-${++this.#devices}`);
      this.#stock.push(...(await this.#registerAll(ids, 'acme')));
    }
    return this.#stock.shift()!;
  }

  #register(deviceId: string, company: string, sector?: string): Promise<DeviceCredential> {
    const place = ['--company', company, '--project', 'north', ...(sector ? ['--sector', sector] : [])];
    return this.furrow('device', 'register', deviceId, ...place);
  }

  /** Registers many devices at once. */
  devices(count: number, company = 'acme', prefix = 'fleet'): Promise<DeviceCredential[]> {
    const ids = Array.from({ length: count }, (_, i) => `${prefix}-${i}`);
    return this.#registerAll(ids, company);
  }

  async #registerAll(ids: readonly string[], company: string): Promise<DeviceCredential[]> {
    const { devices } = await this.apply<{ devices: Record<string, { deviceSecret: string }> }>({
      ...aFarm(company),
      devices: ids.map((deviceId) => ({ deviceId, project: 'north' })),
    });
    return ids.map((deviceId) => ({ deviceId, deviceSecret: devices[deviceId]!.deviceSecret }));
  }

  /** Queues a command for a device as the API does. */
  async command(
    { deviceId }: { readonly deviceId: string },
    name: string,
    payload: unknown = {},
    expiresIn = '1 day',
    commandId: string = newId(),
  ): Promise<string> {
    await this.sql(
      `INSERT INTO telemetry.commands (company_id, command_id, device_id, name, payload, created_by, created_at, expires_at)
       SELECT company_id, $2, $3, $4, $5, user_id, now(), now() + $6::interval FROM access.users WHERE company_id = $1`,
      [this.companyId, commandId, deviceId, name, JSON.stringify(payload), expiresIn],
    );
    await this.sql(`SELECT pg_notify('telemetry_commands', '')`);
    return commandId;
  }

  /** Runs SQL as the owner, whom no policy restricts. */
  async sql<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    this.#owner ??= quiet(new pg.Pool({ connectionString: this.database.ownerUrl, max: 2 }));
    const { rows } = await this.#owner.query<Row>(text, parameters);
    return rows;
  }

  async metric(name: string, labels = ''): Promise<number> {
    const [value = 0] = await this.metrics(`${name}${labels}`);
    return value;
  }

  /** Of one look. @param names with their labels */
  async metrics(...names: readonly string[]): Promise<number[]> {
    const lines = (await (await fetch(`${this.listening.url}/metrics`)).text()).split('\n');
    return names.map((name) => {
      const line = lines.find((each) => each.startsWith(name) && each.includes(' '));
      return Number(line?.split(' ').at(-1) ?? 0);
    });
  }

  /** Another gateway on the same database and with the same keys. */
  async another(env: Environment = {}, entry = PROGRAMS.gateway): Promise<ServiceProcess<Listening>> {
    const gateway = await ServiceProcess.start<Listening>(entry, {
      ...{ ...this.env, FURROW_IOT_PORT: '0' },
      ...env,
    });
    this.others.push(gateway);
    return gateway;
  }

  /** Restarts the gateway on the same port. */
  async startAgain(): Promise<void> {
    this.gateway = await ServiceProcess.start<Listening>(PROGRAMS.gateway, this.env);
  }

  async forgetOwner(): Promise<void> {
    await this.#owner?.end().catch(() => undefined);
    this.#owner = undefined;
  }

  async stop(): Promise<void> {
    await Promise.all(this.others.splice(0).map((gateway) => gateway.end()));
    await this.forgetOwner();
    await this.gateway.end();
    await this.database.drop();
    await rm(this.home, { recursive: true, force: true });
  }
}

function quiet(pool: pg.Pool): pg.Pool {
  pool.on('error', () => undefined); // a test may kill its server
  return pool;
}

function environmentOf(home: string, { url, ownerUrl }: TestDatabase): Environment {
  return { FURROW_HOME: home, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl };
}
