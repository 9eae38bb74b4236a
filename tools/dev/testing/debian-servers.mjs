import { spawnSync } from 'node:child_process';

const SERVERS = ['redis-server', 'mosquitto'];
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/**
 * Several gateways, and an external broker, are tested with a real Redis and a real Mosquitto. Where this machine lacks
 * them and we may, they are installed; where we may not, those tests are skipped.
 */
export function ensureDebianServers() {
  const missing = SERVERS.filter((server) => !succeeds('sh', ['-c', `command -v ${server}`]));
  if (missing.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && succeeds('sh', ['-c', 'command -v apt-get']);
  // Their tests start them; the system is not to.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const installed =
    mayInstall &&
    succeeds('apt-get', ['update', '-qq'], env) &&
    succeeds('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], env);
  if (!installed)
    console.warn(
      `     without ${missing.join(' and ')}: the tests that need them are skipped (apt-get install them)`,
    );
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
function succeeds(program, args, env = {}) {
  return spawnSync(program, args, { env: { ...process.env, PATH, ...env }, stdio: 'ignore' }).status === 0;
}
