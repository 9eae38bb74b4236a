import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Environment, PLAIN_ENVIRONMENT, PROGRAMS, ServiceProcess } from '@furrow/testbed';
import { System } from '@furrow/testbed/system';

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
  #credential: string | undefined;

  private constructor(
    private readonly system: System,
    private gateway: ServiceProcess<Listening>,
  ) {}

  static async start(): Promise<RunningFarm> {
    const system = await System.start({ FURROW_IOT_PORT: '0' });
    const gateway = await ServiceProcess.start<Listening>(PROGRAMS.gateway, system.environmentOfApi);
    await system.provision(FARM);
    const { url, mqttUrl } = gateway.ready;
    const ready = { apiUrl: system.url, iotUrl: url, mqttUrl, pid: process.pid };
    await writeFile(join(system.home, 'ready.json'), JSON.stringify(ready));
    return new RunningFarm(system, gateway);
  }

  furrow<T>(...args: string[]): Promise<T> {
    return this.system.furrow(...args);
  }

  /** All units of the harvest report. */
  async harvested(): Promise<number> {
    this.#credential ??= (
      await this.furrow<{ credential: string }>(
        ...['token', 'issue', '--company', 'acme', '--name', 'harvest', '--scope', 'read:production'],
      )
    ).credential;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const path = `/api/control/harvest?startTime=${day(-2)}&endTime=${day(2)}`;
    const { data } = await this.system.token(this.#credential).get(path);
    return (data as { totalUnits: number }[]).reduce((sum, { totalUnits }) => sum + totalUnits, 0);
  }

  /** Runs a simulation on it. */
  run(...args: string[]) {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: this.#env });
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
      ...this.#env,
      FURROW_IOT_PORT: String(port),
    });
  }

  async stop(): Promise<void> {
    await this.gateway.end();
    await this.system.stop();
  }

  get #env(): Environment {
    return { ...PLAIN_ENVIRONMENT, ...this.system.environmentOfApi };
  }
}
