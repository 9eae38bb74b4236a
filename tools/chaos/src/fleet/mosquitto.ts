import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, SERVER_PATH } from '@furrow/testbed';
import mqtt from 'mqtt';

const CONFIGURATION = new URL('../../../../docker/mosquitto.conf', import.meta.url);
const SUBSCRIPTIONS = '$SYS/broker/shared_subscriptions/count';
/** Seconds between two saves. */
const SAVES_EVERY = 1;
const LOOKS_EVERY_MS = 50;
const STARTED_WITHIN_MS = 60_000;

/** Debian's Mosquitto with docker/mosquitto.conf and more frequent saves; it may be killed and restarted. */
export class PersistentMosquitto {
  #child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<PersistentMosquitto> {
    const folder = mkdtempSync(join(tmpdir(), 'furrow-mosquitto-'));
    const port = await freePort();
    mkdirSync(join(folder, 'data'));
    const lines = readFileSync(CONFIGURATION, 'utf8')
      .replace('listener 1883', `listener ${port} 127.0.0.1`)
      .replace('/mosquitto/data/', `${folder}/data/`)
      .replace(/^autosave_interval .*$/m, `autosave_interval ${SAVES_EVERY}`);
    writeFileSync(join(folder, 'mosquitto.conf'), `${lines}\nuser root\nsys_interval 1\nlog_type error\n`);
    const broker = new PersistentMosquitto(folder, port);
    await broker.startAgain();
    return broker;
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`;
  }

  /** The time of its last save, epoch milliseconds; 0 before the first. */
  get savedAt(): number {
    return statSync(join(this.folder, 'data/mosquitto.db'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  async startAgain(): Promise<void> {
    const file = join(this.folder, 'mosquitto.conf');
    this.#child = spawn('mosquitto', ['-c', file], { env: { PATH: SERVER_PATH }, stdio: 'ignore' });
    for (const deadline = performance.now() + STARTED_WITHIN_MS; ;)
      try {
        const client = await mqtt.connectAsync(this.url, { reconnectPeriod: 0 });
        await client.endAsync();
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(LOOKS_EVERY_MS);
      }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** Resolves once `count` clients subscribe to a shared subscription. */
  async hasSubscribers(count: number): Promise<void> {
    const client = await mqtt.connectAsync(this.url);
    const subscribed = new Promise<void>((resolve) =>
      client.on('message', (_topic, payload) => Number(payload) >= count && resolve()),
    );
    await client.subscribeAsync(SUBSCRIPTIONS);
    await subscribed;
    await client.endAsync();
  }

  /** Resolves once the broker has saved its current state. */
  async hasSaved(): Promise<void> {
    const since = Date.now();
    while (this.savedAt <= since) await sleep(LOOKS_EVERY_MS);
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }
}
