// An embedded PostgreSQL: started in a folder of this program, ends with it, and recovers from any kind of crash.
import { execFile, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../process/free-port.mjs';
import { postgresBinaries } from './binaries.mjs';
import { ensureCluster, postgresEnvironment } from './cluster.mjs';
import { postgresIdentity } from './identity.mjs';
import { clearLeftovers } from './leftovers.mjs';
import { settings } from './settings.mjs';

const KEEPER = fileURLToPath(new URL('keeper.mjs', import.meta.url));
const TIMEOUT_MS = 120_000;
const WORTH_A_RETRY =
  /could not bind|could not create any TCP|pre-existing shared memory|lock file .* already exists/;

/**
 * @typedef {object} Options
 * @property {string} dir the cluster's folder, for `data/`, `passwords.json`, `port` and the server's log; its
 * parent belongs to this program too
 * @property {boolean} [durable] false trades safety against power failures for speed
 * @property {string} [template] a cluster that was never started; if there is none in `dir`, it is copied
 * @property {string} [discard] a folder to remove when the server is stopped or its supervisor dies
 * @property {AbortSignal} [stopping] aborts a pending start
 * @property {(line: string) => void} [say]
 *
 * @typedef {object} Server
 * @property {string} host
 * @property {number} port
 * @property {import('./cluster.mjs').Passwords} passwords
 * @property {(database: string) => string} superuserUrl
 * @property {Promise<void>} died resolves when the server has ended for any reason
 * @property {() => Promise<void>} stop ends it; open transactions are rolled back
 */

/**
 * Starts the cluster in `dir` and creates it first if needed. The caller holds a lock, so that nobody else does so
 * meanwhile.
 *
 * @param {Options} options
 * @returns {Promise<Server>}
 */
export async function startEmbeddedPostgres(options) {
  const { durable = true, template, discard, stopping, say = () => {} } = options;
  mkdirSync(dirname(options.dir), { recursive: true });
  const dir = join(realpathSync(dirname(options.dir)), basename(options.dir));
  // With owners and modes, which Node.js does not copy.
  if (template !== undefined && !existsSync(dir)) await promisify(execFile)('cp', ['-a', template, dir]);
  const data = join(dir, 'data');
  const { postgres, initdb } = postgresBinaries();
  const identity = postgresIdentity({ home: dirname(dir), data, program: postgres });
  const passwords = await ensureCluster(dir, { initdb, identity, durable });
  const deadline = Date.now() + TIMEOUT_MS;

  for (let attempt = 0; ; attempt++) {
    await clearLeftovers(data, say);
    const port = await freePort(attempt < 2 ? rememberedPort(dir) : 0);
    const command = [...identity.wrapper, postgres, '-D', data, '-p', String(port), ...settings(durable)];
    const kept = keep({ command, spawnAs: identity.spawnAs, log: join(dir, 'server.log'), discard });
    const superuserUrl = (/** @type {string} */ database) =>
      `postgresql://postgres:${passwords.superuser}@127.0.0.1:${port}/${database}`;
    const failure = await accepting(superuserUrl('postgres'), kept, { deadline, stopping, say });
    if (failure === undefined) {
      writeFileSync(join(dir, 'port'), String(port));
      return { host: '127.0.0.1', port, passwords, superuserUrl, died: kept.died, stop: kept.stop };
    }
    await kept.stop();
    stopping?.throwIfAborted();
    if (!WORTH_A_RETRY.test(failure) || Date.now() > deadline) {
      throw new Error(`${failure.trim()}\nThe embedded PostgreSQL in ${dir} did not start.`);
    }
    await sleep(Math.min(100 * 2 ** attempt, 2000));
  }
}

/**
 * Creates a cluster without starting it. A copy of it starts at once, whereas creating one takes a second.
 *
 * @param {string} dir
 */
export async function createCluster(dir) {
  const { postgres, initdb } = postgresBinaries();
  const identity = postgresIdentity({ home: dirname(dir), data: join(dir, 'data'), program: postgres });
  await ensureCluster(dir, { initdb, identity, durable: false });
}

/**
 * @param {{ command: string[], spawnAs: object, log: string, discard: string | undefined }} order
 */
function keep({ command: [command, ...args], spawnAs, log, discard }) {
  const output = openSync(log, 'w', 0o600);
  const order = { command, args, env: postgresEnvironment(), discard, ...spawnAs };
  const keeper = spawn(process.execPath, [KEEPER, JSON.stringify(order)], {
    detached: true,
    stdio: ['pipe', output, output],
  });
  closeSync(output);
  const keeperInput = /** @type {import('node:stream').Writable} */ (keeper.stdin);
  keeperInput.on('error', () => {});
  let running = true;
  /** @type {Promise<void>} */
  const died = new Promise((resolve) => {
    const gone = () => {
      running = false;
      resolve();
    };
    keeper.on('exit', gone);
    keeper.on('error', gone);
  });
  return {
    died,
    isRunning: () => running,
    said: () => readFileSync(log, 'utf8').slice(-4000),
    stop: () => {
      keeperInput.end();
      return died;
    },
  };
}

/**
 * Waits until the server answers.
 *
 * @param {string} url
 * @param {ReturnType<typeof keep>} kept
 * @param {{ deadline: number, stopping: AbortSignal | undefined, say: (line: string) => void }} until
 * @returns {Promise<string | undefined>} the server's output, when it ended instead
 */
async function accepting(url, kept, { deadline, stopping, say }) {
  let worthALine = Date.now() + 5000;
  while (kept.isRunning()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      // The answer came from our server only if that is still alive; another program may have taken the port.
      if (kept.isRunning()) return undefined;
    } catch (error) {
      if (stopping?.aborted || Date.now() > deadline)
        return `${kept.said()}\n${/** @type {Error} */ (error).message}`;
    } finally {
      await client.end().catch(() => {});
    }
    if (Date.now() > worthALine) {
      say('PostgreSQL is still recovering …');
      worthALine = Infinity;
    }
    await sleep(30);
  }
  return kept.said();
}

/** @param {string} dir */
function rememberedPort(dir) {
  try {
    return Number(readFileSync(join(dir, 'port'), 'utf8')) || 0;
  } catch {
    return 0;
  }
}
