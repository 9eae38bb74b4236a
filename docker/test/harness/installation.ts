import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  type Environment,
  OperatorCli,
  ServiceProcess,
  type TestDatabase,
  zoneBeforeNoon,
} from '@furrow/testbed';
import pg from 'pg';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const entryOf = (program: string) => join(ROOT, program, 'bundle/main.js');

export interface ListeningGateway {
  readonly url: string;
  readonly mqttUrl: string;
}
export type Api = ServiceProcess<{ readonly url: string }>;
export type Gateway = ServiceProcess<ListeningGateway>;

export const IDP_ID = 'idp|ada';

const farm = (company: string) => ({
  company: { key: company, name: `${company} farms`, timezone: 'America/Santiago' },
  users: [{ idpId: company === 'acme' ? IDP_ID : `idp|${company}`, name: 'Ada', role: 'admin' }],
  projects: [
    {
      // Far from midnight, because sessions are opened now and some records come later.
      ...{ key: 'north', name: 'North', timezone: zoneBeforeNoon() },
      sectors: [{ key: 'n1', name: 'N1', crop: 'Cherry' }],
    },
  ],
  workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active'] },
  forms: [
    {
      key: 'notes',
      name: 'Notes',
      type: 'monitoring',
      fields: [{ name: 'note', label: 'Note', type: 'text' }],
    },
  ],
  devices: [{ deviceId: company === 'acme' ? 'ws-1' : `ws-of-${company}`, project: 'north' }],
});

/** The output of `furrow apply`. */
export interface Farm {
  readonly companyId: string;
  readonly projects: { readonly north: string };
  readonly sectors: { readonly 'north/n1': string };
  readonly forms: { readonly notes: string };
  readonly devices: { readonly 'ws-1': { readonly deviceSecret: string } };
}

/** A complete installation: a database, a home with keys, the command line, and the hosts that a test starts. */
export class Installation {
  readonly #started: ServiceProcess<object>[] = [];
  #owner: pg.Pool | undefined;
  readonly #operator: OperatorCli;

  private constructor(
    readonly home: string,
    readonly environment: Environment,
    private readonly database: Pick<TestDatabase, 'ownerUrl' | 'drop'>,
  ) {
    this.#operator = new OperatorCli(() => this.environment);
  }

  /** @param database of the test's own, not migrated yet; without it, one of the test run's */
  static async make(env: Environment = {}, database?: TestDatabase): Promise<Installation> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-operations-'));
    const used = database ?? (await createTestDatabase());
    const { url, ownerUrl } = used;
    const environment = { FURROW_HOME: home, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, ...env };
    return new Installation(home, environment, used);
  }

  async api(env: Environment = {}): Promise<Api> {
    return this.#start('apps/api', { FURROW_API_PORT: '0', ...env });
  }

  async gateway(env: Environment = {}): Promise<Gateway> {
    return this.#start('apps/iot-gateway', { FURROW_IOT_PORT: '0', ...env });
  }

  async #start<Ready extends object>(program: string, env: Environment): Promise<ServiceProcess<Ready>> {
    const service = await ServiceProcess.start<Ready>(entryOf(program), { ...this.environment, ...env });
    this.#started.push(service);
    return service;
  }

  /** Runs an operator command and parses the JSON document that it prints. */
  furrow<T>(...args: string[]): Promise<T> {
    return this.#operator.ask(...args);
  }

  provision(company = 'acme'): Promise<Farm> {
    return this.apply(farm(company));
  }

  /** Applies a farm file. */
  apply<T>(file: object): Promise<T> {
    return this.#operator.apply(file);
  }

  async bearer(): Promise<string> {
    const { jwt } = await this.furrow<{ jwt: string }>('jwt', '--idp-id', IDP_ID);
    return `Bearer ${jwt}`;
  }

  /** Runs SQL as the owner, whom no policy restricts. */
  async sql<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    this.#owner ??= new pg.Pool({ connectionString: this.database.ownerUrl, max: 2 });
    const { rows } = await this.#owner.query<Row>(text, parameters);
    return rows;
  }

  async remove(): Promise<void> {
    await Promise.all(this.#started.map((service) => service.end()));
    await this.#owner?.end();
    await this.database.drop();
    await rm(this.home, { recursive: true, force: true });
  }
}
