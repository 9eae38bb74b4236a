import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the zone of a machine may come in: a date made of parts or of a text, a calendar, a day that is written down. */
const LOCAL_TIME =
  /\bluxon\b|\bnew Date\(|\bDate\.parse\b|\bIntl\.DateTimeFormat\b|\btoLocale\w*String\b|\b(?:local-|date-range|timezone)|\d{4}-\d\d-\d\d/;
const IMPORTS = /from '(\.[^']+\.ts)'/g;

/**
 * The specs that run again as if on a machine far away: those that have to do with local time themselves, or what they
 * test does.
 *
 * @param {'spec' | 'int-spec'} kind
 * @returns {string[]} paths
 */
export function specsOfLocalTime(kind) {
  return globSync(`{apps,libs,tools,docker}/**/*.${kind}.ts`, { cwd: root, exclude: ['**/node_modules'] })
    .map((file) => join(root, file))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      const tested = [...text.matchAll(IMPORTS)].map(([, path = '']) => join(dirname(file), path));
      return [text, ...tested.filter(existsSync).map((path) => readFileSync(path, 'utf8'))].some((each) =>
        LOCAL_TIME.test(each),
      );
    });
}
