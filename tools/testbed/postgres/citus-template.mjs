import { dropDatabase } from './drop-database.mjs';
import { withClient } from './with-client.mjs';

/** @typedef {{ coordinator: string, workers: string[] }} CitusNodes superusers' URLs of each node's database */

/**
 * The nodes of the Citus whose coordinator's superuser is given.
 *
 * @param {string} coordinator
 * @returns {Promise<CitusNodes>}
 */
export async function citusNodes(coordinator) {
  const nodes = await asked(
    coordinator,
    `SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 ORDER BY nodeport`,
  );
  const workers = nodes.map(({ name, port }) => {
    const url = new URL(coordinator);
    url.hostname = name;
    url.port = String(port);
    return url.href;
  });
  return { coordinator, workers };
}

/**
 * Makes an empty database on every node, joined to one Citus.
 *
 * @param {CitusNodes} nodes
 * @param {string} name
 * @param {string[]} joined the workers that take part from the beginning
 */
export async function makeCitusDatabase(nodes, name, joined = nodes.workers) {
  for (const url of [nodes.coordinator, ...nodes.workers]) {
    await asked(databaseUrl(url, 'postgres'), `CREATE DATABASE ${name}`);
    await asked(databaseUrl(url, name), 'CREATE EXTENSION citus');
  }
  const at = databaseUrl(nodes.coordinator, name);
  const { hostname, port } = new URL(nodes.coordinator);
  await asked(at, `SELECT citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of joined) await joinWorker(nodes, name, worker);
}

/**
 * @param {CitusNodes} nodes
 * @param {string} name
 * @param {string} worker the superuser's URL of one of the nodes
 */
export async function joinWorker(nodes, name, worker) {
  const { hostname, port } = new URL(worker);
  await asked(databaseUrl(nodes.coordinator, name), `SELECT citus_add_node('${hostname}', ${port})`);
}

/**
 * @param {CitusNodes} nodes
 * @param {string} name
 */
export async function dropCitusDatabase(nodes, name) {
  for (const url of [nodes.coordinator, ...nodes.workers])
    await withClient(databaseUrl(url, 'postgres'), (client) => dropDatabase(client, name));
}

/**
 * @param {string} url
 * @param {string} name
 */
export function databaseUrl(url, name) {
  const at = new URL(url);
  at.pathname = `/${name}`;
  return at.href;
}

/**
 * @param {string} connectionString
 * @param {string} sql
 * @returns {Promise<any[]>}
 */
function asked(connectionString, sql) {
  return withClient(connectionString, async (client) => (await client.query(sql)).rows ?? []);
}
