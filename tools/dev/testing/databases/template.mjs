import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { citusNodes, databaseUrl, makeCitusDatabase } from '../../../testbed/postgres/citus-template.mjs';
import { dropDatabase } from '../../../testbed/postgres/drop-database.mjs';
import { withClient } from '../../../testbed/postgres/with-client.mjs';

const CLI = fileURLToPath(new URL('../../../furrow/bundle/main.js', import.meta.url));

/**
 * What a test needs to clone a database; tools/testbed/src reads it.
 *
 * @typedef {object} TestDatabases
 * @property {string} superuserUrl
 * @property {string} template name of the migrated database
 * @property {string[]} [nodes] superusers' URLs of all nodes of a Citus, its coordinator first
 * @property {{ name: string, password: string }} owner runs migrations
 * @property {{ name: string, password: string }} app the service's login, without any right of its own
 */

/**
 * Creates the logins and the migrated template of one run.
 *
 * @param {string} superuserUrl
 * @returns {Promise<TestDatabases>}
 */
export async function makeTemplate(superuserUrl) {
  const run = `furrow_test_${randomBytes(4).toString('hex')}`;
  const owner = { name: `${run}_owner`, password: randomBytes(16).toString('hex') };
  const app = { name: `${run}_app`, password: randomBytes(16).toString('hex') };
  const template = `${run}_template`;
  await withClient(superuserUrl, async (client) => {
    await client.query(`CREATE ROLE ${owner.name} LOGIN CREATEROLE PASSWORD '${owner.password}'`);
    await client.query(`CREATE ROLE ${app.name} LOGIN NOINHERIT PASSWORD '${app.password}'`);
    await lendExistingRoles(client, owner.name);
    await client.query(`CREATE DATABASE ${template} OWNER ${owner.name}`);
    await furrow(loginUrl(superuserUrl, app, template), loginUrl(superuserUrl, owner, template), 'migrate');
    // A template can be cloned only while nobody is connected to it.
    await client.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
  });
  return { superuserUrl, template, owner, app };
}

/**
 * The same on the Citus whose coordinator's superuser is given, its tables distributed.
 *
 * @param {string} coordinator
 * @returns {Promise<TestDatabases>}
 */
export async function makeCitusTemplate(coordinator) {
  const run = `furrow_test_${randomBytes(4).toString('hex')}`;
  const app = { name: `${run}_app`, password: randomBytes(16).toString('hex') };
  const owner = { name: `${run}_owner`, password: randomBytes(16).toString('hex') };
  const template = `${run}_template`;
  const nodes = await citusNodes(coordinator);
  await makeCitusDatabase(nodes, template);
  await withClient(databaseUrl(coordinator, template), async (client) => {
    await client.query(`CREATE ROLE ${owner.name} LOGIN SUPERUSER PASSWORD '${owner.password}'`);
    await client.query(`CREATE ROLE ${app.name} LOGIN NOINHERIT PASSWORD '${app.password}'`);
  });
  const url = loginUrl(coordinator, app, template);
  const ownerUrl = loginUrl(coordinator, owner, template);
  await furrow(url, ownerUrl, 'migrate');
  await furrow(url, ownerUrl, 'distribute', '--shards', '2');
  const all = [nodes.coordinator, ...nodes.workers].map((node) => databaseUrl(node, 'postgres'));
  return { superuserUrl: databaseUrl(coordinator, 'postgres'), template, owner, app, nodes: all };
}

/**
 * Removes everything of this run from an external server.
 *
 * @param {TestDatabases} made
 */
export async function dropTemplate({ superuserUrl, nodes = [superuserUrl], template, owner, app }) {
  const run = template.replace(/_template$/, '');
  for (const node of nodes)
    await withClient(node, async (client) => {
      const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
        run,
      ]);
      for (const { datname } of rows) await dropDatabase(client, datname);
      for (const { name } of [app, owner]) {
        await client.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER`);
        await client.query(`DROP OWNED BY ${name}`);
        await client.query(`DROP ROLE IF EXISTS ${name}`);
      }
    });
}

/**
 * Roles are global to the server: an earlier run or an installation may have created them already.
 *
 * @param {import('pg').Client} client
 * @param {string} owner
 */
async function lendExistingRoles(client, owner) {
  const { rows } = await client.query(
    `SELECT rolname FROM pg_roles WHERE rolname IN ('furrow_tenant', 'furrow_system')`,
  );
  for (const { rolname } of rows) await client.query(`GRANT ${rolname} TO ${owner} WITH ADMIN OPTION`);
}

/**
 * @param {string} url
 * @param {string} ownerUrl
 * @param {string[]} command
 */
async function furrow(url, ownerUrl, ...command) {
  if (!existsSync(CLI)) {
    console.warn(
      'tools/furrow is not built: the test databases of this run are empty. `npm test` builds first.',
    );
    return;
  }
  const env = {
    ...process.env,
    FURROW_HOME: join(tmpdir(), 'furrow-test-home'),
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
  };
  try {
    await promisify(execFile)(process.execPath, [CLI, ...command], { env });
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    throw new Error(`The test database could not be migrated:\n${stdout}${stderr}`, { cause: error });
  }
}

/**
 * @param {string} superuserUrl
 * @param {{ name: string, password: string }} login
 * @param {string} database
 */
function loginUrl(superuserUrl, login, database) {
  const url = new URL(superuserUrl);
  url.username = login.name;
  url.password = login.password;
  url.pathname = `/${database}`;
  return url.href;
}
