import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const PAGES = [
  '*.md',
  'docs/**/*.md',
  '{apps,libs,tools}/*/{,src/**/}README.md',
  '{docker,deploy}/**/README.md',
];
/** Closed chapters name what was there at the time. */
const HISTORY = 'CHANGELOG.md';
/** From the root of the workspace, in backticks or not, up to a fragment or the end of the sentence. */
const PATH = /(?<![\w./@-])(?:apps|libs|tools|docs|docker|deploy)\/[\w.<{*][^\s`"'“”()[\]|,;:#…]*(?<!\.)/g;
/** NAME and NNN are the reader's choice, and a build or a reader makes the others. */
const NOT_HERE_YET = /NAME|NNN|\/(?:dist|bundle)\/|\/\.env$/;
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)[^)\s]*\)/g;

/**
 * Lists the missing paths that pages name, and the missing files that they link to.
 *
 * @returns {Promise<string | undefined>}
 */
export async function namedPaths() {
  const problems = globSync(PAGES, { cwd: root }).flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = page === HISTORY ? [] : missingPathsOf(text);
    const linked = [...text.matchAll(LINK)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, dirname(page), path)));
    return [
      ...named.map((path) => `${page}: ${path} does not exist`),
      ...linked.map((path) => `${page}: links to ${path}, which does not exist`),
    ];
  });
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/**
 * @param {string} text in which `<context>` and `*` match anything
 * @returns {string[]}
 */
export function missingPathsOf(text) {
  return [...text.matchAll(PATH)]
    .map(([path]) => path)
    .filter((path) => !NOT_HERE_YET.test(path))
    .filter((path) => globSync(path.replace(/<[^>]*>/g, '*').replace(/\/$/, ''), { cwd: root }).length === 0);
}
