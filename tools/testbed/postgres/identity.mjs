import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * @typedef {{ uid: number, gid: number }} Account
 *
 * The account that runs PostgreSQL. PostgreSQL refuses root, so root runs it as an unprivileged account.
 *
 * @typedef {object} Identity
 * @property {Account} [account] the owner of its files; absent: the current user
 * @property {string[]} wrapper a program and its arguments to put before PostgreSQL's own
 * @property {Account | {}} spawnAs options for `spawn`
 */

/**
 * @param {object} places
 * @param {string} places.home this program's folder, whose mode may be widened to let the account pass
 * @param {string} places.data the data directory inside it, which need not exist yet
 * @param {string} places.program a PostgreSQL program
 * @returns {Identity}
 */
export function postgresIdentity({ home, data, program }) {
  if (process.getuid?.() !== 0) return { wrapper: [], spawnAs: {} };
  const { uid, gid } = existsSync(data) ? statSync(data) : unprivilegedAccount();
  const account = { uid, gid };
  if (!mayEnter(home, account)) chmodSync(home, statSync(home).mode | 0o111);
  const closed = [...ancestors(home), ...ancestors(program)].find((folder) => !mayEnter(folder, account));
  if (closed === undefined) return { account, wrapper: [], spawnAs: account };

  // The clone may lie under /root, for example. Instead of opening that folder to everyone, only this program is let
  // through.
  const wrapper = [
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--securebits=+no_setuid_fixup'],
    ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
  ];
  const probe = spawnSync('setpriv', [...wrapper.slice(1), program, '--version'], { stdio: 'ignore' });
  if (probe.status === 0) return { account, wrapper, spawnAs: {} };
  throw new Error(
    `PostgreSQL does not run as root, and the account that it uses instead (uid ${uid}) may not enter ${closed}. ` +
      `Allow that (chmod o+x ${closed}), move the project and FURROW_HOME elsewhere, start as an ordinary user, ` +
      `or set DATABASE_URL to a server.`,
  );
}

/** @returns {Account} */
function unprivilegedAccount() {
  const accounts = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (account && account.uid > 0) return account;
  throw new Error(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as: ' +
      'start as an ordinary user, or set DATABASE_URL to a server.',
  );
}

/** @param {string} path */
function ancestors(path) {
  const folders = [];
  for (let at = dirname(realpathSync(path)); at !== dirname(at); at = dirname(at)) folders.push(at);
  return folders;
}

/**
 * @param {string} folder
 * @param {Account} account
 */
function mayEnter(folder, { uid, gid }) {
  const { mode, uid: owner, gid: group } = statSync(folder);
  if (owner === uid) return (mode & 0o100) !== 0;
  if (group === gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}
