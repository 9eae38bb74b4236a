import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAMS } from '../bundle/programs.mjs';

// Says what was built; absent during a build and after a failed one. Its mtime is when the build began, by the clock of
// the file system.
const STAMP = 'node_modules/.furrow-built';
const NEXT_STAMP = 'node_modules/.furrow-building';
/** The inputs that nx.json names for every package. */
const INPUTS_OF_ALL = [
  '.swcrc',
  'tsconfig.json',
  'nx.json',
  'pnpm-lock.yaml',
  'tools/dev/build.mjs',
  'tools/dev/bundle.mjs',
  'tools/dev/bundle',
];
const INPUTS_OF_ONE = ['package.json', 'tsconfig.types.json', 'vite.config.ts', 'lingui.config.ts', 'src'];

/** @typedef {import('./install.mjs').Extent} Extent */

/**
 * @param {string} root
 * @param {Extent} extent
 */
export function isBuilt(root, extent) {
  const stamp = join(root, STAMP);
  const built = existsSync(stamp) && readFileSync(stamp, 'utf8');
  return (
    (built === 'everything' || built === extent) && existsSync(join(root, 'tools/furrow/bundle/main.js'))
  );
}

/**
 * Whether nothing that the last build read has changed since. Saves a second of Nx when nothing has changed.
 *
 * @param {string} root
 * @param {Extent} extent
 */
export function isUpToDate(root, extent) {
  if (!isBuilt(root, extent)) return false;
  const began = statSync(join(root, STAMP)).mtimeMs;
  const isOld = (/** @type {string} */ path) => isUnchangedSince(path, began);
  return (
    isWhole(root, extent) &&
    INPUTS_OF_ALL.every((name) => isOld(join(root, name))) &&
    packagesIn(root).every((dir) => INPUTS_OF_ONE.every((name) => isOld(join(dir, name))))
  );
}

/**
 * Builds every package whose sources changed since its last build, or, where only the programs are installed, all of
 * these.
 *
 * @param {string} root
 * @param {Extent} extent
 * @param {NodeJS.ProcessEnv} env
 * @param {import('./install.mjs').Run} run
 * @param {(progress: string) => void} [progress]
 */
export async function build(root, extent, env, run, progress) {
  rmSync(join(root, STAMP), { force: true });
  writeFileSync(join(root, NEXT_STAMP), extent);
  await (extent === 'programs'
    ? buildPrograms(root, env, run, progress)
    : buildEverything(root, env, run, progress));
  renameSync(join(root, NEXT_STAMP), join(root, STAMP));
}

/** @type {(...args: [string, NodeJS.ProcessEnv, import('./install.mjs').Run, ((progress: string) => void)?]) => Promise<void>} */
async function buildEverything(root, env, run, progress) {
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
}

/**
 * Runs the commands of the same targets side by side, without Nx, which is installed with the tests. After one that
 * failed the others are waited for, because the next build must not write the same files beside them.
 *
 * @type {typeof buildEverything}
 */
async function buildPrograms(root, env, run, progress) {
  const script = (/** @type {string} */ name) => join(root, 'tools/dev', name);
  const commands = [
    { cwd: root, command: script('bundle.mjs') },
    ...packagesIn(root)
      .filter(isForBrowsers)
      .map((cwd) => ({ cwd, command: script('build.mjs') })),
  ];
  let built = 0;
  const ended = await Promise.allSettled(
    commands.map(async ({ cwd, command }) => {
      const { code, output } = await run('node', [command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
      if (code !== 0) throw new Error(`${output.trim()}\nThe build failed (${command} in ${cwd}).`);
      progress?.(`built ${++built}`);
    }),
  );
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw /** @type {PromiseRejectedResult} */ (failed).reason;
}

const isForBrowsers = (/** @type {string} */ dir) => existsSync(join(dir, 'vite.config.ts'));

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
 * Whether the programs and the packages have the outputs of a build.
 *
 * @param {string} root
 * @param {Extent} extent
 */
function isWhole(root, extent) {
  return (
    Object.keys(PROGRAMS).every((program) => existsSync(join(root, program, 'bundle'))) &&
    packagesIn(root).every(
      (dir) => (extent === 'programs' && !isForBrowsers(dir)) || existsSync(join(dir, 'dist')),
    )
  );
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
