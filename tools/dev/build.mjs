// Builds the package in the current folder from src to dist, with swc, or with Vite for browsers. Called by `nx
// run-many -t build`. Writes the new dist to a temporary folder and swaps it in as a whole, so that nobody loads an
// incomplete build and no output of a deleted source remains.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const next = 'node_modules/.dist-next';
const previous = 'node_modules/.dist-previous';

if (!existsSync('src')) process.exit(0);
for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true });
mkdirSync(next, { recursive: true });
if (existsSync('vite.config.ts')) {
  run('node_modules/.bin/vite', ['build', '--outDir', resolve(next), '--logLevel', 'error']);
} else {
  await compile();
}
// A package that is published as it is includes its types.
if (existsSync('tsconfig.types.json')) run(workspace('tsc'), ['-p', 'tsconfig.types.json', '--outDir', next]);
if (existsSync('dist')) renameSync('dist', previous);
renameSync(next, 'dist');
rmSync(previous, { recursive: true, force: true });

/** Compiles each source by itself. */
async function compile() {
  const { transformFileSync } = await import('@swc/core');
  const configFile = fileURLToPath(new URL('.swcrc', root));
  for (const source of globSync('**/*.ts', { cwd: 'src', exclude: ['**/*.spec.ts', '**/*.int-spec.ts'] })) {
    const compiled = join(next, source.replace(/\.ts$/, '.js'));
    const sourceFileName = relative(dirname(join('dist', source)), join('src', source));
    const { code, map = '' } = transformFileSync(join('src', source), { configFile, sourceFileName });
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, `${code}\n//# sourceMappingURL=${basename(compiled)}.map\n`);
    writeFileSync(`${compiled}.map`, map);
  }
}

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
