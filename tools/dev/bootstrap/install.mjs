import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string }} Outcome
 * @typedef {(program: string, args: string[], options: import('node:child_process').SpawnOptions, heard?: (output: string) => void) => Promise<Outcome>} Run
 */

export const PNPM = 'pnpm@12.21.0';

// pnpm records its lockfile before it runs install scripts, so only this stamp says that an install finished.
const STAMP = 'node_modules/.furrow-installed';

/** @param {string} root */
export function isInstalled(root) {
  const wanted = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  return (
    read(join(root, 'node_modules/.pnpm/lock.yaml')) === wanted && read(join(root, STAMP)) === digest(wanted)
  );
}

/**
 * Installs exactly what the lockfile pins.
 *
 * @param {string} root
 * @param {Run} run
 * @param {(progress: string) => void} [progress]
 */
export async function install(root, run, progress) {
  rmSync(join(root, STAMP), { force: true });
  const wanted = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const { code, output } = await run(
    'npx',
    ['--yes', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'],
    { cwd: root, env: installEnvironment(root), stdio: ['ignore', 'pipe', 'pipe'] },
    (soFar) => progress?.(soFar.match(/(?<=Progress: )resolved.*(?=\n)/g)?.at(-1) ?? ''),
  );
  if (code !== 0) throw new Error(`${output.trim()}\nInstalling the dependencies failed (${PNPM} install).`);
  writeFileSync(join(root, STAMP), digest(wanted));
}

/** @param {string} root */
export function installEnvironment(root) {
  // The installation may replace the pinned Node.js, so another one has to run it.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => !entry.startsWith(join(root, 'node_modules')));
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH: path.join(delimiter), CI: 'true' };
  // Under NODE_ENV=production pnpm would leave out the build tools.
  delete env.NODE_ENV;
  return env;
}

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex');

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
