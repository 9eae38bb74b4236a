import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createTestDatabase,
  type Environment,
  PLAIN_ENVIRONMENT,
  ServiceProcess,
  type TestDatabase,
} from '@furrow/platform/testing';

const built = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const GATEWAY = built('apps/iot-gateway/bundle/main.js');

const FARM = {
  company: { key: 'acme', name: 'Acme', timezone: 'America/Santiago' },
  projects: [
    {
      ...{ key: 'north', name: 'North', timezone: 'America/Santiago' },
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
      ServiceProcess.start<{ url: string }>(built('apps/api/bundle/main.js'), env),
      ServiceProcess.start<Listening>(GATEWAY, env),
    ]);
    const farm = new RunningFarm(home, database, env, api, gateway);
    await writeFile(join(home, 'farm.json'), JSON.stringify(FARM));
    await farm.furrow('apply', join(home, 'farm.json'));
    const { url, mqttUrl } = gateway.ready;
    const ready = { apiUrl: api.ready.url, iotUrl: url, mqttUrl, pid: process.pid };
    await writeFile(join(home, 'ready.json'), JSON.stringify(ready));
    return farm;
  }

  async furrow<T>(...args: string[]): Promise<T> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [built('tools/furrow/bundle/main.js'), ...args, '--json'],
      { env: this.env },
    );
    return JSON.parse(stdout) as T;
  }

  /** Runs one of this package's programs on it. */
  run(program: 'main' | 'fuzz-main', ...args: string[]) {
    const child = spawn(process.execPath, [built(`tools/simulate/dist/${program}.js`), ...args], {
      env: this.env,
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number, text }));
    return { ended, stop: () => child.kill('SIGINT'), text: () => text };
  }

  async killGateway(): Promise<void> {
    const { port } = this.gateway.ready;
    await this.gateway.end('SIGKILL');
    this.gateway = await ServiceProcess.start<Listening>(GATEWAY, {
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
