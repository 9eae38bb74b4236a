import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cannotRun } from '../skipped.mjs';

/**
 * @typedef {import('../skipped.mjs').JestResults} JestResults
 * @typedef {import('../skipped.mjs').TestOfJest} TestOfJest
 */

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const CLAIMS = 'claims.md';
const LINK_TO_TEST = /\[([^\]]+)\]\(([^)\s]+(?:spec\.(?:ts|mjs)|contract\.ts))\)/g;
const PLACEHOLDER = /%[a-z]|\$[\w.]+/g;

/**
 * `docs/claims.md` names the tests that prove what the pages claim. Lists those that did not run, because no test has
 * that name or somebody skipped it, and other pages that link to tests. Tests that lack a program on this machine are
 * reported elsewhere, and tests without assertions fail by themselves.
 *
 * @param {JestResults} results of everything
 * @param {string} [docs] the folder of the pages
 * @returns {string | undefined}
 */
export function namedTests({ testResults }, docs = join(root, 'docs')) {
  /** @type {Map<string, TestOfJest[]>} */
  const testsOf = new Map();
  for (const { name, assertionResults } of testResults)
    testsOf.set(name, [...(testsOf.get(name) ?? []), ...assertionResults]);
  const everywhere = [...testsOf.values()].flat();
  const misplaced = globSync('**/*.md', { cwd: docs })
    .filter((page) => page !== CLAIMS && linksOf(join(docs, page)).length > 0)
    .map((page) => `docs/${page}: links to a test, which belongs in docs/${CLAIMS}`);
  const unproved = linksOf(join(docs, CLAIMS)).flatMap(({ title, file }) => {
    // The tests of a contract suite are those of the specs that run it.
    const tests = file.endsWith('contract.ts') ? everywhere : (testsOf.get(file) ?? []);
    const problem = problemOf(title, tests);
    return problem ? [`docs/${CLAIMS}: ${problem} “${title}” in ${relative(root, file)}`] : [];
  });
  const problems = [...misplaced, ...unproved];
  return problems.length > 0 ? problems.join('\n') : undefined;
}

/** @param {string} page */
function linksOf(page) {
  return [...readFileSync(page, 'utf8').matchAll(LINK_TO_TEST)].map(([, title = '', target = '']) => ({
    title,
    file: resolve(dirname(page), target),
  }));
}

/**
 * @param {string} title of a test or of a group of tests, or a part of it, as written or as reported
 * @param {TestOfJest[]} tests
 */
function problemOf(title, tests) {
  const literally = (/** @type {string} */ part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const pattern = new RegExp(title.split(PLACEHOLDER).map(literally).join('.*'));
  const named = tests.filter((test) =>
    [...test.ancestorTitles, test.title].some((each) => pattern.test(each)),
  );
  if (named.length === 0) return 'no test';
  const proof = named.filter((test) => !cannotRun(test));
  return proof.every(({ status }) => status === 'passed' || status === 'failed')
    ? undefined
    : 'somebody skips';
}
