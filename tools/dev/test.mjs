// `npm test`: format, lint, types, layers, single copies, then every test; the last line is `N passed, N failed`.
import { ensureDebianServers } from './testing/debian-servers.mjs';
import { count, jest } from './testing/jest.mjs';
import { staticChecks } from './testing/static-checks.mjs';
import { killChildren } from './testing/children.mjs';

const HELP = `npm test                      everything
npm test -- PATH [-t NAME]    only the tests whose path contains PATH (and whose name contains NAME); Jest's options

  PostgreSQL is the one in DATABASE_URL (a superuser's), else a container where Docker answers, else embedded.`;

/** Far from UTC, with daylight saving and a quarter of an hour: what leans on the machine's zone shows itself. */
const FAR_ZONE = 'Pacific/Chatham';

const selection = process.argv.slice(2);
if (selection.includes('--help')) {
  console.log(HELP);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
if (process.channel) {
  process.on('disconnect', stop);
  process.channel.unref();
}

const tally = { passed: 0, failed: 0 };
let tests = 0;

if (selection.length === 0) {
  for (const { title, problem, seconds } of await staticChecks()) {
    if (problem === undefined) tally.passed++;
    else tally.failed++;
    console.log(
      `${problem === undefined ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)${problem ? `\n${problem}` : ''}`,
    );
  }
}
if (selection.length === 0 || selection.some((path) => path.includes('iot-gateway'))) ensureDebianServers();
await run('tests', 'UTC', selection);
if (selection.length === 0) {
  await run(`tests under ${FAR_ZONE}`, FAR_ZONE, ['--selectProjects', 'unit', 'integration']);
}

console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exit(tally.failed > 0 || tests === 0 ? 1 : 0);

/**
 * @param {string} title
 * @param {string} timeZone
 * @param {string[]} args
 */
async function run(title, timeZone, args) {
  console.log(`     ${title} …`);
  const { passed, failed } = count(await jest(timeZone, args));
  tests += passed + failed;
  tally.passed += passed;
  tally.failed += failed;
  console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${title}: ${passed} passed, ${failed} failed`);
}

function stop() {
  killChildren();
  process.exit(130);
}
