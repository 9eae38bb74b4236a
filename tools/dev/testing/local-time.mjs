import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Matches code that may depend on the machine's zone: dates built from parts or text, calendars, formatted days. */
const LOCAL_TIME =
  /\bluxon\b|\bnew Date\(|\bDate\.parse\b|\bIntl\.DateTimeFormat\b|\btoLocale\w*String\b|\b(?:local-|date-range|timezone)|\d{4}-\d\d-\d\d/;
const IMPORTS = /from '(\.[^']+\.ts)'/g;

/**
 * The specs that run again in a far time zone: those that deal with local time, or whose subject does.
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
