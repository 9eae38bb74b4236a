// `npm test`: format, lint, types, layers, single copies, then every test; the last line is `N passed, N failed`.
import { fileURLToPath } from 'node:url';
import { ensureChromium, ensureDebianServers } from './testing/debian-servers.mjs';
import { count, jest } from './testing/jest.mjs';
import { staticChecks } from './testing/static-checks.mjs';
import { killChildren } from './testing/children.mjs';

const HELP = `npm test                      everything
npm test -- PATH [-t NAME]    only the tests whose path contains PATH (and whose name contains NAME); Jest's options

  PostgreSQL is the one in DATABASE_URL (a superuser's), else a container where Docker answers, else embedded.`;

/** With everything, in a far time zone too; a person gets a line that moves instead of one for every file. */
const WHOLE = [`--reporters=${fileURLToPath(new URL('testing/reporter.mjs', import.meta.url))}`];

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

const all = selection.length === 0;
// Most of what the longest tests do is wait: there is room for the checks beside them.
const checked = all ? staticChecks(told) : [];
if (all || selection.some((path) => /iot-gateway|docker/.test(path))) ensureDebianServers();
const chromium = all || selection.some((path) => path.includes('docs')) ? ensureChromium() : {};
const tests = count(
  await jest(all ? WHOLE : selection, { ...chromium, ...(all && { FURROW_TEST_FAR_ZONE: '1' }) }),
);
const checks = await checked;
const sound = checks.filter(({ problem }) => problem === undefined).length;

const passed = tests.passed + sound;
const failed = tests.failed + checks.length - sound;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || tests.passed + tests.failed === 0 ? 1 : 0);

/** @param {import('./testing/static-checks.mjs').Verdict} verdict */
function told({ title, problem, seconds }) {
  const line = `${problem === undefined ? 'ok  ' : 'FAIL'} ${title} (${seconds} s)`;
  console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${line}${problem ? `\n${problem}` : ''}`);
}

function stop() {
  killChildren();
  process.exit(130);
}
