import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const MAX_NAMES = 40;

/**
 * Checks that each entry of a library lists its exports by name, and few enough to read at a glance. The entry of a domain
 * is the whole domain, for scripts that need nothing else.
 *
 * @returns {Promise<string | undefined>} the problem, if there is one
 */
export async function libraryEntries() {
  const manifests = globSync(['libs/*/package.json', 'tools/testbed/package.json'], { cwd: root });
  const problems = manifests.flatMap((manifest) => entriesOf(manifest).flatMap(problemsOf));
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/** @param {string} manifest */
function entriesOf(manifest) {
  const { exports } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
  return Object.entries(/** @type {Record<string, Record<string, string>>} */ (exports))
    .filter(([name]) => name !== './domain')
    .map(([, { '@furrow/source': source = '' }]) => join(dirname(manifest), source));
}

/** @param {string} entry */
function problemsOf(entry) {
  const text = readFileSync(join(root, entry), 'utf8');
  const listed = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)]
    .flatMap(([, list = '']) => list.split(','))
    .filter((name) => name.trim() !== '');
  const declared =
    text.match(/^export (?:abstract |async )?(?:const|class|function|interface|type) \w/gm) ?? [];
  const names = listed.length + declared.length;
  return [
    ...(names > MAX_NAMES ? [`${entry} exports ${names} names, of at most ${MAX_NAMES}`] : []),
    ...(/export \*/.test(text) ? [`${entry} exports names that it does not list`] : []),
  ];
}
