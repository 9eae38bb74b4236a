import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inheritedClock } from '../process/clock.mjs';

/** @typedef {{ superuser: string, owner: string, app: string }} Passwords */

/**
 * Creates the cluster in `dir` (`data/` and `passwords.json`) if there is none. Writes it to a temporary folder and
 * renames that, so that a cluster either exists completely, with its passwords, or not at all.
 *
 * @param {string} dir
 * @param {object} means
 * @param {string} means.initdb the program
 * @param {import('./identity.mjs').Identity} means.identity
 * @param {boolean} means.durable
 * @returns {Promise<Passwords>}
 */
export async function ensureCluster(dir, { initdb, identity, durable }) {
  const existing = await readPasswords(dir);
  if (existing) return existing;
  await removeUnfinished(dir);
  const unfinished = `${dir}.unfinished-${randomBytes(4).toString('hex')}`;
  const passwords = { superuser: secret(), owner: secret(), app: secret() };
  await mkdir(unfinished, { recursive: true });
  await chmod(unfinished, 0o711);
  const data = join(unfinished, 'data');
  const passwordFile = join(unfinished, 'initdb-password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, passwords.superuser, { mode: 0o600 });
  const { account } = identity;
  if (account) for (const path of [data, passwordFile]) await chown(path, account.uid, account.gid);
  await runInitdb(initdb, data, passwordFile, identity, durable);
  await rm(passwordFile);
  await writeFile(join(unfinished, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600 });
  await rm(dir, { recursive: true, force: true });
  await rename(unfinished, dir);
  return passwords;
}

/**
 * @param {string} dir
 * @returns {Promise<Passwords | undefined>}
 */
async function readPasswords(dir) {
  try {
    return JSON.parse(await readFile(join(dir, 'passwords.json'), 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') {
      if (await isEmpty(join(dir, 'data'))) return undefined;
      throw new Error(
        `${dir} holds a database but not its passwords.json: restore that file, or move the folder away to create a new database.`,
      );
    }
    throw error;
  }
}

/** @param {string} dir */
async function isEmpty(dir) {
  return (await readdir(dir).catch(() => [])).length === 0;
}

/**
 * Removes the leftovers of an interrupted start. Its initdb may still be writing; what cannot be removed now is removed
 * by the next start.
 *
 * @param {string} dir
 */
async function removeUnfinished(dir) {
  for (const name of await readdir(dirname(dir))) {
    if (!name.startsWith(`${basename(dir)}.unfinished-`)) continue;
    await rm(join(dirname(dir), name), { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * @param {string} program
 * @param {string} data
 * @param {string} passwordFile
 * @param {import('./identity.mjs').Identity} identity
 * @param {boolean} durable
 */
async function runInitdb(program, data, passwordFile, identity, durable) {
  const args = [
    ...[
      '-D',
      data,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ],
    // Sorts by code point on every machine, and still knows the case of every letter.
    ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
    ...(durable ? [] : ['--no-sync']),
  ];
  const [command = program, ...rest] = [...identity.wrapper, program, ...args];
  const child = spawn(command, rest, {
    cwd: '/',
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity.spawnAs,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${output.trim()}\nThe database could not be created in ${dirname(data)}.`);
}

/** Messages in English; no PG* variables, which would configure the server. */
export function postgresEnvironment() {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', ...inheritedClock() };
}

const secret = () => randomBytes(24).toString('base64url');
