import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const LINK_TO_TEST = /\[([^\]]+)\]\(([^)\s]+spec\.(?:ts|mjs))\)/g;

/**
 * The pages of docs/ name tests by title, as links to their files. Names what a page names and no test is called.
 *
 * @returns {Promise<string | undefined>}
 */
export async function namedTests() {
  const docs = join(root, 'docs');
  const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((page) =>
    page.endsWith('.md'),
  );
  const problems = pages.flatMap((page) => problemsOf(join(docs, page)));
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/** @param {string} page */
function problemsOf(page) {
  return [...readFileSync(page, 'utf8').matchAll(LINK_TO_TEST)].flatMap(([, title = '', target = '']) => {
    const file = join(dirname(page), target);
    const there = existsSync(file) && asWritten(readFileSync(file, 'utf8')).includes(title);
    return there ? [] : [`${relative(root, page)}: no test “${title}” in ${relative(root, file)}`];
  });
}

/** @param {string} source with titles as they read, without the escapes of their quotes */
const asWritten = (source) => source.replaceAll("\\'", "'");
