import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  type Environment,
  OperatorCli,
  PLAIN_ENVIRONMENT,
  PROGRAMS,
  ServiceProcess,
  type TestDatabase,
} from '@furrow/testbed';

const PROGRAM = fileURLToPath(new URL('../dist/main.js', import.meta.url));

const FARM = {
  company: { key: 'acme', name: 'Acme', timezone: 'America/Santiago' },
  users: [{ idpId: 'idp|ana', name: 'Ana Rojas', role: 'supervisor' }],
  containers: [{ key: 'crate', name: 'Crate', unit: 'kg', tare: 2.1 }],
  workerOptions: { position: ['harvester'], employment_type: ['seasonal'], status: ['active'] },
  projects: [
    {
      ...{ key: 'north', name: 'North', timezone: 'America/Santiago', defaults: { samplingUnit: 'kg' } },
      sectors: [
        { key: 'n1', name: 'N1', crop: 'Cherry' },
        { key: 'n2', name: 'N2', crop: 'Plum' },
      ],
    },
    { key: 'south', name: 'South', timezone: 'Asia/Kathmandu' },
  ],
};

interface Listening {
  readonly port: number;
  readonly url: string;
  readonly mqttUrl: string;
}

/** A farm as `npm start` would run it, without devices. */
export class RunningFarm {
  readonly #operator = new OperatorCli(() => this.env);
  #credential: string | undefined;

  private constructor(
    private readonly home: string,
    private readonly database: TestDatabase,
    private readonly env: Environment,
    private readonly api: ServiceProcess<{ url: string }>,
    private gateway: ServiceProcess<Listening>,
  ) {}

  static async start(): Promise<RunningFarm> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-simulate-test-'));
    const database = await createTestDatabase();
    const env = {
      ...PLAIN_ENVIRONMENT,
      ...{ FURROW_HOME: home, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
      ...{ FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' },
    };
    const [api, gateway] = await Promise.all([
      ServiceProcess.start<{ url: string }>(PROGRAMS.api, env),
      ServiceProcess.start<Listening>(PROGRAMS.gateway, env),
    ]);
    const farm = new RunningFarm(home, database, env, api, gateway);
    await farm.#operator.apply(FARM);
    const { url, mqttUrl } = gateway.ready;
    const ready = { apiUrl: api.ready.url, iotUrl: url, mqttUrl, pid: process.pid };
    await writeFile(join(home, 'ready.json'), JSON.stringify(ready));
    return farm;
  }

  furrow<T>(...args: string[]): Promise<T> {
    return this.#operator.ask(...args);
  }

  /** All units of the harvest report. */
  async harvested(): Promise<number> {
    this.#credential ??= (
      await this.furrow<{ credential: string }>(
        ...['token', 'issue', '--company', 'acme', '--name', 'harvest', '--scope', 'read:production'],
      )
    ).credential;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const response = await fetch(
      `${this.api.ready.url}/api/control/harvest?startTime=${day(-2)}&endTime=${day(2)}`,
      { headers: { authorization: `Bearer ${this.#credential}` } },
    );
    const { data } = (await response.json()) as { data: { totalUnits: number }[] };
    return data.reduce((sum, { totalUnits }) => sum + totalUnits, 0);
  }

  /** Runs a simulation on it. */
  run(...args: string[]) {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: this.env });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, text }));
    return { ended, stop: () => child.kill('SIGINT'), text: () => text };
  }

  async killGateway(): Promise<void> {
    const { port } = this.gateway.ready;
    await this.gateway.end('SIGKILL');
    this.gateway = await ServiceProcess.start<Listening>(PROGRAMS.gateway, {
      ...this.env,
      FURROW_IOT_PORT: String(port),
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.api.end(), this.gateway.end()]);
    await this.database.drop();
    await rm(this.home, { recursive: true, force: true });
  }
}
