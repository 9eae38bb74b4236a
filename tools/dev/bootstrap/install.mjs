import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, output: string }} Outcome
 * @typedef {(program: string, args: string[], options: import('node:child_process').SpawnOptions, heard?: (output: string) => void) => Promise<Outcome>} Run
 */

export const PNPM = 'pnpm@12.21.0';

/**
 * What is installed and built: the programs of `npm start`, whose packages are the `dependencies` of every package.json,
 * or everything, with the `devDependencies` of tests, checks and tools.
 *
 * @typedef {'programs' | 'everything'} Extent
 */

// Absent during an install and after a failed one: pnpm records its lockfile before it runs install scripts.
const STAMP = 'node_modules/.furrow-installed';

/**
 * @param {string} root
 * @param {Extent} extent
 */
export function isInstalled(root, extent) {
  const stamp = read(join(root, STAMP));
  return stamp === stampOf(root, 'everything') || (extent === 'programs' && stamp === stampOf(root, extent));
}

/**
 * Installs exactly what the lockfile pins. Where everything is installed, everything stays installed.
 *
 * @param {string} root
 * @param {Extent} wanted
 * @param {Run} run
 * @param {(progress: string) => void} [progress]
 */
export async function install(root, wanted, run, progress) {
  const extent = read(join(root, STAMP))?.startsWith('everything') ? 'everything' : wanted;
  rmSync(join(root, STAMP), { force: true });
  const { code, output } = await run(
    'npx',
    [
      ...['--yes', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only'],
      // The lockfile has a hash of every package. pnpm would first ask the registry how old each of them is.
      '--trust-lockfile',
      ...(extent === 'programs' ? ['--prod'] : []),
    ],
    { cwd: root, env: installEnvironment(root), stdio: ['ignore', 'pipe', 'pipe'] },
    (soFar) => progress?.(soFar.match(/(?<=Progress: )resolved.*(?=\n)/g)?.at(-1) ?? ''),
  );
  if (code !== 0) throw new Error(`${output.trim()}\nInstalling the dependencies failed (${PNPM} install).`);
  writeFileSync(join(root, STAMP), stampOf(root, extent));
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

/**
 * Differs when the lockfile was changed since, or when somebody ran pnpm since.
 *
 * @param {string} root
 * @param {Extent} extent
 */
function stampOf(root, extent) {
  const files = ['pnpm-lock.yaml', 'node_modules/.pnpm/lock.yaml'].map(
    (name) => read(join(root, name)) ?? '',
  );
  return [extent, ...files.map((text) => createHash('sha256').update(text).digest('hex'))].join(' ');
}

/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
