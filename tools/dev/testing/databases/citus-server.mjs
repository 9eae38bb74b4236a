import { freePort } from '../../../testbed/process/free-port.mjs';
import { dockerAnswers } from './server.mjs';
import { databaseUrl, makeCitusDatabase } from '../../../testbed/postgres/citus-template.mjs';

const IMAGE = 'citusdata/citus:13.2.0';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  shared_preload_libraries: 'citus',
  max_connections: 300,
  max_prepared_transactions: 300,
  wal_level: 'logical',
  fsync: 'off',
  'citus.max_client_connections': -1,
};

/** @typedef {{ url: string, stop: () => Promise<void> }} CitusServer `url` is a superuser's, of the coordinator */

/**
 * A Citus for one test run: the one in FURROW_TEST_CITUS_URL, else a coordinator and two workers in containers where a
 * Docker engine answers.
 *
 * @returns {Promise<CitusServer | undefined>} undefined: there is none, and tests that need one are skipped
 */
export async function citusServer() {
  const url = process.env.FURROW_TEST_CITUS_URL;
  if (url) return { url, stop: async () => {} };
  // Nodes and tests use the same addresses of nodes: those of the machine, which only Linux shares with containers.
  if (process.platform !== 'linux' || !(await dockerAnswers())) return undefined;
  return containers().catch((/** @type {Error} */ error) => {
    console.warn(`No Citus containers (${error.message}): the tests that need a Citus are skipped.`);
    return undefined;
  });
}

/** @returns {Promise<CitusServer>} */
async function containers() {
  const { GenericContainer, Wait } = await import('testcontainers');
  const ports = [await freePort(), await freePort(), await freePort()];
  const starts = ports.map((port) => {
    const options = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    return (
      new GenericContainer(IMAGE)
        .withNetworkMode('host')
        .withEnvironment({ POSTGRES_HOST_AUTH_METHOD: 'trust' })
        .withCommand(['postgres', ...options])
        // The image starts the server once to create the database, and then for good.
        .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
        .withStartupTimeout(180_000)
        .start()
    );
  });
  const settled = await Promise.allSettled(starts);
  const started = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async () => void (await Promise.all(started.map((container) => container.stop())));
  try {
    await Promise.all(starts);
    const [coordinator = '', ...workers] = ports.map(
      (port) => `postgres://postgres@127.0.0.1:${port}/postgres`,
    );
    // Tests make databases of their own, and look up the nodes in this one.
    await makeCitusDatabase({ coordinator, workers }, 'hub');
    return { url: databaseUrl(coordinator, 'hub'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
