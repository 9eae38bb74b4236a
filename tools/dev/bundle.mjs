// Bundles the programs: packs the sources of each, together with the libraries it uses, into a few files in its bundle/, so
// that a start does not have to find and read three thousand. Called in the root of the workspace. All programs are one
// graph, because what they share would be read and compiled once for each; each folder has all that its program loads.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { basename, join } from 'node:path';
import { rolldown } from 'rolldown';
import { licensesOf } from './bundle/licenses.mjs';
import { PROGRAMS } from './bundle/programs.mjs';

/** @typedef {import('rolldown').OutputChunk} Chunk */

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

/** Names a chunk, for those of all programs are beside each other. */
const chunkOf = (/** @type {string} */ folder, /** @type {string} */ entry) => `${basename(folder)}-${entry}`;

const programs = Object.entries(PROGRAMS);
const bundle = await rolldown({
  input: Object.fromEntries(
    programs.flatMap(([folder, entries]) =>
      entries.map((entry) => [chunkOf(folder, entry), `${folder}/src/${entry}.ts`]),
    ),
  ),
  platform: 'node',
  external: [...EXTERNAL, ...OPTIONAL].map((name) => new RegExp(`^${name}(?:/|$)`)),
  resolve: { conditionNames: ['@furrow/source', 'node'] },
  plugins: [noMapsOfOthers(), httpWithoutUndici()],
  onLog: refuseUnresolved,
});
const { output } = await bundle.generate({
  // As deep as the folders of the programs, because maps name sources relative to it.
  dir: 'tools/dev/bundle',
  chunkFileNames: '[name]-[hash].js',
  // Errors, migrations and Nest's providers are identified by their class names.
  keepNames: true,
  // Node reads and keeps text of ASCII alone in half the memory.
  charset: 'ascii',
  comments: false,
  // Keeps the order in which modules run without a bundle: decorators need reflect-metadata before them.
  strictExecutionOrder: true,
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();
const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
for (const [folder, entries] of programs) write(folder, entries);

/**
 * Writes the new bundle beside the one in use and swaps it in as a whole.
 *
 * @param {string} folder of a program
 * @param {readonly string[]} entries
 */
function write(folder, entries) {
  const next = join(folder, 'node_modules/.bundle-next');
  const previous = join(folder, 'node_modules/.bundle-previous');
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  for (const entry of entries)
    writeFileSync(join(next, `${entry}.js`), `export * from './${chunkOf(folder, entry)}.js';\n`);
  const loaded = loadedBy(entries.map((entry) => `${chunkOf(folder, entry)}.js`));
  for (const { fileName, code, map } of loaded) {
    writeFileSync(join(next, fileName), code);
    if (map) writeFileSync(join(next, `${fileName}.map`), map.toString());
  }
  writeFileSync(join(next, 'licenses.txt'), licensesOf(loaded.flatMap(({ moduleIds }) => moduleIds)));
  const current = join(folder, 'bundle');
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(current)) renameSync(current, previous);
  renameSync(next, current);
  rmSync(previous, { recursive: true, force: true });
}

/**
 * The chunks that those of the given names load, at once or later, and these themselves.
 *
 * @param {readonly string[]} names
 * @returns {Chunk[]}
 */
function loadedBy(names) {
  const found = new Set(names);
  // A set that grows while it is read is read to its end.
  for (const name of found)
    for (const loaded of chunkNamed(name).imports.concat(chunkNamed(name).dynamicImports))
      if (chunks.has(loaded)) found.add(loaded);
  return [...found].map(chunkNamed);
}

/** @param {string} name */
function chunkNamed(name) {
  const chunk = chunks.get(name);
  if (chunk === undefined) throw new Error(`There is no chunk ${name}.`);
  return chunk;
}

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

/**
 * A module that is not found now would be missing at run time, possibly in the middle of an operation.
 *
 * @type {NonNullable<import('rolldown').InputOptions['onLog']>}
 */
function refuseUnresolved(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
  if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log);
}
