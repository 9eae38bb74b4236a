import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, Record<string, string>>} exports
 * @property {Record<string, string>} [dependencies]
 */

/**
 * A library's package.json for use outside this workspace: built entries and real versions. Imports of its domain stay
 * dependencies; imports of the other entries only become optional peers.
 *
 * @param {string} folder of the library, built
 */
export function publishedManifest(folder) {
  const { name, version, exports, dependencies = {} } = manifestIn(folder);
  // The testing entry needs Jest and is not published.
  const entries = Object.entries(exports).filter(([entry]) => entry !== './testing');
  const alone = importedIn(join(folder, './domain' in exports ? 'dist/domain' : 'dist'));
  const versions = Object.entries(dependencies).map(([other, wanted]) => [
    other,
    wanted.startsWith('workspace:') ? manifestIn(join(folder, 'node_modules', other)).version : wanted,
  ]);
  // Type-only imports leave no trace in the built files.
  const own = versions.filter(([other = '']) => alone.has(other) || other.startsWith('@types/'));
  // npm resolves optional peers of installed packages, and one that no registry has would fail the install. Users of
  // the root entry therefore add the other Furrow packages by hand.
  const peers = versions.filter((one) => !own.includes(one) && !one[0]?.startsWith('@furrow/'));
  return {
    name,
    version,
    type: 'module',
    files: ['dist'],
    exports: Object.fromEntries(
      entries.map(([entry, { default: built = '' }]) => [
        entry,
        { types: built.replace(/\.js$/, '.d.ts'), default: built },
      ]),
    ),
    dependencies: Object.fromEntries(own),
    peerDependencies: Object.fromEntries(peers.map(([other, wanted]) => [other, `^${wanted}`])),
    peerDependenciesMeta: Object.fromEntries(peers.map(([other]) => [other, { optional: true }])),
  };
}

/**
 * @param {string} folder
 * @returns {Manifest}
 */
function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * The packages that the built files import.
 *
 * @param {string} folder
 */
function importedIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && !file.startsWith('testing'),
  );
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/\b(?:from|import)\s*["']((?:@[^/"']+\/)?[^./"'][^/"']*)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  );
}
