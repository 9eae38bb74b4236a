// Builds the package in the current folder: src → dist, by swc, or by Vite what runs in browsers. Called by `nx run-many -t build`.
// The new dist is made aside and swapped in whole: nobody loads half a build, and no file of a deleted source stays.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const next = 'node_modules/.dist-next';
const previous = 'node_modules/.dist-previous';

if (!existsSync('src')) process.exit(0);
for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true });
mkdirSync(next, { recursive: true });
if (existsSync('vite.config.ts')) {
  // Texts that the catalogs do not have yet; those without a translation fail Vite itself.
  run('node_modules/.bin/lingui', ['check', 'sync', '--workers', '1']);
  run('node_modules/.bin/vite', ['build', '--outDir', resolve(next), '--logLevel', 'error']);
} else {
  run(workspace('swc'), [
    ...['src', '-d', next, '--strip-leading-paths', '--quiet'],
    ...['--config-file', fileURLToPath(new URL('.swcrc', root))],
    ...['--ignore', '**/*.spec.ts', '--ignore', '**/*.int-spec.ts'],
  ]);
}
// What is published as it stands brings its types along.
if (existsSync('tsconfig.types.json')) run(workspace('tsc'), ['-p', 'tsconfig.types.json', '--outDir', next]);
if (existsSync('dist')) renameSync('dist', previous);
renameSync(next, 'dist');
rmSync(previous, { recursive: true, force: true });

/** @param {string} program */
function workspace(program) {
  return fileURLToPath(new URL(`node_modules/.bin/${program}`, root));
}

/**
 * @param {string} path of a program
 * @param {string[]} args
 */
function run(path, args) {
  const { status, error } = spawnSync(path, args, { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(1);
}
