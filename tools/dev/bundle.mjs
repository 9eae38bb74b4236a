// Bundles the program in the current folder: packs its sources, together with the libraries it uses, into a few files in
// bundle/, so that a start does not have to find and read three thousand. Called with the names of the program's entries.
import { existsSync, renameSync, rmSync } from 'node:fs';
import http from 'node:http';
import { rolldown } from 'rolldown';
import { licensesOf } from './bundle/licenses.mjs';

const next = 'node_modules/.bundle-next';
const previous = 'node_modules/.bundle-previous';

/** Optional packages that libraries try to load and work without. */
const OPTIONAL = [
  ...['@nestjs/microservices', '@nestjs/websockets', '@fastify/static'],
  ...['pg-native', 'bufferutil', 'utf-8-validate'],
];

/**
 * Stays outside of bundles: native code, and packages that read files beside them. A release of the API contains them
 * (apps/api/external).
 */
const EXTERNAL = ['dejavu-fonts-ttf', 'pdfkit', 'sharp', 'swagger-ui-dist'];
const entries = process.argv.slice(2);

rmSync(next, { recursive: true, force: true });
const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: [...EXTERNAL, ...OPTIONAL].map((name) => new RegExp(`^${name}(?:/|$)`)),
  resolve: { conditionNames: ['@furrow/source', 'node'] },
  plugins: [noMapsOfOthers(), httpWithoutUndici(), licenses()],
  onLog: refuseUnresolved,
});
await bundle.write({
  dir: next,
  chunkFileNames: '[name]-[hash].js',
  // Errors, migrations and Nest's providers are identified by their class names.
  keepNames: true,
  // Keeps the order in which modules run without a bundle: decorators need reflect-metadata before them.
  strictExecutionOrder: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Source paths are relative to where this is written; bundle/ lies one folder higher.
  sourcemapPathTransform: (source) => source.replace(/^\.\.[\\/]/, ''),
});
await bundle.close();
rmSync(previous, { recursive: true, force: true });
if (existsSync('bundle')) renameSync('bundle', previous);
renameSync(next, 'bundle');
rmSync(previous, { recursive: true, force: true });

/**
 * Leaves out the source maps of libraries, nine tenths of the size; stack traces show their function names without
 * them.
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

/**
 * `import` reads every property of a built-in module. Some of `node:http` load undici, a twelfth of a start, so they
 * are left out.
 *
 * @returns {import('rolldown').Plugin}
 */
function httpWithoutUndici() {
  const id = '\0http-without-undici';
  const undici = ['WebSocket', 'CloseEvent', 'MessageEvent'];
  const names = Object.keys(http).filter((name) => !undici.includes(name));
  return {
    name: 'http-without-undici',
    resolveId: {
      filter: { id: /^(?:node:)?http$/ },
      handler: (_, __, { kind }) => (kind === 'import-statement' ? id : undefined),
    },
    load: {
      filter: { id: new RegExp(`^${id}$`) },
      handler: () => `const http = process.getBuiltinModule('node:http');
        export default http;
        export const { ${names.join(', ')} } = http;`,
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
 * A module that is not found now would be missing at run time, possibly in the middle of an operation.
 *
 * @type {NonNullable<import('rolldown').InputOptions['onLog']>}
 */
function refuseUnresolved(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log);
}
