import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DebianPostgres, DebianServer, type TestDatabase, until } from '@furrow/testbed';

const STANDBY = 'standby';
const SYNCHRONOUS_WITHIN_MS = 60_000;
const RELOAD = 'SELECT pg_reload_conf()';

/** A primary and its synchronous standby, both Debian's PostgreSQL, behind an HAProxy that routes to the primary. */
export class FailoverCluster {
  #proxy: DebianServer | undefined;
  readonly #checks: Server[] = [];
  #made = 0;

  private constructor(
    private readonly folder: string,
    private primary: DebianPostgres,
    private standby: DebianPostgres,
  ) {}

  static async start(): Promise<FailoverCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-failover-'));
    const primary = await DebianPostgres.primary(join(folder, 'one'));
    const standby = await DebianPostgres.standbyOf(primary, join(folder, 'two'), STANDBY);
    const cluster = new FailoverCluster(folder, primary, standby);
    try {
      await cluster.#synchronous();
      await cluster.#startProxy();
      return cluster;
    } catch (error) {
      await cluster.remove();
      throw error;
    }
  }

  /** The address that hosts use: the current primary. */
  get database(): TestDatabase {
    const port = this.#proxy?.port;
    return {
      url: this.primary.url('furrow_app', 'furrow', port),
      ownerUrl: this.primary.url('furrow_owner', 'furrow', port),
      drop: () => Promise.resolve(),
    };
  }

  /** Kills the primary. */
  kill(): Promise<void> {
    return this.primary.kill();
  }

  /**
   * Acts as a failover manager does when the primary is gone: stops waiting for a standby and promotes the one there
   * is.
   */
  async promote(): Promise<void> {
    await this.standby.sql(`ALTER SYSTEM SET synchronous_standby_names = ''`, [], 'postgres');
    await this.standby.sql(RELOAD, [], 'postgres');
    await this.standby.promote();
    [this.primary, this.standby] = [this.standby, this.primary];
  }

  /**
   * Turns the former primary into the synchronous standby of the current one, by pg_rewind or else from a new base
   * backup.
   * @returns which of the two worked
   */
  async restore(): Promise<'rewound' | 'copied'> {
    const isRewound = await this.standby.rewindTo(this.primary, STANDBY);
    if (!isRewound) await this.standby.copyOf(this.primary, STANDBY);
    await this.#synchronous();
    return isRewound ? 'rewound' : 'copied';
  }

  async remove(): Promise<void> {
    await this.#proxy?.stop('SIGKILL');
    for (const check of this.#checks) check.close();
    await Promise.all([this.primary.remove(), this.standby.remove()]);
    await rm(this.folder, { recursive: true, force: true });
  }

  async #synchronous(): Promise<void> {
    await this.primary.sql(`ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`, [], 'postgres');
    await this.primary.sql(RELOAD, [], 'postgres');
    const asked = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync' AND replay_lsn IS NOT NULL`;
    const isSynchronous = async () => (await this.primary.sql(asked, [], 'postgres')).length > 0;
    await until('the standby follows', isSynchronous, SYNCHRONOUS_WITHIN_MS);
  }

  async #startProxy(): Promise<void> {
    const servers = await Promise.all([this.primary, this.standby].map((server) => this.#lineTo(server)));
    this.#proxy = await DebianServer.haproxy((port) => [
      ...['defaults', '  mode tcp', '  timeout connect 2s', '  timeout client 1h', '  timeout server 1h'],
      ...['  timeout check 5s', 'listen postgres', `  bind 127.0.0.1:${port}`, '  option httpchk GET /'],
      ...['  default-server inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions', ...servers],
    ]);
  }

  /** HAProxy asks over HTTP whether a server accepts writes. */
  async #lineTo(server: DebianPostgres): Promise<string> {
    const isPrimary = async () => {
      const [found] = await server.sql<{ is: boolean }>(
        'SELECT NOT pg_is_in_recovery() AS "is"',
        [],
        'postgres',
      );
      return found?.is === true;
    };
    const check = createServer((_, response) => {
      void isPrimary()
        .catch(() => false)
        .then((is) => response.writeHead(is ? 200 : 503).end());
    });
    this.#checks.push(check);
    await new Promise<void>((resolve) => check.listen(0, '127.0.0.1', resolve));
    const { port } = check.address() as AddressInfo;
    return `  server node${++this.#made} 127.0.0.1:${server.port} check addr 127.0.0.1 port ${port}`;
  }
}
