import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectNoSecretsIn } from '../processes/kept-secrets.ts';
import { PROGRAMS } from '../processes/programs.ts';
import { type Environment, PLAIN_ENVIRONMENT } from '../processes/service-process.ts';

/** Generous, because the machine may be busy; a test has 180 s. */
const READY_WITHIN_MS = 120_000;
const KEPT_OUTPUT = 20_000;
/** Runs before the API, in its process. */
const ENDS_WITH_WORKER = `data:text/javascript,${encodeURIComponent(
  "process.once('disconnect', () => process.exit()); process.channel.unref();",
)}`;

interface Kept {
  readonly pid: number;
  /** The process of the worker with which it ends. Jest may start a worker's next process before the last one has ended. */
  readonly endsWith: number;
  readonly url: string;
  readonly env: Environment;
  readonly initial: readonly string[];
}

/**
 * The API that the specs of one worker of Jest use one after the other, in a process of its own that ends with the worker.
 * Jest loads the testbed anew for each spec, so a file says how to reach an idle one.
 */
export class SharedApi {
  /** Its log so far is that of earlier specs. */
  readonly #logFrom: number;

  private constructor(
    readonly home: string,
    private readonly kept: Kept,
  ) {
    this.#logFrom = readFileSync(logIn(home)).length;
  }

  /** The idle one of this worker. */
  static async idle(): Promise<SharedApi | undefined> {
    const folder = folderOfWorker();
    try {
      // Whoever renames it has it.
      await rename(join(folder, 'idle.json'), join(folder, 'taken.json'));
    } catch {
      return undefined;
    }
    const { home, ...kept } = JSON.parse(await readFile(join(folder, 'taken.json'), 'utf8')) as Kept & {
      home: string;
    };
    const api = new SharedApi(home, kept);
    return kept.endsWith === process.pid && api.isRunning ? api : undefined;
  }

  /** A folder for the home of another one, which goes with the test run. */
  static async newHome(): Promise<string> {
    await mkdir(folderOfWorker(), { recursive: true });
    return mkdtemp(join(folderOfWorker(), 'api-'));
  }

  static async start(
    home: string,
    env: Environment,
    initialTables: () => Promise<readonly string[]>,
  ): Promise<SharedApi> {
    const log = openSync(logIn(home), 'a');
    const child = spawn(process.execPath, ['--import', ENDS_WITH_WORKER, PROGRAMS.api], {
      env: { ...PLAIN_ENVIRONMENT, FURROW_API_PORT: '0', ...env },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    const ended = once(child, 'exit').then(() => []);
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const [ready] = (await Promise.race([once(child, 'message', { signal }), ended])) as [{ url: string }?];
    const { pid } = child;
    if (ready === undefined || pid === undefined)
      throw new Error(`The API ended before it was ready:\n${readFileSync(logIn(home), 'utf8')}`);
    child.unref();
    child.channel?.unref();
    return new SharedApi(home, {
      ...{ pid, endsWith: process.pid, url: ready.url, env },
      initial: await initialTables(),
    });
  }

  get url(): string {
    return this.kept.url;
  }

  get environment(): Environment {
    return this.kept.env;
  }

  /** The tables that have rows before any company is there. */
  get initialTables(): readonly string[] {
    return this.kept.initial;
  }

  get isRunning(): boolean {
    try {
      return process.kill(this.kept.pid, 0);
    } catch {
      return false;
    }
  }

  /** Its recent log output. */
  output(): string {
    return this.#log().slice(-KEPT_OUTPUT);
  }

  /** It stays for the next spec. */
  end(): Promise<never> {
    throw new Error('The API of a shared system stays: use System.start().');
  }

  /** Leaves it to the next spec of this worker. @throws Error if it has logged a secret */
  async giveBack(): Promise<void> {
    expectNoSecretsIn(this.#log(), this.kept.env);
    await writeFile(join(folderOfWorker(), 'idle.json'), JSON.stringify({ home: this.home, ...this.kept }));
  }

  #log(): string {
    return readFileSync(logIn(this.home)).subarray(this.#logFrom).toString();
  }
}

const logIn = (home: string) => join(home, 'api.log');

/** Jest's global setup makes the folder of the test run (tools/dev/testing). */
function folderOfWorker(): string {
  return join(process.env['FURROW_TEST_SHARED'] ?? '', process.env['JEST_WORKER_ID'] ?? '');
}
