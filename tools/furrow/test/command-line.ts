import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTestDatabase,
  type Outcome,
  PLAIN_ENVIRONMENT,
  PROGRAMS,
  runAlone,
  runOperator,
  type TestDatabase,
  withClient,
} from '@furrow/testbed';

/** The built command line as an operator runs it, with a FURROW_HOME of its own. */
export class CommandLine {
  private constructor(
    readonly home: string,
    private readonly env: Record<string, string>,
    private readonly database?: TestDatabase,
  ) {}

  static async at(env: Record<string, string>, database?: TestDatabase): Promise<CommandLine> {
    return new CommandLine(await mkdtemp(join(tmpdir(), 'furrow-cli-')), env, database);
  }

  /** With a migrated database of its own. */
  static async installed(env: Record<string, string> = {}): Promise<CommandLine> {
    const database = await createTestDatabase();
    const urls = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
    return CommandLine.at({ ...urls, ...env }, database);
  }

  /** The same home with other environment variables. */
  with(env: Record<string, string>): CommandLine {
    return new CommandLine(this.home, { ...this.env, ...env });
  }

  /** Its environment, and that of a service of the same installation. */
  get environment(): Record<string, string> {
    return { ...PLAIN_ENVIRONMENT, FURROW_HOME: this.home, ...this.env };
  }

  /** Starts it without waiting for its end. */
  start(...args: string[]): ChildProcess {
    return spawn(process.execPath, [PROGRAMS.furrow, ...args], {
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  run(...args: string[]): Promise<Outcome> {
    return runOperator(PROGRAMS.furrow, args, this.environment);
  }

  /** Runs in a process of its own, as for an operator. */
  runAlone(...args: string[]): Promise<Outcome> {
    return runAlone(PROGRAMS.furrow, args, this.environment);
  }

  /** The output of a command with `--json`. */
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

  /** Runs SQL as the owner of its database. */
  sql<Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return withClient(this.env['DATABASE_OWNER_URL'] ?? '', async (client) => {
      return (await client.query<Row>(text, parameters)).rows;
    });
  }

  async remove(): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
    await this.database?.drop();
  }
}
