import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const SAID = 4_000;
const ENDED_WITHIN_MS = 15_000;

/**
 * A Node.js child process that works off orders: talks over IPC, ends with its parent, and has its last output reported
 * when it fails.
 */
export class Child<Order, Answer> {
  #said = '';

  private constructor(
    readonly process: ChildProcess,
    private readonly what: string,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-SAID)));
  }

  /**
   * @param program a built file
   * @param flags of Node.js
   */
  static start<Order, Answer>(
    what: string,
    program: string,
    env: NodeJS.ProcessEnv = process.env,
    flags: readonly string[] = [],
  ): Child<Order, Answer> {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const options = { env, stdio: [...stdio], serialization: 'advanced' as const };
    return new Child(spawn(process.execPath, [...flags, program], options), what);
  }

  get pid(): number {
    return this.process.pid ?? 0;
  }

  /** The next message. @throws Error when the process ends instead */
  async answer(): Promise<Answer> {
    const ended = new AbortController();
    const fail = () => ended.abort(new Error(`${this.what} ended.\n${this.#said}`));
    if (!this.#isRunning) fail();
    this.process.once('exit', fail);
    try {
      const [message] = (await once(this.process, 'message', { signal: ended.signal })) as [Answer];
      return message;
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      this.process.off('exit', fail);
    }
  }

  async ask(order: Order): Promise<Answer> {
    this.process.send(order as object);
    return this.answer();
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (!this.#isRunning) return;
    const exit = once(this.process, 'exit');
    this.process.kill(signal);
    const forced = setTimeout(() => this.process.kill('SIGKILL'), ENDED_WITHIN_MS);
    await exit;
    clearTimeout(forced);
  }

  get #isRunning(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null;
  }
}

/**
 * The other side: runs the orders that the parent sends and answers each with its result. The process ends with its
 * parent, and with code 1 when an order fails.
 * @param run receives orders of the type that the parent sends
 */
export function workOff(run: (order: never) => Promise<object>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (order) => {
    run(order as never).then(
      (result) => process.send?.(result),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
