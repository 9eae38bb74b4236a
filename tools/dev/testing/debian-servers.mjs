import { spawn, spawnSync } from 'node:child_process';

/** A program of each, and the package that brings it. */
const SERVERS = new Map([
  ['redis-server', 'redis-server'],
  ['mosquitto', 'mosquitto'],
  ['nginx', 'nginx-light'],
  ['pg_restore', 'postgresql'],
]);
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
/** What is installed is for the tests to start, not for the system. */
const ENVIRONMENT = { ...process.env, PATH, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
const INSTALL = ['install', '-y', '-qq', '--no-install-recommends'];

/**
 * Several gateways, an external broker, the proxy before them and a backup are tested with a real Redis, Mosquitto, nginx
 * and pg_dump. Where this machine lacks them and we may, they are installed; where we may not, those tests are skipped.
 */
export function ensureDebianServers() {
  const missing = [...SERVERS].flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));
  if (missing.length === 0) return;
  if (
    !mayInstall() ||
    !succeeds('apt-get', ['update', '-qq']) ||
    !succeeds('apt-get', [...INSTALL, ...missing])
  )
    console.warn(
      `     without ${missing.join(' and ')}: the tests that need them are skipped (apt-get install them)`,
    );
}

/**
 * The reference of the API is looked at in a real Chromium. It is large: where it is missing and may be installed, that
 * goes on while the tests run, and the one that needs it waits.
 *
 * @returns {NodeJS.ProcessEnv} what tells it to
 */
export function ensureChromium() {
  if (isInstalled('chromium')) return {};
  const isOffered = () => succeeds('apt-get', ['install', '-s', 'chromium']);
  if (mayInstall() && (isOffered() || (succeeds('apt-get', ['update', '-qq']) && isOffered()))) {
    spawn('apt-get', [...INSTALL, 'chromium'], { env: ENVIRONMENT, stdio: 'ignore', detached: true }).unref();
    return { FURROW_TEST_CHROMIUM: 'coming' };
  }
  console.warn('     without chromium: the test that needs it is skipped (apt-get install chromium)');
  return {};
}

const mayInstall = () => process.getuid?.() === 0 && isInstalled('apt-get');

/** @param {string} program */
const isInstalled = (program) => succeeds('sh', ['-c', `command -v ${program}`]);

/**
 * @param {string} program
 * @param {string[]} args
 */
function succeeds(program, args) {
  return spawnSync(program, args, { env: ENVIRONMENT, stdio: 'ignore' }).status === 0;
}
