import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const PAGES = [
  ...['docs/contributing.md', 'docs/first-change.md', 'docs/releasing.md', 'docs/architecture.md'],
  ...['docs/production.md', 'README.md'],
];
const READ_BY_PEOPLE = [
  '*.md',
  'docs/**/*.md',
  '{apps,libs,tools}/*/README.md',
  '{docker,deploy}/**/README.md',
];
const PATH = /`((?:apps|libs|tools|docs|docker|deploy)\/[^\s`]*)`/g;
const LINK = /\]\((?![a-z]+:|#)([^)\s#]+)[^)\s]*\)/g;

/**
 * Lists the missing paths that pages for contributors name, in which `<context>` and `*` match anything, and the missing
 * files that any page links to.
 *
 * @returns {Promise<string | undefined>}
 */
export async function namedPaths() {
  const named = PAGES.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(PATH)]
      .map(([, path = '']) => path)
      // NAME and NNN are the reader's choice.
      .filter((path) => !/NAME|NNN/.test(path) && !exists(path))
      .map((path) => `${page}: ${path} does not exist`),
  );
  const linked = globSync(READ_BY_PEOPLE, { cwd: root }).flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(LINK)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, dirname(page), path)))
      .map((path) => `${page}: links to ${path}, which does not exist`),
  );
  const problems = [...named, ...linked];
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/** @param {string} path */
function exists(path) {
  return globSync(path.replace(/<[^>]*>/g, '*').replace(/\/$/, ''), { cwd: root }).length > 0;
}
