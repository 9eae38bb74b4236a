import { withClient } from './with-client.mjs';

/**
 * Creates the two logins and the database of an installation, where they are missing.
 * `furrow_owner` owns the database and runs migrations; `furrow_app` has no rights but to switch to the roles that
 * migrations grant it.
 *
 * @param {Pick<import('./embedded-postgres.mjs').Server, 'host' | 'port' | 'passwords' | 'superuserUrl'>} server
 * @returns {Promise<{ url: string, ownerUrl: string }>} connection strings of furrow_app and furrow_owner
 */
export async function provision({ host, port, passwords, superuserUrl }) {
  await withClient(superuserUrl('postgres'), async (client) => {
    await ensureLogin(client, 'furrow_owner', 'CREATEROLE', passwords.owner);
    await ensureLogin(client, 'furrow_app', 'NOINHERIT', passwords.app);
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'furrow'`);
    if (rowCount === 0) await client.query('CREATE DATABASE furrow OWNER furrow_owner');
  });
  const url = (/** @type {string} */ login, /** @type {string} */ password) =>
    `postgresql://${login}:${password}@${host}:${port}/furrow`;
  return { url: url('furrow_app', passwords.app), ownerUrl: url('furrow_owner', passwords.owner) };
}

/**
 * @param {import('pg').Client} client
 * @param {string} name
 * @param {string} attributes
 * @param {string} password
 */
async function ensureLogin(client, name, attributes, password) {
  const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(`${verb} ROLE ${name} LOGIN ${attributes} PASSWORD ${client.escapeLiteral(password)}`);
}
