/** As `describeWith` in libs/platform/src/testing names what cannot run on this machine. */
const NEEDS = /\[needs .*?, which is missing here\]/;

/**
 * @typedef {object} JestResults what `--json` writes, as far as it is read here
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

/** @param {TestOfJest} test whether it was wanted and could not run; `-t` leaves out others */
export const cannotRun = (test) => test.status === 'pending' && NEEDS.test(fullName(test));

/**
 * @param {JestResults} results
 * @returns {string[]} the names of the tests that could not run on this machine, which say why
 */
export function skippedIn({ testResults }) {
  return testResults.flatMap(({ assertionResults }) => assertionResults.filter(cannotRun).map(fullName));
}
