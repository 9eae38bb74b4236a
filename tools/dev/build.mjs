// Builds the package in the current folder: src → dist, by swc. Called by `nx run-many -t build`.
// The new dist is made aside and swapped in whole: nobody loads half a build, and no file of a deleted source stays.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const next = 'node_modules/.dist-next';
const previous = 'node_modules/.dist-previous';

if (!existsSync('src')) process.exit(0);
for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true });
mkdirSync(next, { recursive: true });
run('swc', [
  ...['src', '-d', next, '--strip-leading-paths', '--quiet'],
  ...['--config-file', fileURLToPath(new URL('.swcrc', root))],
  ...['--ignore', '**/*.spec.ts', '--ignore', '**/*.int-spec.ts'],
]);
// What is published as it stands brings its types along.
if (existsSync('tsconfig.types.json')) run('tsc', ['-p', 'tsconfig.types.json', '--outDir', next]);
if (existsSync('dist')) renameSync('dist', previous);
renameSync(next, 'dist');
rmSync(previous, { recursive: true, force: true });

/**
 * @param {string} program of this workspace
 * @param {string[]} args
 */
function run(program, args) {
  const path = fileURLToPath(new URL(`node_modules/.bin/${program}`, root));
  const { status, error } = spawnSync(path, args, { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(1);
}
