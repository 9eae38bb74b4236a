import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';

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
    INPUTS_OF_ALL.every((name) => isOld(join(root, name))) &&
    packagesIn(root).every(
      (dir) => isWhole(dir, extent) && INPUTS_OF_ONE.every((name) => isOld(join(dir, name))),
    )
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
 * Runs the commands of the same targets, as many at once as there are processors, without Nx, which is installed with
 * the tests. After one that failed those that run are waited for, because the next build must not write the same files
 * beside them.
 *
 * @type {typeof buildEverything}
 */
async function buildPrograms(root, env, run, progress) {
  const waiting = packagesIn(root)
    .map((dir) => ({ dir, command: commandFor(dir) }))
    .filter(({ command }) => command !== undefined);
  let built = 0;
  const buildNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { dir, command = [] } = next;
      const { code, output } = await run('node', command, {
        cwd: dir,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      if (code !== 0) {
        waiting.length = 0;
        throw new Error(`${output.trim()}\nBuilding ${basename(dir)} failed.`);
      }
      progress?.(`built ${++built}`);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: availableParallelism() }, buildNext));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw /** @type {PromiseRejectedResult} */ (failed).reason;
}

/**
 * What makes a package runnable: a bundle of a program, a build for browsers.
 *
 * @param {string} dir
 */
function commandFor(dir) {
  const script = (/** @type {string} */ name) => join(dir, '../../tools/dev', name);
  if (existsSync(join(dir, 'vite.config.ts'))) return [script('build.mjs')];
  const entries = targetsOf(dir).bundle?.options?.args;
  return entries === undefined ? undefined : [script('bundle.mjs'), ...entries.split(' ')];
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
 * Whether a package has the outputs of a build.
 *
 * @param {string} dir
 * @param {Extent} extent
 */
function isWhole(dir, extent) {
  const needsDist = extent === 'everything' || existsSync(join(dir, 'vite.config.ts'));
  const needsBundle = targetsOf(dir).bundle !== undefined;
  return (!needsDist || existsSync(join(dir, 'dist'))) && (!needsBundle || existsSync(join(dir, 'bundle')));
}

/**
 * @param {string} dir
 * @returns {{ bundle?: { options?: { args?: string } } }}
 */
function targetsOf(dir) {
  return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')).nx?.targets ?? {};
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
