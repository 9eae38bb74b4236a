// `npm test`: format, lint, types, layers, single copies, then every test; the last line is `N passed, N failed`, and
// `, N skipped` where this machine lacks what a test needs.
import { fileURLToPath } from 'node:url';
import { clockEnvironment, secondsOf } from './process/clock.mjs';
import { ensureChromium, ensureDebianServers } from './testing/debian-servers.mjs';
import { HOUR_SENSITIVE, HOURS } from './testing/hours.mjs';
import { count, jest } from './testing/jest.mjs';
import { namedTests } from './testing/named-tests.mjs';
import { skippedIn } from './testing/skipped.mjs';
import { staticChecks, verdict } from './testing/static-checks.mjs';
import { killChildren } from './testing/children.mjs';

const HELP = `npm test                      everything
npm test -- PATH [-t NAME]    only the tests whose path contains PATH (and whose name contains NAME); Jest's options
npm test -- --clock +8h …     as if it were eight hours later, for every process and the database too; -90m, +3d and
                              2028-02-29T06:30Z will do as well, and so will FURROW_TEST_CLOCK

  PostgreSQL is the one in DATABASE_URL (a superuser's), else a container where Docker answers, else embedded.`;

/** With everything, in a far time zone too; a person gets a line that moves instead of one for every file. */
const WHOLE = [`--reporters=${fileURLToPath(new URL('testing/reporter.mjs', import.meta.url))}`];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
if (process.channel) {
  process.on('disconnect', stop);
  process.channel.unref();
}

const { clock, selection } = read(process.argv.slice(2));
if (clock) wellFormed(clock);
if (selection.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
const outcome = selection.length === 0 ? await everything(clock) : await selected(selection, clock);
for (const name of outcome.skipped) console.log(`skipped: ${name}`);
const skipped = outcome.skipped.length > 0 ? `, ${outcome.skipped.length} skipped` : '';
console.log(`${outcome.passed} passed, ${outcome.failed} failed${skipped}`);
process.exit(outcome.failed > 0 || outcome.passed + outcome.failed === 0 ? 1 : 0);

/**
 * @typedef {{ passed: number, failed: number, skipped: string[] }} Counts
 *
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
  // Most of what the longest tests do is wait: there is room for the checks beside them.
  const checked = staticChecks(told);
  ensureDebianServers();
  const env = { ...ensureChromium(), ...(shift && clockEnvironment(shift)) };
  const main = await jest(WHOLE, { ...env, FURROW_TEST_FAR_ZONE: '1' });
  const counts = [countsOf(main), ...(shift ? [] : await atFourHours())];
  const named = await verdict('tests that docs/ names have run', async () =>
    main.results ? namedTests(main.results) : 'Jest told no results.',
  )();
  told(named);
  const verdicts = [...(await checked), named];
  const sound = verdicts.filter(({ problem }) => problem === undefined).length;
  return [...counts, { passed: sound, failed: verdicts.length - sound, skipped: [] }].reduce((a, b) => ({
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: [...a.skipped, ...b.skipped],
  }));
}

/** @returns {Promise<Counts[]>} */
async function atFourHours() {
  if (!ensureDebianServers(['faketime']))
    return [{ passed: 0, failed: 0, skipped: HOURS.map((hour) => `what depends on the hour, at ${hour}`) }];
  const counts = [];
  for (const hour of HOURS) {
    console.log(`     as if it were ${hour}`);
    counts.push(countsOf(await jest([...HOUR_SENSITIVE, ...WHOLE], clockEnvironment(hour))));
  }
  return counts;
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
 * @returns {{ clock: string | undefined, selection: string[] }}
 */
function read(args) {
  const at = args.indexOf('--clock');
  if (at < 0) return { clock: process.env.FURROW_TEST_CLOCK || undefined, selection: args };
  const [, shift = ''] = args.splice(at, 2);
  return { clock: shift, selection: args };
}

/** @param {string} shift */
function wellFormed(shift) {
  try {
    secondsOf(shift);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(2);
  }
}

/** @param {import('./testing/static-checks.mjs').Verdict} verdict */
function told({ title, problem, seconds }) {
  const line = `${problem === undefined ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)`;
  console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${line}${problem ? `\n${problem}` : ''}`);
}

function stop() {
  killChildren();
  process.exit(130);
}
