import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const PAGES = ['docs/contributing.md', 'docs/architecture.md', 'docs/production.md', 'README.md'];
const PATH = /`((?:apps|libs|tools|docs|docker|deploy)\/[^\s`]*)`/g;

/**
 * Lists the missing paths that pages for contributors point at; `<context>` and `*` match anything.
 *
 * @returns {Promise<string | undefined>}
 */
export async function namedPaths() {
  const problems = PAGES.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(PATH)]
      .map(([, path = '']) => path)
      // NAME stands for the reader's choice.
      .filter((path) => !path.includes('NAME') && !exists(path))
      .map((path) => `${page}: ${path} does not exist`),
  );
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/** @param {string} path */
function exists(path) {
  return globSync(path.replace(/<[^>]*>/g, '*').replace(/\/$/, ''), { cwd: root }).length > 0;
}
