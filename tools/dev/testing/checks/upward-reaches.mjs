import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
/** From the bottom to the top, where `docker` and `tools` stand side by side. */
const FLOORS = ['libs', 'apps', 'tools'];
/** A text that is a path out of the file's folder, or one from the root of the workspace; up to what is computed. */
const PATH = /['"`]((?:\.\.\/)+|(?:libs|apps|tools|docker)\/)([^'"`$\s]*)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g;

/**
 * Lists paths in code that reach from one package up into another one, whatever the code does with them: `new URL`, `join`,
 * `import()`. dependency-cruiser sees imports only.
 *
 * @returns {Promise<string | undefined>}
 */
export async function upwardReaches() {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'libs', 'apps'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  ).split('\n');
  const problems = files
    .filter((file) => /\.(?:[cm]?[jt]sx?)$/.test(file) && existsSync(join(root, file)))
    .flatMap((file) => reachesIn(file, readFileSync(join(root, file), 'utf8')));
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/**
 * @param {string} file from the root of the workspace
 * @param {string} text
 * @returns {string[]}
 */
export function reachesIn(file, text) {
  return [...text.replace(COMMENT, '').matchAll(PATH)].flatMap(([, head = '', tail = '']) => {
    const path = head.startsWith('.') ? posix.join(dirname(file), head, tail) : `${head}${tail}`;
    return isUpward(file, path) ? [`${file} reaches up to ${path}`] : [];
  });
}

/**
 * Below the tools packages meet by imports alone, so a path into another one beside it counts as well.
 *
 * @param {string} from
 * @param {string} to
 */
function isUpward(from, to) {
  const other = floorOf(to);
  const isBeside = other === floorOf(from) && other < floorOf('tools') && packageOf(from) !== packageOf(to);
  return other > floorOf(from) || isBeside;
}

/** @param {string} path */
const floorOf = (path) => FLOORS.indexOf(path.replace(/^docker\//, 'tools/').split('/')[0] ?? '');

/** @param {string} path */
const packageOf = (path) => path.split('/').slice(0, 2).join('/');
