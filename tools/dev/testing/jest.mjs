import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { removeClockOf } from '../../testbed/process/clock.mjs';
import { spawnChild } from './children.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const GRACE_MS = 20_000;

/**
 * @typedef {object} Outcome
 * @property {import('./skipped.mjs').JestResults | undefined} results
 * undefined when Jest ended without any
 * @property {boolean} hung all tests had finished, but an open handle kept Jest alive
 * @property {number | null} code
 */

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [heading] for a run beside others: its report is printed whole in the end, below this line
 * @returns {Promise<Outcome>}
 */
export async function jest(args, env = {}, heading) {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-jest-'));
  const outputFile = join(folder, 'results.json');
  const child = spawnChild(
    process.execPath,
    [
      join(root, 'node_modules/jest/bin/jest.js'),
      ...['--json', `--outputFile=${outputFile}`, '--passWithNoTests', ...args],
    ],
    // With --json the report goes to stderr; stdout would repeat the results.
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: [
        'ignore',
        args.includes('--coverage') ? 'inherit' : 'ignore',
        heading === undefined ? 'inherit' : 'pipe',
      ],
    },
  );
  let report = '';
  child.stderr?.on('data', (chunk) => (report += chunk));
  process.once('exit', () => removeClockOf(child.pid)); // also when it has to be killed
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => child.on('close', resolve));
  const hung = await Promise.race([ended.then(() => false), outlives(outputFile)]);
  if (hung) child.kill('SIGKILL');
  const code = await ended;
  if (heading !== undefined) process.stderr.write(`${heading}\n${report}`);
  const results = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : undefined;
  rmSync(folder, { recursive: true, force: true });
  return { results, hung, code };
}

/**
 * @param {Outcome} outcome
 * @returns {{ passed: number, failed: number }}
 */
export function count({ results, hung, code }) {
  const passed = results?.numPassedTests ?? 0;
  // A file that cannot be loaded has no failed test, but counts as failed.
  let failed = (results?.numFailedTests ?? 0) + (results?.numRuntimeErrorTestSuites ?? 0);
  if (hung) console.log('Jest did not exit: a test left something open (an app, a pool, a timer).');
  if (failed === 0 && (hung || code !== 0)) failed = 1;
  return { passed, failed };
}

/**
 * @param {string} outputFile
 * @returns {Promise<true>} some time after the results have been written
 */
async function outlives(outputFile) {
  while (!existsSync(outputFile)) await sleep(500, undefined, { ref: false });
  await sleep(GRACE_MS, undefined, { ref: false });
  return true;
}
