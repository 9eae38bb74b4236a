import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DebianServer, until } from '@furrow/testbed';
import mqtt from 'mqtt';

const CONFIGURATION = new URL('../../../../docker/mosquitto.conf', import.meta.url);
const SUBSCRIPTIONS = '$SYS/broker/shared_subscriptions/count';
/** Seconds between two saves. */
const SAVES_EVERY = 1;

/** Debian's Mosquitto with docker/mosquitto.conf and more frequent saves; it may be killed and restarted. */
export class PersistentMosquitto {
  private constructor(readonly server: DebianServer) {}

  static async start(): Promise<PersistentMosquitto> {
    const server = await DebianServer.mosquitto((port, folder) => {
      mkdirSync(join(folder, 'data'));
      const lines = readFileSync(CONFIGURATION, 'utf8')
        .replace('listener 1883', `listener ${port} 127.0.0.1`)
        .replace('/mosquitto/data/', `${folder}/data/`)
        .replace(/^autosave_interval .*$/m, `autosave_interval ${SAVES_EVERY}`);
      return [lines, 'sys_interval 1', 'log_type error'];
    });
    return new PersistentMosquitto(server);
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.server.port}`;
  }

  /** The time of its last save, epoch milliseconds; 0 before the first. */
  get savedAt(): number {
    return statSync(join(this.server.folder, 'data/mosquitto.db'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
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
    await until('the broker saves its state', () => this.savedAt > since);
  }
}
