import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '@furrow/testbed';
import pg from 'pg';

const VERSIONS = '/usr/lib/postgresql';
const run = promisify(execFile);

/** A program of Debian's newest PostgreSQL that has all of its tools; the embedded one has no pg_dump. */
function program(name: string): string {
  const folder = readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => ['initdb', 'pg_dump', 'pg_restore'].every((tool) => existsSync(join(bin, tool))));
  if (folder === undefined) throw new Error(`${VERSIONS} has no PostgreSQL with its tools.`);
  return join(folder, name);
}

/** The server refuses to run as root; Debian has a user for it. */
const as: readonly string[] =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--']
    : ['env'];

export async function tool(name: string, ...args: readonly string[]): Promise<void> {
  await run(program(name), args);
}

/** An empty cluster of its own. */
export class DebianPostgres {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly server: ChildProcess,
  ) {}

  /** Two that have nothing in common; the second is a copy of the first before its first start. */
  static async two(): Promise<[DebianPostgres, DebianPostgres]> {
    const [one, other] = [await emptyFolder(), await emptyFolder()];
    const [data, copy] = [one, other].map((folder) => join(folder, 'data')) as [string, string];
    await asServer(program('initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync');
    await asServer('cp', '-a', data, copy);
    return Promise.all([DebianPostgres.#start(one), DebianPostgres.#start(other)]);
  }

  static async #start(folder: string): Promise<DebianPostgres> {
    const data = join(folder, 'data');
    for (let attempt = 1; ; attempt++) {
      const port = await freePort();
      const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off'];
      const [wrapper = '', ...before] = as;
      const server = spawn(
        wrapper,
        [
          ...before,
          program('postgres'),
          '-D',
          data,
          '-p',
          String(port),
          ...settings.flatMap((each) => ['-c', each]),
        ],
        { stdio: 'ignore' },
      );
      const postgres = new DebianPostgres(folder, port, server);
      if (await postgres.#answers()) return postgres;
      await postgres.#end();
      if (attempt === 3) throw new Error('PostgreSQL did not start');
    }
  }

  url(login: string, database: string): string {
    return `postgresql://${login}:none@127.0.0.1:${this.port}/${database}`;
  }

  async sql(...statements: readonly string[]): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres', 'postgres') });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async remove(): Promise<void> {
    await this.#end();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    while (this.server.exitCode === null) {
      try {
        await this.sql('SELECT 1');
        return true;
      } catch {
        await sleep(100);
      }
    }
    return false;
  }

  async #end(): Promise<void> {
    if (this.server.exitCode !== null) return;
    const ended = new Promise((resolve) => this.server.once('exit', resolve));
    this.server.kill('SIGQUIT');
    await ended;
  }
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-debian-postgres-'));
  await chmod(folder, 0o777);
  return folder;
}

async function asServer(program: string, ...args: readonly string[]): Promise<void> {
  const [first = '', ...before] = as;
  await run(first, [...before, program, ...args]);
}
