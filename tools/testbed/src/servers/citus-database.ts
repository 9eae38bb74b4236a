import { randomBytes } from 'node:crypto';
import {
  citusNodes,
  type CitusNodes,
  databaseUrl,
  dropCitusDatabase,
  joinWorker,
  makeCitusDatabase,
} from '../../postgres/citus-template.mjs';
import type { TestDatabase } from '../test-database.ts';
import { withClient } from '../../postgres/with-client.mjs';
import { Line } from './line.ts';

/** An empty database of a test's own on every node of a Citus, whose workers can be added and made unreachable. */
export class CitusDatabase implements TestDatabase {
  readonly url: string;
  readonly ownerUrl: string;
  /** By the ports that nodes know. */
  readonly #lines = new Map<number, { readonly line: Line; readonly worker: string }>();

  private constructor(
    private readonly nodes: CitusNodes,
    readonly name: string,
    private readonly password: string,
  ) {
    this.url = this.#login('app');
    this.ownerUrl = this.#login('owner');
  }

  /**
   * @param coordinator a superuser's URL, as in FURROW_TEST_CITUS_URL
   * @param workers how many take part until the others are added
   */
  static async make(coordinator: string, workers = Infinity): Promise<CitusDatabase> {
    const nodes = await citusNodes(coordinator);
    const name = `furrow_citus_${randomBytes(4).toString('hex')}`;
    const database = new CitusDatabase(nodes, name, randomBytes(16).toString('hex'));
    await makeCitusDatabase(nodes, name, nodes.workers.slice(0, workers));
    await database.#at(coordinator, name, [
      `CREATE ROLE ${name}_owner LOGIN SUPERUSER PASSWORD '${database.password}'`,
      `CREATE ROLE ${name}_app LOGIN NOINHERIT PASSWORD '${database.password}'`,
    ]);
    return database;
  }

  /**
   * The same, but nodes reach each worker through a line, which makes it hang without stopping processes that other
   * databases use too.
   */
  static async behindLines(coordinator: string): Promise<CitusDatabase> {
    const database = await CitusDatabase.make(coordinator, 0);
    for (const worker of database.nodes.workers) {
      const url = new URL(worker);
      const line = await Line.lay(Number(url.port));
      database.#lines.set(line.port, { line, worker });
      url.port = String(line.port);
      await joinWorker(database.nodes, database.name, url.href);
    }
    return database;
  }

  get superuserUrl(): string {
    return databaseUrl(this.nodes.coordinator, this.name);
  }

  /** The port of the worker with the rows of a company, once it is distributed. */
  async portOf(companyId: string): Promise<number> {
    const [row] = await this.#at(this.nodes.coordinator, this.name, [
      `SELECT nodeport AS port FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
       WHERE shardid = get_shard_id_for_distribution_column('audit.entries', '${companyId}'::uuid)`,
    ]);
    return Number(row?.['port']);
  }

  /** The line to a worker. @param port as `portOf` returns it */
  lineTo(port: number): Line {
    const found = this.#lines.get(port);
    if (found === undefined) throw new Error(`No line leads from port ${port}`);
    return found.line;
  }

  /** Ends all connections to the database on a worker, and refuses new ones until what this returns is called. */
  async cutOff(port: number): Promise<() => Promise<void>> {
    const worker =
      this.#lines.get(port)?.worker ?? this.nodes.workers.find((url) => new URL(url).port === String(port));
    if (worker === undefined) throw new Error(`There is no worker on port ${port}`);
    const allow = (answer: boolean) =>
      this.#at(worker, 'postgres', [`ALTER DATABASE ${this.name} ALLOW_CONNECTIONS ${answer}`]);
    await allow(false);
    await this.#at(worker, 'postgres', [
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${this.name}'`,
    ]);
    return async () => {
      await allow(true);
    };
  }

  /** Adds all workers, and moves shards to them until each has as many. */
  async addWorkers(): Promise<void> {
    for (const worker of this.nodes.workers) await joinWorker(this.nodes, this.name, worker);
    await this.#at(this.nodes.coordinator, this.name, [
      "SELECT citus_rebalance_start(shard_transfer_mode := 'block_writes')",
      'SELECT citus_rebalance_wait()',
    ]);
  }

  async drop(): Promise<void> {
    await dropCitusDatabase(this.nodes, this.name);
    for (const { line } of this.#lines.values()) await line.close();
    for (const node of [this.nodes.coordinator, ...this.nodes.workers])
      await this.#at(node, 'postgres', [`DROP ROLE IF EXISTS ${this.name}_owner, ${this.name}_app`]);
  }

  #login(role: string): string {
    const url = new URL(this.superuserUrl);
    url.username = `${this.name}_${role}`;
    url.password = this.password;
    return url.href;
  }

  #at(node: string, name: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
    return withClient(databaseUrl(node, name), async (client) => {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    });
  }
}
