import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ENTRY = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const READY_WITHIN_MS = 40_000;

/** Nothing of whoever runs the tests reaches the service: what it is configured by is what a test says. */
export const PLAIN_ENVIRONMENT = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

export type Environment = Readonly<Record<string, string>>;

/** The built API in a process of its own, as a supervisor runs it. */
export class ApiProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly exit: Promise<number | NodeJS.Signals>,
    readonly url: string,
    readonly output: () => string,
  ) {}

  static async start(env: Environment): Promise<ApiProcess> {
    const { child, exit, output } = run(env);
    const ready = new Promise<string>((resolve, reject) => {
      child.on('message', (message: { ready?: boolean; url?: string }) => {
        if (message.ready && message.url) resolve(message.url);
      });
      void exit.then((how) => reject(new Error(`The API ended (${how}) before it was ready:\n${output()}`)));
      setTimeout(
        () => reject(new Error(`The API was not ready in time:\n${output()}`)),
        READY_WITHIN_MS,
      ).unref();
    });
    return new ApiProcess(child, exit, await ready, output);
  }

  /** Starts it where it is expected to refuse. */
  static async refusal(env: Environment): Promise<{ exit: number | NodeJS.Signals; output: string }> {
    const { child, exit, output } = run(env);
    child.on('message', () => child.kill('SIGKILL')); // it started after all
    return { exit: await exit, output: output() };
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals> {
    this.child.kill(signal);
    const impatience = setTimeout(() => this.child.kill('SIGKILL'), 15_000);
    const how = await this.exit;
    clearTimeout(impatience);
    return how;
  }
}

function run(env: Environment) {
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...PLAIN_ENVIRONMENT, FURROW_API_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000);
    });
  const exit = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'));
  });
  return { child, exit, output: () => text };
}
