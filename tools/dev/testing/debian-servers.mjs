import { spawn, spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Packages, and what works in a shell where each is there. */
const PACKAGES = new Map([
  ['redis-server', 'command -v redis-server'],
  ['mosquitto', 'command -v mosquitto'],
  ['mosquitto-clients', 'command -v mosquitto_pub'],
  ['nginx-light', 'command -v nginx'],
  ['postgresql', 'command -v pg_ctlcluster'], // the client alone brings pg_restore, but no server
  ['faketime', 'command -v faketime'],
  ['python3-paho-mqtt', "/usr/bin/python3 -c 'import paho.mqtt.client'"],
]);
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
/** What is installed is for the tests to start, not for the system. */
const ENVIRONMENT = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
/** Test processes may want the same at once. */
const ONE_AT_A_TIME = ['/tmp/furrow-apt-get.lock', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
const INSTALL = ['install', '-y', '--no-install-recommends'];

/**
 * Several gateways, an external broker, the proxy before them, a backup and a shifted clock are tested with a real Redis,
 * Mosquitto, nginx, pg_dump and libfaketime, and a device's clients in Python and the shell. Where this machine lacks them
 * and we may, they are installed; where we may not, those tests are skipped, and the run says so by their names.
 *
 * @param {string[]} [packages] those that the tests in question need
 * @returns {boolean} whether all of them are there
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
 * The reference of the API is looked at in a real Chromium. It is large: where it is missing and may be installed, that
 * goes on while the tests run, and the one that needs it waits.
 *
 * @returns {NodeJS.ProcessEnv} what tells it to
 */
export function ensureChromium() {
  if (works('command -v chromium')) return {};
  const isOffered = () => succeeds('apt-get', ['install', '-s', 'chromium']);
  const update = () => succeeds('flock', [...ONE_AT_A_TIME, 'update']);
  if (mayInstall() && (isOffered() || (update() && isOffered()))) {
    const install = [...ONE_AT_A_TIME, ...INSTALL, 'chromium'];
    spawn('flock', install, { env: ENVIRONMENT, stdio: 'ignore', detached: true }).unref();
    return { FURROW_TEST_CHROMIUM: 'coming' };
  }
  console.warn('     without chromium: the test that needs it is skipped (apt-get install chromium)');
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

// A test asks for what it needs: libs/platform/src/testing/servers/debian-program.ts.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = ensureDebianServers(process.argv.slice(2)) ? 0 : 1;
