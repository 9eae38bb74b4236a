import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, PLAIN_ENVIRONMENT, runAlone, runOperator } from '@furrow/platform/testing';

const MAIN = fileURLToPath(new URL('../bundle/main.js', import.meta.url));

/** The built command line as an operator runs it, in a home of its own. */
export class CommandLine {
  private constructor(
    readonly home: string,
    private readonly env: Record<string, string>,
  ) {}

  static async at(env: Record<string, string>): Promise<CommandLine> {
    return new CommandLine(await mkdtemp(join(tmpdir(), 'furrow-cli-')), env);
  }

  /** The same home with other surroundings. */
  with(env: Record<string, string>): CommandLine {
    return new CommandLine(this.home, { ...this.env, ...env });
  }

  /** What it runs in, and what a service of the same installation would. */
  get environment(): Record<string, string> {
    return { ...PLAIN_ENVIRONMENT, FURROW_HOME: this.home, ...this.env };
  }

  /** Leaves it running. */
  start(...args: string[]): ChildProcess {
    return spawn(process.execPath, [MAIN, ...args], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  run(...args: string[]): Promise<Outcome> {
    return runOperator(MAIN, args, this.environment);
  }

  /** In a process of its own, as an operator has it. */
  runAlone(...args: string[]): Promise<Outcome> {
    return runAlone(MAIN, args, this.environment);
  }

  /** What a command answers with `--json`. */
  async json<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    if (code !== 0) throw new Error(`furrow ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  async file(name: string, content: unknown): Promise<string> {
    const path = join(this.home, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }
}
