import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_PATH } from './debian-program.ts';
import { freePort } from '../free-port.ts';
import { inheritedClock } from '../inherited-clock.ts';

/** Redis or Mosquitto from Debian, on a free port of this machine, with the test's own configuration. */
export class DebianServer {
  private constructor(
    private readonly folder: string,
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** @param port to start it again at the same address */
  static async redis(port?: number): Promise<DebianServer> {
    port ??= await freePort();
    return DebianServer.#start('redis-server', port, () => [
      ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ]);
  }

  static async mosquitto(): Promise<DebianServer> {
    const port = await freePort();
    return DebianServer.#start('mosquitto', port, async (folder) => {
      const path = join(folder, 'mosquitto.conf');
      const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'persistence false', 'user root'];
      await writeFile(path, [...lines, 'max_queued_messages 0', 'max_inflight_messages 0', ''].join('\n'));
      return ['-c', path];
    });
  }

  static async #start(
    program: string,
    port: number,
    argsIn: (folder: string) => string[] | Promise<string[]>,
  ): Promise<DebianServer> {
    const folder = await mkdtemp(join(tmpdir(), `furrow-${program}-`));
    const args = await argsIn(folder);
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: SERVER_PATH, ...inheritedClock() },
      stdio: 'ignore',
    });
    const server = new DebianServer(folder, child, port);
    for (let i = 0; i < 200 && !(await answers(port)); i++) await sleep(50);
    return server;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    const isRunning = this.child.exitCode === null && this.child.signalCode === null;
    if (isRunning && this.child.kill(signal)) await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
