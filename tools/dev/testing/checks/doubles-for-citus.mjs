import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const RECORD = 'docs/adr/0022-a-distributed-database.md';
/** What makes a statement or a branch for a Citus. */
const DOUBLE = /\bcrossing\(|\bisDistributed\b/;
const TESTS = /\.(?:int-)?spec\.ts$|\/testing\//;

/**
 * Compares the files with statements or branches for a Citus with those that record 22 lists, and requires that the suites
 * of their libraries run there.
 *
 * @returns {Promise<string | undefined>}
 */
export async function doublesForCitus() {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'libs'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => existsSync(join(root, file)));
  const doubles = files.filter(
    (file) =>
      /^libs\/(?!database\/).*\.ts$/.test(file) &&
      !TESTS.test(file) &&
      DOUBLE.test(readFileSync(join(root, file), 'utf8')),
  );
  const listed = [...readFileSync(join(root, RECORD), 'utf8').matchAll(/`([\w-]+\.ts)`/g)].map(
    ([, name]) => name,
  );
  const libraryOf = (/** @type {string} */ file) => file.split('/', 2).join('/');
  const tested = new Set(files.filter((file) => /\/on-citus\.int-spec\.ts$/.test(file)).map(libraryOf));
  const problems = [
    ...doubles
      .filter((file) => !listed.includes(basename(file)))
      .map((file) => `${RECORD} does not list ${file}`),
    ...listed
      .filter((name) => !doubles.some((file) => basename(file) === name))
      .map((name) => `${RECORD} lists ${name}, which has no double`),
    ...[...new Set(doubles.map(libraryOf))]
      .filter((library) => !tested.has(library))
      .map((library) => `${library} has no on-citus.int-spec.ts`),
  ];
  return problems.length > 0 ? problems.join('\n') : undefined;
}
