import { type ChildProcess, spawn } from 'node:child_process';
import { inheritedClock } from '../../process/clock.mjs';
import { expectNoSecretsIn } from './kept-secrets.ts';

/** Generous, because the machine may be busy. */
const READY_WITHIN_MS = 120_000;
const ENDED_WITHIN_MS = 60_000;
const KEPT_OUTPUT = 20_000;

const COMPILED = process.env['FURROW_TEST_COMPILE_CACHE'];

/** The environment of the test run does not reach the service; a test sets all of its variables. */
export const PLAIN_ENVIRONMENT: Environment = {
  ...{ PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
  ...(COMPILED !== undefined && { NODE_COMPILE_CACHE: COMPILED }),
  ...inheritedClock(),
};

export type Environment = Readonly<Record<string, string>>;

/** A built service in a process of its own, as a supervisor runs it. */
export class ServiceProcess<Ready> {
  private constructor(
    private readonly child: ChildProcess,
    /** How it ended. */
    readonly exit: Promise<number | NodeJS.Signals>,
    /** What it reported when it listened. */
    readonly ready: Ready,
    /** Its recent log output. */
    readonly output: () => string,
    /** All of its log output. */
    readonly wholeOutput: () => string,
    private readonly env: Environment,
  ) {}

  static async start<Ready extends object>(entry: string, env: Environment): Promise<ServiceProcess<Ready>> {
    const { child, exit, output, wholeOutput } = run(entry, env);
    const ready = new Promise<Ready>((resolve, reject) => {
      child.on('message', (message: { ready?: boolean }) => {
        if (message.ready) resolve(message as Ready);
      });
      void exit.then((how) => reject(new Error(`${entry} ended (${how}) before it was ready:\n${output()}`)));
      const late = setTimeout(
        () => reject(new Error(`${entry} was not ready in time:\n${output()}`)),
        READY_WITHIN_MS,
      );
      late.unref();
    });
    return new ServiceProcess(child, exit, await ready, output, wholeOutput, env);
  }

  /** Starts a service that is expected to refuse to start. */
  static async refusal(
    entry: string,
    env: Environment,
  ): Promise<{ exit: number | NodeJS.Signals; output: string }> {
    const { child, exit, output } = run(entry, env);
    child.on('message', () => child.kill('SIGKILL')); // it started after all
    return { exit: await exit, output: output() };
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @throws Error if it has logged a secret */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.child.kill(signal);
    const forced = setTimeout(() => this.child.kill('SIGKILL'), ENDED_WITHIN_MS);
    const how = await this.exit;
    clearTimeout(forced);
    expectNoSecretsIn(this.wholeOutput(), this.env);
    return how;
  }
}

function run(entry: string, env: Environment) {
  const child = spawn(process.execPath, [entry], {
    env: { ...PLAIN_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const wholeOutput = () => Buffer.concat(chunks).toString();
  const exit = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  return { child, exit, output: () => wholeOutput().slice(-KEPT_OUTPUT), wholeOutput };
}
