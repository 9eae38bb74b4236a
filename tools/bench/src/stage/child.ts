import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SAID = 4_000;

/**
 * A Node.js child process of the bench: talks over IPC, ends with its parent, and has its last output reported when it
 * fails.
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
   * @param program a built file of this workspace
   * @param flags of Node.js
   */
  static start<Order, Answer>(
    what: string,
    program: URL,
    env: NodeJS.ProcessEnv = process.env,
    flags: readonly string[] = [],
  ): Child<Order, Answer> {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const child = spawn(process.execPath, [...flags, fileURLToPath(program)], {
      env,
      stdio: [...stdio],
      serialization: 'advanced',
    });
    return new Child(child, what);
  }

  /** The next message. @throws Error when the process ends instead */
  async answer(): Promise<Answer> {
    const ended = new AbortController();
    const fail = () => ended.abort(new Error(`${this.what} ended.\n${this.#said}`));
    if (this.process.exitCode !== null || this.process.signalCode !== null) fail();
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

  async stop(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exit = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    const forced = setTimeout(() => this.process.kill('SIGKILL'), 15_000);
    await exit;
    clearTimeout(forced);
  }
}
