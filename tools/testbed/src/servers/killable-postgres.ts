import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Server, startEmbeddedPostgres } from '../../postgres/embedded-postgres.mjs';
import { provision } from '../../postgres/provision.mjs';
import { SmallDisk } from './small-disk.ts';
import type { TestDatabase } from '../test-database.ts';
import { withClient } from '../../postgres/with-client.mjs';

/** A cluster of the test run to copy, because creating one takes a second. */
const CLUSTER = process.env['FURROW_TEST_CLUSTER'];

const RELOAD = 'SELECT pg_reload_conf()';

/** A PostgreSQL of a test's own, with the settings of an installation, that may be killed and started again. */
export class KillablePostgres {
  #disk: SmallDisk | undefined;

  private constructor(
    private readonly folder: string,
    private server: Server,
  ) {}

  static async make(): Promise<{ postgres: KillablePostgres; database: TestDatabase }> {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-killable-'));
    const { server, database } = await start(folder);
    return { postgres: new KillablePostgres(folder, server), database };
  }

  /** As a power cut would end it, but for what the machine itself had not written. */
  async kill(): Promise<void> {
    const postmaster = this.#postmaster;
    process.kill(postmaster, 'SIGSTOP'); // first, so that there are no more children than these
    // A backend that outlives its postmaster for a moment would still commit what it is asked.
    for (const pid of [...childrenOf(postmaster), postmaster]) killed(pid);
    await this.server.died;
  }

  /** As an operator would end it. */
  async stop(): Promise<void> {
    await this.server.stop();
  }

  /** Makes queries and new connections wait, until the returned function is called. */
  freeze(): () => void {
    const postmaster = this.#postmaster;
    process.kill(postmaster, 'SIGSTOP'); // first, so that there are no more children than these
    const processes = [...childrenOf(postmaster), postmaster];
    const signal = (name: NodeJS.Signals) => processes.forEach((pid) => process.kill(pid, name));
    signal('SIGSTOP');
    return () => signal('SIGCONT');
  }

  /**
   * Puts the database's tables where there is little room; the log of its transactions stays where it is. Nobody may be
   * connected.
   * @returns false where this process may not mount a file system
   */
  async moveToSmallDisk(megabytes: number): Promise<boolean> {
    const folder = join(this.folder, 'small-disk');
    const owner = statSync(join(this.folder, 'postgres/data'));
    this.#disk = SmallDisk.mount(folder, { megabytes, owner });
    if (this.#disk === undefined) return false;
    await this.#asSuperuser('postgres', [
      `CREATE TABLESPACE small_disk LOCATION '${folder}'`,
      'ALTER DATABASE furrow SET TABLESPACE small_disk',
    ]);
    return true;
  }

  /** Tables cannot grow, until what this returns is called. @returns undefined where they are on no small disk */
  fillDisk(): (() => void) | undefined {
    return this.#disk?.fill();
  }

  /** It answers, and takes no writes, as while another one is made the primary; until what this returns is called. */
  async refuseWrites(): Promise<() => Promise<void>> {
    await this.superuser('ALTER SYSTEM SET default_transaction_read_only = on', RELOAD);
    return () => this.superuser('ALTER SYSTEM RESET default_transaction_read_only', RELOAD);
  }

  /** Statements of the superuser's, one after the other. */
  superuser(...statements: readonly string[]): Promise<void> {
    return this.#asSuperuser('furrow', statements);
  }

  #asSuperuser(database: string, statements: readonly string[]): Promise<void> {
    return withClient(this.server.superuserUrl(database), async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }

  /** What the server has logged. */
  log(): string {
    return readFileSync(join(this.folder, 'postgres/server.log'), 'utf8');
  }

  async startAgain(): Promise<TestDatabase> {
    const { server, database } = await start(this.folder);
    this.server = server;
    return database;
  }

  get #postmaster(): number {
    return Number.parseInt(readFileSync(join(this.folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
  }

  async remove(): Promise<void> {
    await this.server.stop();
    this.#disk?.unmount();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // It has ended by itself.
  }
}

function childrenOf(pid: number): number[] {
  const listed = existsSync('/proc/self')
    ? readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    : execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return listed.split(/\s+/).filter(Boolean).map(Number);
}

async function start(folder: string): Promise<{ server: Server; database: TestDatabase }> {
  const server = await startEmbeddedPostgres({
    dir: join(folder, 'postgres'),
    durable: true,
    template: CLUSTER,
  });
  // The server goes as a whole, so there is no database to drop.
  return { server, database: { ...(await provision(server)), drop: async () => undefined } };
}
