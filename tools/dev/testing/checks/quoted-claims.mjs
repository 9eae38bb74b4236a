import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url));
const ROW_OR_HEADING = /^## (?:\[[^\]]*\]\((?<page>[^)]*)\))?|^\| (?!claim \||-)(?<claim>.*?) \| \[/gm;

/**
 * `docs/claims.md` quotes what its pages claim, so that a claim is written once. Lists the quotations that are on their
 * page no more.
 *
 * @returns {Promise<string | undefined>}
 */
export async function quotedClaims() {
  const read = (/** @type {string} */ page) => readFileSync(join(docs, page), 'utf8');
  const problems = misquotedIn(read('claims.md'), read);
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/**
 * @param {string} table with the claims of each page under a heading that links to it; those under another heading are
 * written there alone
 * @param {(page: string) => string} read
 */
export function misquotedIn(table, read) {
  /** @type {string[]} */
  const problems = [];
  let page = '';
  let text = '';
  for (const { groups = {} } of table.matchAll(ROW_OR_HEADING)) {
    if (groups.claim === undefined) {
      page = groups.page ?? '';
      text = page && wordsOf(read(page));
    } else if (page) {
      const missing = groups.claim.split(' … ').filter((part) => !text.includes(wordsOf(part)));
      problems.push(...missing.map((part) => `docs/claims.md: “${part}” is not in docs/${page}`));
    }
  }
  return problems;
}

/**
 * Without links, emphasis, quotation marks and line breaks.
 *
 * @param {string} markdown
 */
function wordsOf(markdown) {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*_“”"]/g, '')
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
