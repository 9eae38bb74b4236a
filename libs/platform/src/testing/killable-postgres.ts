import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from './test-database.ts';

const TOOLS = new URL('../../../../tools/dev/', import.meta.url);

interface Server {
  readonly died: Promise<void>;
  stop(): Promise<void>;
}

/** A PostgreSQL of a test's own, with the settings of an installation, that may be killed and started again. */
export class KillablePostgres {
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
    const pid = Number.parseInt(readFileSync(join(this.folder, 'postgres/data/postmaster.pid'), 'utf8'), 10);
    process.kill(pid, 'SIGKILL');
    await this.server.died;
  }

  async startAgain(): Promise<TestDatabase> {
    const { server, database } = await start(this.folder);
    this.server = server;
    return database;
  }

  async remove(): Promise<void> {
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function start(folder: string): Promise<{ server: Server; database: TestDatabase }> {
  const { startEmbeddedPostgres } = (await import(new URL('embedded-postgres.mjs', TOOLS).href)) as {
    startEmbeddedPostgres(options: { dir: string; durable: boolean }): Promise<Server>;
  };
  const { provision } = (await import(new URL('postgres/provision.mjs', TOOLS).href)) as {
    provision(server: Server): Promise<{ url: string; ownerUrl: string }>;
  };
  const server = await startEmbeddedPostgres({ dir: join(folder, 'postgres'), durable: true });
  // The server goes as a whole, so there is no database to drop.
  return { server, database: { ...(await provision(server)), drop: async () => undefined } };
}
