// Runs a command of this workspace on a bare clone: installs and builds what is missing, then hands over to a built
// program or to tools/dev/<command>.mjs under the Node.js that the lockfile pins. Builtins only, Node.js 20 and later.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt, isUpToDate } from './bootstrap/build.mjs';
import { install, isInstalled } from './bootstrap/install.mjs';
import { withProgress } from './bootstrap/progress.mjs';
import { takeLock } from './process/lock.mjs';

/** @type {Readonly<Record<string, string>>} */
const BUILT = {
  furrow: 'tools/furrow/bundle/main.js',
  simulate: 'tools/simulate/bundle/main.js',
  bench: 'tools/bench/dist/main.js',
  chaos: 'tools/chaos/dist/main.js',
  security: 'tools/security/dist/main.js',
};
const COMMANDS = ['start', 'test', ...Object.keys(BUILT), 'openapi', 'pack', 'new-context'];
/** These need no package of a test or a check. */
const PROGRAMS = ['start', 'furrow', 'simulate'];
const FORWARDED = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const [command = '', ...args] = process.argv.slice(2);

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {NodeJS.Signals | undefined} */
let stopping;

// Progress goes to stderr, because programs read the stdout of the operator's command line.
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

for (const signal of FORWARDED) process.on(signal, () => stop(signal));
stopWithNpm();
process.exitCode = await main().catch((error) => {
  if (!stopping) say(error.message);
  return stopping ? 128 + constants.signals[stopping] : 1;
});

async function main() {
  if (!COMMANDS.includes(command))
    throw new Error(`Usage: node tools/dev/bootstrap.mjs ${COMMANDS.join('|')} [...]`);
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    throw new Error(`Furrow needs Node.js 20 or later to install itself; this is ${process.version}.`);
  await prepare();
  const node = pinnedNode(major);
  const built = BUILT[command];
  const home = { FURROW_HOME: resolve(root, process.env.FURROW_HOME || '.furrow') };
  const { code, signal } = await run(node, [join(root, built ?? `tools/dev/${command}.mjs`), ...args], {
    // npm changes into the workspace; relative paths on the operator's command line refer to the operator's folder.
    cwd: (command === 'furrow' && process.env.INIT_CWD) || root,
    env: { ...childEnvironment(), ...(built !== undefined && home) },
    // The IPC channel tells start and test that this process died, even by SIGKILL.
    stdio: ['start', 'test'].includes(command) ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
  return code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
}

/**
 * Installs and builds under a lock, because two concurrent commands in a fresh clone would overwrite each other's
 * files.
 */
async function prepare() {
  const lock = await takeLock(`workspace ${root}`, `npm run ${command}`, (holder) =>
    say(`Waiting for ${holder.what} (process ${holder.pid}) to finish installing and building …`),
  );
  try {
    const extent = PROGRAMS.includes(command) ? 'programs' : 'everything';
    if (!isInstalled(root, extent))
      await withProgress('Installing dependencies', (progress) => install(root, extent, run, progress));
    // What a build reads must be installed; where everything is, Nx builds what has changed.
    const buildable = isInstalled(root, 'everything') ? 'everything' : 'programs';
    // The operator's command line must answer at once, so it uses a finished build without checking whether it is
    // current.
    if (!isBuilt(root, extent))
      await withProgress('Building', (progress) => build(root, buildable, childEnvironment(), run, progress));
    else if (command !== 'furrow' && !isUpToDate(root, extent))
      await build(root, buildable, childEnvironment(), run);
  } finally {
    await lock.release();
  }
}

/** @param {number} systemMajor */
function pinnedNode(systemMajor) {
  const pinned = join(root, 'node_modules/.bin/node');
  if (existsSync(pinned)) return pinned;
  if (systemMajor >= 24) return process.execPath;
  throw new Error(
    `Furrow runs on Node.js 24. The registry has none for ${process.platform}-${process.arch} in the lockfile, ` +
      `and this one is ${process.version}: install Node.js 24 or later and try again.`,
  );
}

function childEnvironment() {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
  // npm's variables describe npm's own Node.js and would lead tools back to it.
  for (const name of Object.keys(env)) if (/^npm_|^NODE$/i.test(name)) delete env[name];
  return env;
}

/**
 * Runs a child to its end and forwards signals to it.
 *
 * @type {import('./bootstrap/install.mjs').Run}
 */
function run(program, programArgs, options, heard = () => {}) {
  if (stopping) return Promise.reject(new Error(`Stopped by ${stopping}.`));
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArgs, options);
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        heard(output);
      });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, output });
    });
  });
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  stopping = signal;
  for (const child of running) child.kill(signal);
}

/** When npm, our parent, is killed outright, nothing forwards a Ctrl-C any more. */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 1000);
  watch.unref();
}
