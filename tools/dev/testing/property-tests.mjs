import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { count, jest } from './jest.mjs';
import { randomSeed } from './seed.mjs';
import { skippedIn } from './skipped.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const SPECS = '{apps,libs,tools,docker}/*/{src,test}/**/*spec.ts';

/** @param {readonly string[]} parts a file's path must contain one of them; empty for all files */
export function filesWithProperties(parts) {
  return globSync(SPECS, { cwd: root })
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"));
}

/**
 * Runs the property tests with one random seed after the other, and stops at the first failure.
 *
 * @param {number} times
 * @param {readonly string[]} parts of their paths
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ passed: number, failed: number, skipped: string[] }>}
 */
export async function withRandomSeeds(times, parts, env) {
  const files = filesWithProperties(parts);
  const sum = { passed: 0, failed: 0, skipped: /** @type {string[]} */ ([]) };
  for (let i = 0; i < times && files.length > 0 && sum.failed === 0; i++) {
    const seed = randomSeed();
    console.log(`FURROW_TEST_SEED=${seed}`);
    const run = await jest(['--runTestsByPath', ...files], { ...env, FURROW_TEST_SEED: String(seed) });
    const { passed, failed } = count(run);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped = run.results ? skippedIn(run.results) : [];
  }
  return sum;
}
