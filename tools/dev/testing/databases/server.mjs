import { appendFileSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes. Databases are dropped during a run, but the write-ahead log of the whole run stays. */
const ROOM_NEEDED = 6 * 2 ** 30;

/**
 * @typedef {object} TestServer
 * @property {string} superuserUrl
 * @property {() => Promise<void>} stop
 * @property {boolean} external
 * @property {string} [cluster] a cluster that was never started, to copy for servers of a test's own
 */

/**
 * A PostgreSQL for one test run: the one in DATABASE_URL, else a container where a Docker engine answers, else the
 * embedded one. Under a shifted clock it is always the embedded one.
 *
 * @returns {Promise<TestServer>}
 */
export async function testServer() {
  // The server needs the same shifted clock.
  if (process.env.FAKETIME) return embedded();
  if (process.env.DATABASE_URL)
    return { superuserUrl: process.env.DATABASE_URL, stop: async () => {}, external: true };
  return (await dockerAnswers()) ? container().catch(instead) : embedded();
}

/** @returns {Promise<TestServer>} */
async function embedded() {
  const { createCluster, startEmbeddedPostgres } =
    await import('../../../testbed/postgres/embedded-postgres.mjs');
  const home = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), 'furrow-test-postgres-'));
  const cluster = join(home, 'cluster');
  await createCluster(cluster);
  // Shared memory of a server that is killed stays; as files it is removed with the rest of its data.
  appendFileSync(join(cluster, 'data/postgresql.conf'), 'dynamic_shared_memory_type = mmap\n');
  const server = await startEmbeddedPostgres({
    dir: join(home, 'postgres'),
    durable: false,
    template: cluster,
    discard: home,
  });
  const superuserUrl = server.superuserUrl('postgres');
  return { superuserUrl, stop: () => server.stop(), external: false, cluster };
}

/**
 * Whether /dev/shm can hold the data: creating and dropping a hundred databases of hundreds of small files each costs
 * much kernel time on a disk.
 */
function hasRoomInMemory() {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM_NEEDED;
}

/** @returns {Promise<TestServer>} */
async function container() {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const started = await new PostgreSqlContainer('postgres:18-alpine')
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'])
    .withStartupTimeout(120_000)
    .start();
  const stop = async () => void (await started.stop());
  return { superuserUrl: started.getConnectionUri(), stop, external: false };
}

/** @param {Error} error */
function instead(error) {
  console.warn(`No PostgreSQL container (${error.message}): using the embedded one.`);
  return embedded();
}

/** @returns {Promise<boolean>} */
export function dockerAnswers() {
  if (process.env.DOCKER_HOST) return Promise.resolve(true);
  const socketPath = '/var/run/docker.sock';
  if (!existsSync(socketPath)) return Promise.resolve(false);
  return new Promise((resolve) => {
    const ping = request({ socketPath, path: '/_ping', timeout: 1000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
}
