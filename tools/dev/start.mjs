// `npm start`: database, migrations, demo farm, API and IoT gateway, in the foreground until a signal or a failure.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tryLock } from './process/lock.mjs';
import { banner } from './start/banner.mjs';
import { runDatabase } from './start/database.mjs';
import { applyDemo, makeSeason, readDemo, signDemoJwt } from './start/demo.mjs';
import { Home } from './start/home.mjs';
import { operator } from './start/operator.mjs';
import { runService } from './start/service.mjs';

const HELP = `npm start
  Starts PostgreSQL, migrates it, applies the demo farm, starts the API and the IoT gateway, and stays in
  the foreground.
  Ctrl-C stops everything. Its data is in FURROW_HOME (default .furrow).

  FURROW_HOME, FURROW_API_PORT (3000; 0 picks one), FURROW_IOT_PORT (3001), FURROW_HOST (127.0.0.1), FURROW_DEMO=false, DATABASE_URL
  and all other variables are described in docs/operations.md.`;

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const API = {
  name: 'The API',
  entry: join(root, 'apps/api/bundle/main.js'),
  portVariable: 'FURROW_API_PORT',
  urlVariable: 'PUBLIC_API_URL',
  // As units and images start it: docs/adr/0027-programs-are-bundles.md.
  flags: ['--max-old-space-size=1024', '--max-semi-space-size=32'],
};
const IOT_GATEWAY = {
  name: 'The IoT gateway',
  entry: join(root, 'apps/iot-gateway/bundle/main.js'),
  portVariable: 'FURROW_IOT_PORT',
  urlVariable: 'PUBLIC_IOT_URL',
  flags: [],
};
const SEASON = join(root, 'tools/demo/bundle/main.js');
const DEMO_FARM = join(root, 'tools/dev/demo-farm.yaml');
const say = (/** @type {string} */ line) => void process.stdout.write(`${line}\n`);

/** @type {(() => unknown)[]} cleanup steps, run in reverse order */
const undo = [];
const { signal: stopping, stop } = stopOnSignals();

if (process.argv.includes('--help')) {
  say(HELP);
  process.exit(0);
}

let exitCode = 0;
try {
  await up();
  await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
} catch (error) {
  if (!stopping.aborted) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\nFurrow did not start.\n`);
    exitCode = 1;
  }
}
await down();
process.exit(exitCode);

async function up() {
  const home = Home.open(root, process.env.FURROW_HOME);
  await claim(home);
  home.remove('ready.json');
  undo.push(() => home.remove('ready.json'));

  const env = {
    // Caches compiled code, because each program loads three thousand modules.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
    ...process.env,
    FURROW_HOME: home.dir,
  };
  // In production no database is made up: the API's configuration lists what is missing.
  if (process.env.NODE_ENV === 'production' && !isDatabaseGiven()) await serve(API, env, Promise.resolve());
  const furrow = operator({ entry: join(root, 'tools/furrow/bundle/main.js'), env, stopping });
  const farm = demoIsWanted() ? await readDemo(DEMO_FARM) : undefined;
  /** @type {(() => void)[]} */
  const restarts = [];
  const bringing = bringDatabase(home, () => restarts.forEach((restart) => restart()));
  const signing = farm && !process.env.USER_JWT_ISSUER ? signDemoJwt(farm, furrow) : undefined;
  // Signing creates the development keys if there are none, so that the services find them.
  const migrating = all(bringing, signing).then(() => furrow('migrate'));
  const applying = migrating.then(
    async () => farm && applyDemo({ farm, file: DEMO_FARM, home, furrow, jwt: await signing }),
  );
  const counting = migrating.then(async () => (farm ? undefined : countCompanies(furrow)));
  // Beside the start of the services, because it takes longer. What fails before it is told by `applying`.
  const season = applying.then(
    (demo) => demo && makeSeason({ entry: SEASON, env, stopping, home, demo }).catch(tellSeason),
    () => undefined,
  );
  const [database, demo, companies, api, iot] = await all(
    bringing,
    applying,
    counting,
    serve(API, env, migrating),
    serve(IOT_GATEWAY, env, migrating),
  );
  restarts.push(api.restart, iot.restart);
  const urls = { apiUrl: api.url, iotUrl: iot.url, mqttUrl: iot.mqttUrl };
  home.write('ready.json', { ...urls, pid: process.pid }, 0o644);
  undo.push(() => home.remove('ready.json'));
  // The farm runs without its season.
  await season;
  stopping.throwIfAborted();
  say(banner({ ...urls, database, demo, isEmpty: companies === 0 }));
}

/** @param {ReturnType<typeof operator>} furrow */
async function countCompanies(furrow) {
  return /** @type {unknown[]} */ (JSON.parse(await furrow('company', 'list', '--json'))).length;
}

/** @param {unknown} error */
function tellSeason(error) {
  if (stopping.aborted) return;
  const { stderr } = /** @type {{ stderr?: string }} */ (error);
  say(
    `The season of the demo farm is not complete; the next start continues it. ${stderr?.trim() ?? String(error)}`,
  );
}

/**
 * @param {typeof API} program
 * @param {NodeJS.ProcessEnv} env
 * @param {Promise<unknown>} go
 */
async function serve(program, env, go) {
  const service = await runService({ go, program, env, stopping, say });
  undo.push(service.stop);
  return service;
}

/**
 * Waits for all steps even if one fails, so that whatever was started is known and can be stopped.
 *
 * @template {unknown[]} T
 * @param {T} steps
 * @returns {Promise<{ [I in keyof T]: Awaited<T[I]> }>}
 */
async function all(...steps) {
  await Promise.allSettled(steps);
  return Promise.all(steps);
}

/**
 * Ensures one supervisor per installation.
 *
 * @param {Home} home
 */
async function claim(home) {
  const answer = await tryLock(`home ${home.dir}`, 'npm start');
  if ('heldBy' in answer) {
    const { apiUrl } = home.read('ready.json') ?? {};
    throw new Error(
      `Furrow already runs in ${home.dir} (process ${answer.heldBy.pid}${apiUrl ? `, ${apiUrl}` : ''}): ` +
        'stop that one first, or set FURROW_HOME to another folder.',
    );
  }
  undo.push(() => answer.lock.release());
}

/**
 * @param {Home} home
 * @param {() => void} onMoved
 * @returns {Promise<string>} a description of it for the banner
 */
async function bringDatabase(home, onMoved) {
  home.remove('database.json');
  if (isDatabaseGiven()) return 'the server in DATABASE_URL';
  const { port, stop } = await runDatabase({ home, stopping, say, onMoved });
  undo.push(stop);
  return `embedded PostgreSQL on port ${port}, kept in ${home.path('postgres')}`;
}

function isDatabaseGiven() {
  return Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE);
}

function demoIsWanted() {
  const given = process.env.FURROW_DEMO || 'true';
  if (given !== 'true' && given !== 'false')
    throw new Error(`FURROW_DEMO is "${given}"; it accepts true or false.`);
  return given === 'true';
}

/** Stops the services first and the database last, however far the start got. */
async function down() {
  stop();
  if (undo.length > 1 && exitCode === 0) say('Stopping …');
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (error) {
      process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
      exitCode = 1;
    }
  }
}

/**
 * A signal may arrive twice, from the terminal and from npm; only the first counts. Losing the parent process counts as
 * one, and losing the terminal must not interrupt the stop.
 *
 * @returns {{ signal: AbortSignal, stop: () => void }}
 */
function stopOnSignals() {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('stopped'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  if (process.channel) process.on('disconnect', stop);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  return { signal: controller.signal, stop };
}
