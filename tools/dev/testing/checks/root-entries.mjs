import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTEXTS } from '../../contexts.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const MAX_NAMES = 40;

/**
 * Checks that a context's root entry lists its exports by name, and few enough to read at a glance.
 *
 * @returns {Promise<string | undefined>} the problem, if there is one
 */
export async function rootEntries() {
  const problems = Object.keys(CONTEXTS).flatMap((context) => {
    const entry = `libs/${context}/src/index.ts`;
    const text = readFileSync(join(root, entry), 'utf8');
    const names = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)]
      .flatMap(([, list = '']) => list.split(','))
      .filter((name) => name.trim() !== '');
    return [
      ...(names.length > MAX_NAMES
        ? [`${entry} exports ${names.length} names, of at most ${MAX_NAMES}`]
        : []),
      ...(/export \*/.test(text) ? [`${entry} exports names that it does not list`] : []),
    ];
  });
  return problems.length > 0 ? problems.join('\n') : undefined;
}
