// Bundles the program in the current folder: what `build` compiled into dist, with the libraries it uses, goes into a few
// files in bundle/, so that starting it does not mean finding and reading three thousand. Called by `nx run-many -t bundle`
// with the names of the program's entries.
//
// What package.json has under "dependencies" stays outside: native code, and what reads files that lie beside it.
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { licensesOf } from './bundle/licenses.mjs';

const next = 'node_modules/.bundle-next';
const previous = 'node_modules/.bundle-previous';

/** What libraries look for and do without. */
const OPTIONAL = [
  ...['@nestjs/microservices', '@nestjs/websockets', '@fastify/static'],
  ...['pg-native', 'bufferutil', 'utf-8-validate'],
];

const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const entries = process.argv.slice(2);

rmSync(next, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, `dist/${name}.js`])),
  platform: 'node',
  external: [...Object.keys(dependencies), ...OPTIONAL].map((name) => new RegExp(`^${name}(?:/|$)`)),
  plugins: [sourcesOfOurs(), noMapsOfOthers(), licenses()],
  onLog: refuseUnresolved,
});
await bundle.write({
  dir: next,
  chunkFileNames: '[name]-[hash].js',
  // Errors, migrations and Nest's providers are known by the names of their classes.
  keepNames: true,
  // Modules run in the order in which they would without a bundle: decorators need reflect-metadata before them.
  strictExecutionOrder: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
  // They are told from where this is written; bundle/ lies one folder higher.
  sourcemapPathTransform: (source) => source.replace(/^\.\.[\\/]/, ''),
});
await bundle.close();
rmSync(previous, { recursive: true, force: true });
if (existsSync('bundle')) renameSync('bundle', previous);
renameSync(next, 'bundle');
rmSync(previous, { recursive: true, force: true });

/**
 * Leads stack traces back to our TypeScript.
 *
 * @returns {import('rolldown').Plugin}
 */
function sourcesOfOurs() {
  return {
    name: 'sources-of-ours',
    load: {
      filter: { id: /[\\/](?:apps|libs|tools)[\\/][^\\/]+[\\/]dist[\\/].*\.js$/ },
      handler(id) {
        const map = JSON.parse(readFileSync(`${id}.map`, 'utf8'));
        // As compiled, it is told from where the compiler wrote before dist was swapped in.
        const source = id.replace(/([\\/])dist([\\/].*)\.js$/, '$1src$2.ts');
        return { code: readFileSync(id, 'utf8'), map: { ...map, sources: [source] } };
      },
    },
  };
}

/**
 * A tenth of the map is enough: the names of their functions stand in a stack trace as they are.
 *
 * @returns {import('rolldown').Plugin}
 */
function noMapsOfOthers() {
  return {
    name: 'no-maps-of-others',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]/ },
      handler: (code) => ({ code, map: { version: 3, mappings: '', sources: [], names: [] } }),
    },
  };
}

/** @returns {import('rolldown').Plugin} */
function licenses() {
  return {
    name: 'licenses',
    generateBundle(_, files) {
      const modules = Object.values(files).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: licensesOf(modules) });
    },
  };
}

/**
 * What cannot be found now is missing when the program runs, and then in the middle of something.
 *
 * @type {NonNullable<import('rolldown').InputOptions['onLog']>}
 */
function refuseUnresolved(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log);
}
