import { openClockToAll } from '../../../testbed/process/clock.mjs';
import { furrowPool } from '../furrow-pool.mjs';
import { testServer } from '../databases/server.mjs';
import { whenOver } from './global-teardown.mjs';
import { dropTemplate, makeCitusTemplate, makeTemplate } from '../databases/template.mjs';

/** Jest runs this once, before the first test that uses PostgreSQL; its workers inherit the environment. */
export default async function globalSetup() {
  openClockToAll();
  const { FURROW_TEST_ON: engine, FURROW_TEST_CITUS_URL: coordinator } = process.env;
  if (engine === 'citus' && coordinator) {
    const made = await makeCitusTemplate(coordinator);
    process.env.FURROW_TEST_DATABASES = JSON.stringify(made);
    const pool = await furrowPool();
    process.env.FURROW_TEST_COMMANDS = pool.path;
    whenOver(async () => {
      pool.stop();
      // Citus keeps a background worker in each database, and a node has few of them.
      await dropTemplate(made);
    });
    return;
  }
  const server = await testServer();
  if (server.cluster !== undefined) process.env.FURROW_TEST_CLUSTER = server.cluster;
  try {
    const made = await makeTemplate(server.superuserUrl);
    process.env.FURROW_TEST_DATABASES = JSON.stringify(made);
    const pool = await furrowPool();
    process.env.FURROW_TEST_COMMANDS = pool.path;
    whenOver(async () => {
      pool.stop();
      if (server.external) await dropTemplate(made);
      await server.stop();
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
}
