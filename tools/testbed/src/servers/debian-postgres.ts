import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { type Identity, postgresIdentity } from '../../postgres/identity.mjs';
import { provision } from '../../postgres/provision.mjs';
import { inheritedClock } from '../../process/clock.mjs';
import { freePort } from '../../process/free-port.mjs';
import { withClient } from '../../postgres/with-client.mjs';

const DEBIAN = '/usr/lib/postgresql';
const STARTED_WITHIN_MS = 60_000;
const PASSWORDS = { superuser: 'of-a-test', owner: 'of-a-test', app: 'of-a-test' };
/**
 * In a file, because pg_rewind starts a killed server without the settings of `start` to end its recovery: that would
 * declare its pages unfit for rewinding, and recycle the log from before the servers diverged.
 */
const FOR_REWIND = `wal_log_hints = on\nwal_keep_size = '1GB'\n`;

/** Where Debian keeps the programs of its newest PostgreSQL. */
function programs(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.map(Number).sort((a, b) => b - a)[0];
  if (newest === undefined) throw new Error('No PostgreSQL of Debian’s is here: apt-get install postgresql');
  return join(DEBIAN, String(newest), 'bin');
}

/**
 * A PostgreSQL of Debian's from which others replicate, or which does so itself, on a free port of the loopback address. It
 * may be killed, started again, promoted and made a standby of another one.
 */
export class DebianPostgres {
  #child: ChildProcess | undefined;
  #exit: Promise<void> = Promise.resolve();

  private constructor(
    readonly folder: string,
    readonly port: number,
    private readonly identity: Identity,
  ) {}

  /** An empty primary with the logins and the database of an installation; nothing is migrated. */
  static async primary(folder: string): Promise<DebianPostgres> {
    const server = await DebianPostgres.#in(folder);
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, PASSWORDS.superuser);
    server.#own(passwordFile);
    await server.#run('initdb', [
      ...['-D', server.data, '-U', 'postgres', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256'],
      ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
    ]);
    appendFileSync(join(server.data, 'postgresql.conf'), FOR_REWIND);
    await server.start();
    await provision({
      ...{ host: '127.0.0.1', port: server.port, passwords: PASSWORDS },
      superuserUrl: (database: string) => server.url('postgres', database),
    });
    return server;
  }

  /** A standby that streams from a primary, made from a base backup. @param name as `synchronous_standby_names` has it */
  static async standbyOf(primary: DebianPostgres, folder: string, name = 'standby'): Promise<DebianPostgres> {
    const server = await DebianPostgres.#in(folder);
    await server.#baseBackup(primary, name);
    await server.start();
    return server;
  }

  /** Runs a program that connects by a URL, such as pg_dump, of the servers' version; the embedded one has none. */
  static async runTool(name: string, ...args: readonly string[]): Promise<void> {
    await promisify(execFile)(join(programs(), name), args);
  }

  static async #in(folder: string): Promise<DebianPostgres> {
    mkdirSync(folder, { recursive: true });
    const data = join(folder, 'data');
    const identity = postgresIdentity({ home: dirname(folder), data, program: join(programs(), 'postgres') });
    const server = new DebianPostgres(folder, await freePort(), identity);
    server.#own(folder);
    return server;
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  /** A superuser's, or one of the installation's two logins, `furrow_owner` and `furrow_app`. */
  url(login: string, database = 'furrow', port = this.port): string {
    return `postgresql://${login}:${PASSWORDS.superuser}@127.0.0.1:${port}/${database}`;
  }

  /** Runs one statement as the superuser. */
  async sql<Row extends object>(
    text: string,
    parameters: unknown[] = [],
    database = 'furrow',
  ): Promise<Row[]> {
    const run = async (client: Client) => (await client.query<Row>(text, parameters)).rows;
    return withClient(this.url('postgres', database), run);
  }

  /** Waits until it answers; a standby as soon as it may be read from. */
  async start(): Promise<void> {
    const settings = {
      ...{ port: this.port, listen_addresses: '127.0.0.1', unix_socket_directories: '' },
      ...{ max_wal_senders: 10, max_connections: 100 },
      ...{ shared_buffers: '128MB', timezone: 'UTC', jit: 'off' },
      // As files it is removed with the data; other shared memory of a server that is killed would stay.
      dynamic_shared_memory_type: 'mmap',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [command, args] = this.#command('postgres', ['-D', this.data, ...options]);
    const child = spawn(command, args, {
      ...this.#surroundings,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk: Buffer) => appendFileSync(join(this.folder, 'server.log'), chunk));
    this.#child = child;
    this.#exit = new Promise((resolve) => {
      child.once('close', () => {
        if (this.#child === child) this.#child = undefined;
        resolve();
      });
    });
    const deadline = performance.now() + STARTED_WITHIN_MS;
    while (!(await this.sql('SELECT 1', [], 'postgres').then(Boolean, () => false))) {
      if (!this.isRunning || performance.now() > deadline)
        throw new Error(`PostgreSQL did not start: see ${this.folder}/server.log`);
      await sleep(20);
    }
  }

  /** As a power cut would end it, but for what the machine itself had not written. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exit;
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGQUIT');
    await this.#exit;
  }

  /** A standby becomes a primary, on a timeline of its own. Returns when it takes writes. */
  async promote(): Promise<void> {
    await this.sql('SELECT pg_promote(true, 60)', [], 'postgres');
  }

  /**
   * One that was the primary, and was killed, becomes a standby of the one that has taken over.
   * @returns false where it could not be rewound: a base backup is needed
   */
  async rewindTo(primary: DebianPostgres, name = 'standby'): Promise<boolean> {
    try {
      await primary.sql('CHECKPOINT', [], 'postgres'); // its control file has the new timeline only then
      const source = primary.url('postgres', 'postgres');
      await this.#run('pg_rewind', ['-D', this.data, `--source-server=${source}`, '--no-sync', '-R']);
    } catch {
      return false;
    }
    // What --write-recovery-conf leaves has no name for the standby; the last setting counts.
    const line = `primary_conninfo = '${primary.#replicationUrl(name)}'\n`;
    appendFileSync(join(this.data, 'postgresql.auto.conf'), line);
    await this.start();
    return true;
  }

  /** The same, from a new base backup. */
  async copyOf(primary: DebianPostgres, name = 'standby'): Promise<void> {
    await this.stop();
    await rm(this.data, { recursive: true, force: true });
    await this.#baseBackup(primary, name);
    await this.start();
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #baseBackup(primary: DebianPostgres, name: string): Promise<void> {
    const from = primary.#replicationUrl(name);
    const how = ['-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    return this.#run('pg_basebackup', ['-D', this.data, '-d', from, ...how]);
  }

  #replicationUrl(name: string): string {
    return `${this.url('postgres', 'postgres')}?application_name=${name}`;
  }

  #own(path: string): void {
    const { account } = this.identity;
    if (account) chownSync(path, account.uid, account.gid);
  }

  #command(program: string, args: readonly string[]): [string, string[]] {
    const [command = '', ...rest] = [...this.identity.wrapper, join(programs(), program), ...args];
    return [command, rest];
  }

  get #surroundings() {
    const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC', ...inheritedClock() };
    return { ...this.identity.spawnAs, cwd: '/', env };
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(...this.#command(program, args), this.#surroundings);
  }
}
