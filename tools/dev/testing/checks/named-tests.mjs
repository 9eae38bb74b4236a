import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cannotRun } from '../skipped.mjs';

/**
 * @typedef {import('../skipped.mjs').JestResults} JestResults
 * @typedef {import('../skipped.mjs').TestOfJest} TestOfJest
 */

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const LINK_TO_TEST = /\[([^\]]+)\]\(([^)\s]+spec\.(?:ts|mjs))\)/g;
const PLACEHOLDER = /%[a-z]|\$[\w.]+/g;

/**
 * The pages of docs/ make claims and link to the tests that prove them. Lists those that did not run, because no test
 * has that name or somebody skipped it. Tests that lack a program on this machine are reported elsewhere, and tests
 * without assertions fail by themselves.
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
  const problems = globSync('**/*.md', { cwd: docs }).flatMap((page) =>
    linksOf(join(docs, page)).flatMap(({ title, file }) => {
      const problem = problemOf(title, testsOf.get(file) ?? []);
      return problem ? [`docs/${page}: ${problem} “${title}” in ${relative(root, file)}`] : [];
    }),
  );
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
