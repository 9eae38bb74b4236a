import { spawn, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Packages, and a shell command that succeeds where each is installed. */
const PACKAGES = new Map([
  ['redis-server', 'command -v redis-server'],
  ['mosquitto', 'command -v mosquitto'],
  ['mosquitto-clients', 'command -v mosquitto_pub'],
  ['nginx-light', 'command -v nginx'],
  ['postgresql', 'command -v pg_ctlcluster'], // postgresql-client provides pg_restore, but no server
  ['faketime', 'command -v faketime'],
  ['jq', 'command -v jq'],
  ['poppler-utils', 'command -v pdftoppm'],
  ['zbar-tools', 'command -v zbarimg'],
  ['python3-paho-mqtt', "/usr/bin/python3 -c 'import paho.mqtt.client'"],
]);
const CHROMIUM = 'chromium-headless-shell';
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
/** Keeps apt from starting the servers, which the tests start themselves. */
const ENVIRONMENT = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
/** Several test processes may install at once. */
const LOCK = '/tmp/furrow-apt-get.lock';
const ONE_AT_A_TIME = [LOCK, 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
const INSTALL = ['install', '-y', '--no-install-recommends'];

/**
 * Tests of several gateways, an external broker, the proxy in front of them, a backup and a shifted clock use a real
 * Redis, Mosquitto, nginx, pg_dump and libfaketime, device clients in Python and the shell, jq for the README's tour, and a
 * renderer of PDF and a reader of QR codes for printed badges. Installs those that are
 * missing, if permitted; otherwise these tests are skipped, and the run lists their names.
 *
 * @param {string[]} [packages] those that the tests in question need
 * @returns {boolean} whether all of them are installed
 */
export function ensureDebianServers(packages = [...PACKAGES.keys()]) {
  const missing = packages.filter((name) => !works(PACKAGES.get(name) ?? `command -v ${name}`));
  const areHere =
    missing.length === 0 ||
    (mayInstall() &&
      succeeds('flock', [...ONE_AT_A_TIME, 'update']) &&
      succeeds('flock', [...ONE_AT_A_TIME, ...INSTALL, ...missing]));
  if (!areHere)
    console.warn(
      `     without ${missing.join(' and ')}: the tests that need them are skipped (apt-get install them)`,
    );
  return areHere;
}

/**
 * The console and the API reference are tested in a real Chromium. Where its shell is missing and may be installed, its
 * large download runs beside the tests, and the tests that need it wait. A desktop's Chromium does as well.
 *
 * @returns {NodeJS.ProcessEnv} variables that make the test wait
 */
export function ensureChromium() {
  if (works(`command -v ${CHROMIUM}`)) return {};
  const isOffered = () => succeeds('apt-get', ['install', '-s', CHROMIUM]);
  const update = () => succeeds('flock', [...ONE_AT_A_TIME, 'update']);
  if (mayInstall() && (isOffered() || (update() && isOffered()))) {
    const install = [...ONE_AT_A_TIME, ...INSTALL, CHROMIUM];
    spawn('flock', install, { env: ENVIRONMENT, stdio: 'ignore', detached: true }).unref();
    return { FURROW_TEST_CHROMIUM: LOCK };
  }
  if (!works('command -v chromium'))
    console.warn(`     without chromium: the tests that need it are skipped (apt-get install ${CHROMIUM})`);
  return {};
}

const mayInstall = () => process.getuid?.() === 0 && works('command -v apt-get && command -v flock');

/** @param {string} command */
const works = (command) => succeeds('sh', ['-c', command]);

/**
 * @param {string} program
 * @param {string[]} args
 */
function succeeds(program, args) {
  return spawnSync(program, args, { env: ENVIRONMENT, stdio: 'ignore' }).status === 0;
}

// tools/testbed/src/servers/debian-program.ts runs this file for the packages that one test needs.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = ensureDebianServers(process.argv.slice(2)) ? 0 : 1;
