import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClockToAll } from '../../../testbed/process/clock.mjs';
import { furrowPool } from '../furrow-pool.mjs';
import { testServer } from '../databases/server.mjs';
import { whenOver } from './global-teardown.mjs';
import { dropTemplate, makeCitusTemplate, makeTemplate } from '../databases/template.mjs';

/**
 * Jest runs this once, before the first test that uses PostgreSQL; its workers inherit the environment.
 *
 * @param {{ testPathPatterns: { patterns: string[] } }} selection
 */
export default async function globalSetup({ testPathPatterns: { patterns } }) {
  openClockToAll();
  const { FURROW_TEST_ON: engine, FURROW_TEST_CITUS_URL: coordinator } = process.env;
  /** @type {(() => Promise<void>)[]} In the order in which they run. */
  const endings = [];
  const end = async () => {
    for (const ending of endings.splice(0)) await ending();
  };
  whenOver(end);
  // What specs share; they find it through the file system, because Jest loads all modules anew for each of them.
  const shared = mkdtempSync(join(tmpdir(), 'furrow-test-'));
  process.env.FURROW_TEST_SHARED = shared;
  endings.push(async () => rmSync(shared, { recursive: true, force: true, maxRetries: 10 }));
  try {
    const isAllOnCitus = engine === 'citus' && coordinator !== undefined;
    if (!isAllOnCitus) process.env.FURROW_TEST_DATABASES = await onPostgres(endings);
    // Distributing tables takes a while, and few tests of libraries need it.
    const hasTestsOfCitus = patterns.length === 0 || patterns.some((pattern) => pattern.includes('citus'));
    if (coordinator && (isAllOnCitus || hasTestsOfCitus))
      process.env.FURROW_TEST_CITUS_DATABASES = await onCitus(coordinator, endings);
    if (isAllOnCitus) process.env.FURROW_TEST_DATABASES = process.env.FURROW_TEST_CITUS_DATABASES;
    const pool = await furrowPool();
    process.env.FURROW_TEST_COMMANDS = pool.path;
    endings.unshift(async () => pool.stop());
  } catch (error) {
    await end();
    throw error;
  }
}

/** @param {(() => Promise<void>)[]} endings */
async function onPostgres(endings) {
  const server = await testServer();
  endings.push(() => server.stop());
  if (server.cluster !== undefined) process.env.FURROW_TEST_CLUSTER = server.cluster;
  const made = await makeTemplate(server.superuserUrl);
  if (server.external) endings.unshift(() => dropTemplate(made));
  return JSON.stringify(made);
}

/**
 * @param {string} coordinator
 * @param {(() => Promise<void>)[]} endings
 */
async function onCitus(coordinator, endings) {
  const made = await makeCitusTemplate(coordinator);
  // Citus keeps a background worker in each database, and a node has few of them.
  endings.unshift(() => dropTemplate(made));
  return JSON.stringify(made);
}
