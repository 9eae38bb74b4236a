// Makes Node.js load specs and their sources itself: TypeScript through swc, workspace packages as sources, and two
// libraries in variants for tests. Loaded modules are shared by all test files of a process.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const swcrc = JSON.parse(readFileSync(new URL('../../../../.swcrc', import.meta.url), 'utf8'));
delete swcrc.$schema;
/** @type {import('@swc/core').Options} */
const options = {
  ...swcrc,
  // Keeps imports of `./x.ts` unchanged.
  jsc: { ...swcrc.jsc, rewriteRelativeImportExtensions: false },
  sourceMaps: 'inline',
  swcrc: false,
  configFile: false,
};

const INSTEAD = new Map([
  ['@jest/globals', new URL('globals.mjs', import.meta.url).href],
  ['fast-check', new URL('../jest/fast-check.mjs', import.meta.url).href],
]);
const NODE_MODULES = '/node_modules/';

// Another registry loads the same modules again, and files of a folder import much alike.
/** @type {Map<string, string>} the code of a file */
const compiled = new Map();
/** @type {Map<string, import('node:module').ResolveFnOutput>} what an import in a folder means */
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const url = INSTEAD.get(specifier);
    if (url !== undefined) return { url, shortCircuit: true };
    const { parentURL: importer = '' } = context;
    if (importer.includes(NODE_MODULES)) return next(specifier, context);
    const conditions = ['@furrow/source', ...context.conditions];
    const asked = [specifier, importer.slice(0, importer.lastIndexOf('/')), ...conditions].join(' ');
    const found = resolved.get(asked) ?? next(specifier, { ...context, conditions });
    resolved.set(asked, { ...found, shortCircuit: true });
    return { ...found, url: inRegistryOf(importer, found.url) };
  },
  load(url, context, next) {
    const { pathname } = new URL(url);
    if (!pathname.endsWith('.ts') || pathname.includes(NODE_MODULES)) return next(url, context);
    const filename = fileURLToPath(url);
    let source = compiled.get(filename);
    if (source === undefined) {
      source = transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code;
      compiled.set(filename, source);
    }
    return { format: 'module', source, shortCircuit: true };
  },
});

/**
 * A test file that must not share loaded modules names a registry in the query of its URL; the modules of the workspace
 * that it imports are loaded again for that registry.
 *
 * @param {string} importer
 * @param {string} url
 */
function inRegistryOf(importer, url) {
  if (!importer.includes('registry=') || !url.startsWith('file:') || url.includes(NODE_MODULES)) return url;
  const own = new URL(url);
  own.searchParams.set('registry', new URL(importer).searchParams.get('registry') ?? '');
  return own.href;
}
