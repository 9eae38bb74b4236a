/** The suffix that `describeWith` in tools/testbed/src gives tests that cannot run on this machine. */
const NEEDS = /\[needs .*?, which is missing here\]/;

/**
 * @typedef {object} JestResults the part of Jest's `--json` output that is read here
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {{ name: string, assertionResults: TestOfJest[] }[]} testResults
 *
 * @typedef {object} TestOfJest
 * @property {string[]} ancestorTitles
 * @property {string} title
 * @property {string} status
 * @property {string[]} failureMessages
 */

/** @param {TestOfJest} test */
export const fullName = ({ ancestorTitles, title }) => [...ancestorTitles, title].join(' › ');

/** @param {TestOfJest} test whether it was selected and could not run; tests left out by `-t` do not count */
export const cannotRun = (test) => test.status === 'pending' && NEEDS.test(fullName(test));

/**
 * @param {JestResults} results
 * @returns {string[]} the names of the tests that could not run on this machine, which contain the reason
 */
export function skippedIn({ testResults }) {
  return testResults.flatMap(({ assertionResults }) => assertionResults.filter(cannotRun).map(fullName));
}
