import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Absent during a build and after a failed one. Its mtime is when the build began, by the clock of the file system.
const STAMP = 'node_modules/.furrow-built';
const NEXT_STAMP = 'node_modules/.furrow-building';
/** The inputs that nx.json names for every package. */
const INPUTS_OF_ALL = [
  '.swcrc',
  'nx.json',
  'pnpm-lock.yaml',
  'tools/dev/build.mjs',
  'tools/dev/bundle.mjs',
  'tools/dev/bundle',
];
const INPUTS_OF_ONE = ['package.json', 'tsconfig.types.json', 'vite.config.ts', 'lingui.config.ts', 'src'];

/** @param {string} root */
export function isBuilt(root) {
  return existsSync(join(root, STAMP)) && existsSync(join(root, 'tools/furrow/bundle/main.js'));
}

/**
 * Whether nothing that the last build read has changed since. Saves a second of Nx when nothing has changed.
 *
 * @param {string} root
 */
export function isUpToDate(root) {
  if (!isBuilt(root)) return false;
  const began = statSync(join(root, STAMP)).mtimeMs;
  const isOld = (/** @type {string} */ path) => isUnchangedSince(path, began);
  return (
    INPUTS_OF_ALL.every((name) => isOld(join(root, name))) &&
    packagesIn(root).every((dir) => isWhole(dir) && INPUTS_OF_ONE.every((name) => isOld(join(dir, name))))
  );
}

/**
 * Builds every package whose sources changed since its last build.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./install.mjs').Run} run
 * @param {(progress: string) => void} [progress]
 */
export async function build(root, env, run, progress) {
  rmSync(join(root, STAMP), { force: true });
  writeFileSync(join(root, NEXT_STAMP), '');
  const { code, output } = await run(
    join(root, 'node_modules/.bin/nx'),
    ['run-many', '-t', 'build', 'bundle', '--outputStyle=static'],
    {
      cwd: root,
      env: { ...env, NX_TUI: 'false', NX_DAEMON: 'false', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
    (soFar) => progress?.(`built ${soFar.match(/nx run \S+:(?:build|bundle)/g)?.length ?? 0}`),
  );
  if (code !== 0) throw new Error(`${output.trim()}\nThe build failed.`);
  renameSync(join(root, NEXT_STAMP), join(root, STAMP));
}

/**
 * The folders of packages that are built.
 *
 * @param {string} root
 */
function packagesIn(root) {
  return ['apps', 'libs', 'tools'].flatMap((area) =>
    readdirSync(join(root, area))
      .map((name) => join(root, area, name))
      .filter((dir) => existsSync(join(dir, 'package.json')) && existsSync(join(dir, 'src'))),
  );
}

/**
 * Whether a package has the outputs that Nx was asked for.
 *
 * @param {string} dir
 */
function isWhole(dir) {
  const { nx } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const isProgram = nx?.targets?.bundle !== undefined;
  return existsSync(join(dir, 'dist')) && (!isProgram || existsSync(join(dir, 'bundle')));
}

/**
 * Compares ctime, which neither copying nor a checkout sets back; that of a folder covers files that were added,
 * renamed or deleted.
 *
 * @param {string} path
 * @param {number} time
 * @returns {boolean} true for missing files
 */
function isUnchangedSince(path, time) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  if (found.ctimeMs >= time) return false;
  return !found.isDirectory() || readdirSync(path).every((name) => isUnchangedSince(join(path, name), time));
}
