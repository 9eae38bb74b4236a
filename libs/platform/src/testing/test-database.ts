import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

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
  readonly owner: Login;
  readonly app: Login;
}

/**
 * Clones the migrated template of this test run. Safe to call from several workers at once.
 *
 * @throws Error outside of `*.int-spec.ts` and `*.e2e-spec.ts`, because a server is started for these alone
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { superuserUrl, template, owner, app } = testDatabases();
  const name = `${template.replace(/_template$/, '')}_${randomBytes(6).toString('hex')}`;
  await query(
    superuserUrl,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy OWNER ${owner.name}`,
  );
  return {
    url: loginUrl(superuserUrl, app, name),
    ownerUrl: loginUrl(superuserUrl, owner, name),
    drop: () => query(superuserUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

function testDatabases(): TestDatabases {
  const text = process.env.FURROW_TEST_DATABASES;
  if (text === undefined) {
    throw new Error(
      'No database server was started: a test that needs one is named *.int-spec.ts or *.e2e-spec.ts.',
    );
  }
  return JSON.parse(text) as TestDatabases;
}

function loginUrl(superuserUrl: string, login: Login, database: string): string {
  const url = new URL(superuserUrl);
  url.username = login.name;
  url.password = login.password;
  url.pathname = `/${database}`;
  return url.href;
}

async function query(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
