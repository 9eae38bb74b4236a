// `npm test`: format, lint, types, layers, single copies, then every test; the last line is `N passed, N failed`, and
// `, N skipped` where this machine lacks what a test needs.
import { availableParallelism } from 'node:os';
import { clockEnvironment, secondsOf } from '../testbed/process/clock.mjs';
import { citusServer } from './testing/databases/citus-server.mjs';
import { ensureChromium, ensureDebianServers } from '../testbed/debian-servers.mjs';
import { HOUR_SENSITIVE, HOURS } from './testing/hours.mjs';
import { count, jest } from './testing/jest.mjs';
import { namedTests } from './testing/checks/named-tests.mjs';
import { withRandomSeeds } from './testing/property-tests.mjs';
import { DEFAULT_SEED, seedOf } from './testing/seed.mjs';
import { skippedIn } from './testing/skipped.mjs';
import { staticChecks, verdict } from './testing/checks/static-checks.mjs';
import { killChildren } from './testing/children.mjs';

const HELP = `npm test                      all checks and tests
npm test -- PATH [-t NAME]    only tests whose path contains PATH (and whose name contains NAME); accepts Jest's options
npm test -- --clock +8h …     shifts the clock of every process and of the database by eight hours; also -90m, +3d, or
                              2028-02-29T06:30Z; FURROW_TEST_CLOCK does the same
npm test -- --coverage PATH   also prints which lines the tests ran, and writes coverage/lcov-report
npm test -- --hours           runs time-dependent tests at each of the difficult hours
npm test -- --seeds 50 [PATH] runs property tests with fifty random seeds each, until one fails; prints the seed for
                              FURROW_TEST_SEED=4711 npm test -- PATH

  Uses the PostgreSQL in DATABASE_URL (as a superuser), else a container where Docker answers, else an embedded one.
  Tests of a Citus use the one in FURROW_TEST_CITUS_URL, else containers where Docker answers, else they are skipped.`;

/** One worker more than processors, because some files mostly wait. More would make services miss their own timeouts. */
const WORKERS = `--maxWorkers=${availableParallelism() + 1}`;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
if (process.channel) {
  process.on('disconnect', stop);
  process.channel.unref();
}

const { clock, seeds, selection } = read(process.argv.slice(2));
if (selection.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
const seed = wellFormed(clock);
// Jest's workers inherit the seed.
process.env.FURROW_TEST_SEED = String(seed);
if (seed !== DEFAULT_SEED) console.log(`FURROW_TEST_SEED=${seed}`);
const citus = needsCitus(selection) ? await citusServer() : undefined;
// Jest's workers inherit it.
if (citus !== undefined) process.env.FURROW_TEST_CITUS_URL = citus.url;
const outcome = await run().finally(() => citus?.stop());
for (const name of outcome.skipped) console.log(`skipped: ${name}`);
const skipped = outcome.skipped.length > 0 ? `, ${outcome.skipped.length} skipped` : '';
console.log(`${outcome.passed} passed, ${outcome.failed} failed${skipped}`);
process.exit(outcome.failed > 0 || outcome.passed + outcome.failed === 0 ? 1 : 0);

/**
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Counts
 * @returns {Promise<Counts>}
 */
function run() {
  if (seeds !== undefined) return withRandomSeeds(seeds, selection, clock ? clockEnvironment(clock) : {});
  if (selection.includes('--hours')) return atHours(HOURS).then((counts) => counts.reduce(plus));
  return selection.length === 0 ? everything(clock) : selected(selection, clock);
}

/** @param {string[]} paths */
function needsCitus(paths) {
  const isWhole = paths.length === 0;
  return isWhole || process.env.FURROW_TEST_ON === 'citus' || paths.some((path) => path.includes('citus'));
}

/**
 * @param {string[]} paths
 * @param {string | undefined} shift
 * @returns {Promise<Counts>}
 */
async function selected(paths, shift) {
  if (shift) ensureDebianServers(['faketime']);
  const chromium = paths.some((path) => path.includes('docs')) ? ensureChromium() : {};
  return countsOf(await jest(paths, { ...chromium, ...(shift && clockEnvironment(shift)) }));
}

/**
 * @param {string | undefined} shift
 * @returns {Promise<Counts>}
 */
async function everything(shift) {
  // The longest tests mostly wait, so the static checks run beside them.
  const checked = staticChecks(print);
  ensureDebianServers();
  const env = { ...ensureChromium(), ...(shift && clockEnvironment(shift)) };
  // Each on its own would leave cores idle; with the checks out of the way they run beside the rest.
  const hours = shift ? [] : checked.then(() => atHours(HOURS.filter(({ always }) => always)));
  const main = await jest([WORKERS], env);
  const counts = [countsOf(main), ...(await hours)];
  const named = await verdict('tests named in docs/claims.md have run', async () =>
    main.results ? namedTests(main.results) : 'Jest reported no results.',
  )();
  print(named);
  const verdicts = [...(await checked), named];
  const sound = verdicts.filter(({ problem }) => problem === undefined).length;
  return [...counts, { passed: sound, failed: verdicts.length - sound, skipped: [] }].reduce(plus);
}

/**
 * @param {typeof HOURS} hours
 * @returns {Promise<Counts[]>}
 */
async function atHours(hours) {
  if (!ensureDebianServers(['faketime']))
    return [{ passed: 0, failed: 0, skipped: hours.map(({ at }) => `time-dependent tests, at ${at}`) }];
  const counts = [];
  for (const { at } of hours) {
    const output = `     with the clock at ${at}`;
    counts.push(countsOf(await jest([...HOUR_SENSITIVE, '-i'], clockEnvironment(at), output)));
  }
  return counts;
}

/** @type {(a: Counts, b: Counts) => Counts} */
function plus(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: [...a.skipped, ...b.skipped],
  };
}

/**
 * @param {import('./testing/jest.mjs').Outcome} run
 * @returns {Counts}
 */
function countsOf(run) {
  return { ...count(run), skipped: run.results ? skippedIn(run.results) : [] };
}

/**
 * @param {string[]} args
 * @returns {{ clock: string | undefined, seeds: number | undefined, selection: string[] }}
 */
function read(args) {
  const clock = optionOf(args, '--clock') ?? (process.env.FURROW_TEST_CLOCK || undefined);
  const seeds = optionOf(args, '--seeds');
  if (seeds !== undefined && !/^[1-9]\d*$/.test(seeds)) refuse(`--seeds must be a number, not "${seeds}".`);
  return { clock, seeds: seeds === undefined ? undefined : Number(seeds), selection: args };
}

/**
 * @param {string[]} args modified: the option and its value are removed
 * @param {string} name
 */
function optionOf(args, name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : (args.splice(at, 2)[1] ?? '');
}

/**
 * @param {string | undefined} clock
 * @returns {number} the seed of this run
 */
function wellFormed(clock) {
  try {
    if (clock !== undefined) secondsOf(clock);
    return seedOf(process.env.FURROW_TEST_SEED);
  } catch (error) {
    return refuse(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function refuse(message) {
  console.error(message);
  process.exit(2);
}

/** @param {import('./testing/checks/static-checks.mjs').Verdict} verdict */
function print({ title, problem, seconds }) {
  const line = `${problem === undefined ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)`;
  console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${line}${problem ? `\n${problem}` : ''}`);
}

function stop() {
  killChildren();
  process.exit(130);
}
