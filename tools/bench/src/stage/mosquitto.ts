import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, SERVER_PATH } from '@furrow/testbed';
import type { Stage } from './stage.ts';

const STARTED_WITHIN_MS = 10_000;

/** Mosquitto over WebSocket in its fastest configuration: no authentication, no persistence. */
export class Mosquitto {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** The TCP listener, for the subscriber beside it. */
    readonly tcpUrl: string,
    /** Such as `2.0.11`. */
    readonly version: string,
  ) {}

  /** @returns undefined where it is not installed */
  static async start(stage: Stage): Promise<Mosquitto | undefined> {
    const { stdout, error } = spawnSync('mosquitto', ['-h'], {
      env: { PATH: SERVER_PATH },
      encoding: 'utf8',
    });
    if (error) return undefined;
    const version = /version (\S+)/.exec(stdout)?.[1] ?? 'unknown';
    const [port, tcpPort] = [await freePort(), await freePort()];
    const file = join(stage.home, 'mosquitto.conf');
    const settings = [
      ...[`listener ${port} 127.0.0.1`, 'protocol websockets'],
      // Without a TCP listener Mosquitto 2.0 assumes that no listener is configured.
      ...[`listener ${tcpPort} 127.0.0.1`, 'protocol mqtt', 'allow_anonymous true'],
      // Queues are unlimited, or the home-built pipeline would lose messages.
      ...['persistence false', 'max_queued_messages 0', 'set_tcp_nodelay true', 'log_type error'],
      ...(process.getuid?.() === 0 ? ['user root'] : []),
    ];
    await writeFile(file, settings.join('\n'));
    const child = spawn('mosquitto', ['-c', file], { env: { PATH: SERVER_PATH }, stdio: 'ignore' });
    const broker = new Mosquitto(
      child,
      `ws://127.0.0.1:${port}/mqtt`,
      `mqtt://127.0.0.1:${tcpPort}`,
      version,
    );
    process.once('exit', () => child.kill('SIGKILL'));
    stage.keep(broker);
    await listening(port);
    await listening(tcpPort);
    return broker;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill();
    await exit;
  }
}

async function listening(port: number): Promise<void> {
  for (const deadline = performance.now() + STARTED_WITHIN_MS; performance.now() < deadline;) {
    const socket = connect(port, '127.0.0.1');
    const answers = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (answers) return;
    await sleep(50);
  }
  throw new Error('Mosquitto did not start');
}
