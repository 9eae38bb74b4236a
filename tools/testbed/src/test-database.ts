import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { it } from '@jest/globals';
import { dropDatabase } from '../postgres/drop-database.mjs';
import { describeIf } from './servers/debian-program.ts';
import { withClient } from '../postgres/with-client.mjs';

const LEFT_WITHIN_MS = 1_000;

/** A migrated, empty database that belongs to one test file. */
export interface TestDatabase {
  /** The login of a service, which has no rights of its own, so that row-level security is exercised. */
  readonly url: string;
  /** The owner's login, which runs migrations. */
  readonly ownerUrl: string;
  /** Drops the database, ending all connections to it. */
  drop(): Promise<void>;
}

interface Login {
  readonly name: string;
  readonly password: string;
}

/** What Jest's global setup puts into the environment (tools/dev/testing). */
interface TestDatabases {
  readonly superuserUrl: string;
  readonly template: string;
  /** Superusers' URLs of all nodes where the databases are those of a Citus, its coordinator first. */
  readonly nodes?: readonly string[];
  readonly owner: Login;
  readonly app: Login;
}

/**
 * Clones the migrated template of this test run. Safe to call from several workers at once.
 *
 * @param onCitus of a Citus, with its tables distributed; in `describeOnCitus`
 * @throws Error outside of `*.int-spec.ts` and `*.e2e-spec.ts`, because a server is started for these alone
 */
export async function createTestDatabase({ onCitus = false } = {}): Promise<TestDatabase> {
  const { superuserUrl: server, template, owner, app, nodes } = testDatabases(onCitus);
  const name = `${template.replace(/_template$/, '')}_${randomBytes(6).toString('hex')}`;
  const clone = `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${owner.name}`;
  if (nodes) await cloneOnNodes(nodes, { template, name, clone });
  else await query(server, clone);
  return {
    url: loginUrl(server, app, name),
    ownerUrl: loginUrl(server, owner, name),
    drop: async () => {
      for (const url of nodes ?? [server]) {
        await untilLeft(url, name);
        await withClient(url, (client) => dropDatabase(client, name));
      }
    },
  };
}

/** Whether the databases of this test run are those of a Citus (FURROW_TEST_ON). */
export function isOnCitus(): boolean {
  return testDatabases().nodes !== undefined;
}

/** Tests with databases of a Citus: in a run of all tests, or of some whose paths contain `citus`. */
export function describeOnCitus(title: string, tests: () => void): void {
  const isHere = process.env.FURROW_TEST_CITUS_DATABASES !== undefined;
  // Of those that are skipped, one is listed.
  const jest = globalThis as unknown as { readonly it: typeof it };
  const one = () => jest.it('do what they do on one PostgreSQL', () => undefined);
  describeIf(isHere, 'FURROW_TEST_CITUS_URL', title, isHere ? tests : one);
}

/** As `furrow distribute` leaves them; a clone has none. */
const SETTINGS = [
  `citus.enable_unsafe_triggers = 'on'`,
  `citus.propagate_set_commands = 'local'`,
  `citus.multi_shard_modify_mode = 'sequential'`,
];

/** What a Citus knows of its nodes has no database's name in it, so a clone on every node is a Citus as well. */
async function cloneOnNodes(
  nodes: readonly string[],
  { template, name, clone }: { template: string; name: string; clone: string },
): Promise<void> {
  for (const [index, url] of nodes.entries()) {
    for (let attempt = 1; ; attempt++) {
      // Citus keeps a process of its own in each database, which stands in the way of a clone.
      await query(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${template}'`,
      );
      const failure = await query(url, clone).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) break;
      if (attempt === 50) throw failure as Error;
      await delay(50);
    }
    if (index === 0)
      for (const setting of SETTINGS) await query(url, `ALTER DATABASE ${name} SET ${setting}`);
  }
}

/** Of the superuser of the server of this test run. @param database a URL of the database to name; the server's own by default */
export function superuserUrl(database?: string): string {
  const url = new URL(testDatabases().superuserUrl);
  if (database !== undefined) url.pathname = new URL(database).pathname;
  return url.href;
}

function testDatabases(onCitus = false): TestDatabases {
  const { FURROW_TEST_DATABASES, FURROW_TEST_CITUS_DATABASES } = process.env;
  const text = onCitus ? FURROW_TEST_CITUS_DATABASES : FURROW_TEST_DATABASES;
  if (text === undefined) {
    throw new Error(
      'No database server was started: a test that needs one is named *.int-spec.ts or *.e2e-spec.ts.',
    );
  }
  return JSON.parse(text) as TestDatabases;
}

function loginUrl(server: string, login: Login, database: string): string {
  const url = new URL(server);
  url.username = login.name;
  url.password = login.password;
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * A pool of pg has ended before its connections are closed; the error of one that is terminated has no listener. Waits for
 * a limited time, because a test may leave connections.
 */
async function untilLeft(url: string, name: string): Promise<void> {
  const sessions = `SELECT FROM pg_stat_activity WHERE datname = '${name}' AND backend_type = 'client backend'`;
  const deadline = performance.now() + LEFT_WITHIN_MS;
  while (performance.now() < deadline) {
    if ((await query(url, sessions)) === 0) return;
    await delay(20);
  }
}

/** @returns the number of rows */
function query(connectionString: string, sql: string): Promise<number> {
  return withClient(connectionString, async (client) => (await client.query(sql)).rowCount ?? 0);
}
