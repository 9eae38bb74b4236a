import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVER_PATH } from './debian-program.ts';
import { freePort } from '../../process/free-port.mjs';
import { inheritedClock } from '../../process/clock.mjs';
import { atExit } from '../processes/at-exit.ts';
import { until } from '../until.ts';

/** Redis, Mosquitto or HAProxy from Debian, on a free port of this machine, with the test's own configuration. */
export class DebianServer {
  private constructor(
    private readonly program: string,
    private readonly args: readonly string[],
    /** For its configuration and what it keeps; removed by `stop`. */
    readonly folder: string,
    readonly port: number,
    private child: ChildProcess,
  ) {}

  /** @param port to start it again at the same address */
  static async redis(port?: number): Promise<DebianServer> {
    return DebianServer.#start('redis-server', port, (chosen) => [
      ...['--port', String(chosen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    ]);
  }

  /**
   * @param configuration the lines of its file; by default it keeps sessions and what it has queued when it is stopped
   * by SIGTERM
   */
  static async mosquitto(
    configuration: (port: number, folder: string) => readonly string[] = keepingSessions,
  ): Promise<DebianServer> {
    return DebianServer.#configured('mosquitto', ['-c'], (port, folder) => [
      ...[...configuration(port, folder), 'user root'],
    ]);
  }

  /** @param configuration the lines of its file */
  static async haproxy(configuration: (port: number) => readonly string[]): Promise<DebianServer> {
    return DebianServer.#configured('haproxy', ['-db', '-f'], configuration);
  }

  static #configured(
    program: string,
    args: readonly string[],
    configuration: (port: number, folder: string) => readonly string[],
  ): Promise<DebianServer> {
    return DebianServer.#start(program, undefined, async (port, folder) => {
      const path = join(folder, 'configuration');
      await writeFile(path, [...configuration(port, folder), ''].join('\n'));
      return [...args, path];
    });
  }

  static async #start(
    program: string,
    wanted: number | undefined,
    argsAt: (port: number, folder: string) => string[] | Promise<string[]>,
  ): Promise<DebianServer> {
    const folder = await mkdtemp(join(tmpdir(), `furrow-${program}-`));
    const port = wanted ?? (await freePort());
    const args = await argsAt(port, folder);
    const server = new DebianServer(program, args, folder, port, launch(program, args, folder));
    await server.#answers();
    return server;
  }

  /** Starts it again on its port and with what it kept. */
  async startAgain(): Promise<void> {
    this.child = launch(this.program, this.args, this.folder);
    await this.#answers();
  }

  async restart(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.end(signal);
    await this.startAgain();
  }

  /** Makes it silent, until the returned function is called. */
  freeze(): () => void {
    this.child.kill('SIGSTOP');
    return () => void this.child.kill('SIGCONT');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await this.end(signal);
    await rm(this.folder, { recursive: true, force: true });
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    const isRunning = this.child.exitCode === null && this.child.signalCode === null;
    if (isRunning && this.child.kill(signal)) await ended;
  }

  async #answers(): Promise<void> {
    const { child } = this;
    let said = '';
    let failed = false;
    child.once('error', (error) => {
      failed = true;
      said += `Install Debian's package ${this.program}: ${String(error)}`;
    });
    child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(`${this.program} answers at port ${this.port}`, async () => {
      const isThere = await answers(this.port);
      // Another program at this port answers too; ours has ended then, or does so at once.
      if (failed || child.exitCode !== null || child.signalCode !== null)
        throw new Error(`${this.program} did not start at port ${this.port}:\n${said}`);
      return isThere;
    });
  }
}

const keepingSessions = (port: number, folder: string) => [
  ...[`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'persistence true'],
  ...[`persistence_location ${folder}/`, 'max_queued_messages 0', 'max_inflight_messages 0'],
];

/** It ends with this process. */
function launch(program: string, args: readonly string[], folder: string): ChildProcess {
  const child = spawn(program, args, {
    ...{ cwd: folder, env: { PATH: SERVER_PATH, ...inheritedClock() } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const withdraw = atExit(() => child.kill('SIGKILL'));
  child.once('exit', withdraw);
  return child;
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
