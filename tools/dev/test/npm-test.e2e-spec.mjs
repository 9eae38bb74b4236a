import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import jestConfig from '../../../jest.config.mjs';
import { secondsOf } from '../../testbed/process/clock.mjs';
import { namedTests } from '../testing/checks/named-tests.mjs';
import { filesWithProperties } from '../testing/property-tests.mjs';
import { DEFAULT_SEED, seedOf } from '../testing/seed.mjs';
import { skippedIn } from '../testing/skipped.mjs';
import { timesTable } from '../testing/times.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** @type {string} */
let folder;
/** Jest's results of a run of `SPEC` with the setup of every test of this workspace. */
/** @type {import('../testing/skipped.mjs').JestResults} */
let results;

const SPEC = `
  import { describe, expect, it } from '@jest/globals';
  describe('a farm', () => {
    it('keeps its promise', () => expect(1).toBe(1));
    it('says that it does', () => {});
    it.skip('would rather not', () => expect(1).toBe(1));
    it.each([1, 2])('counts to %d', (n) => expect(n).toBe(n));
  });
  describe.skip('a cellar [needs wine, which is missing here]', () => {
    it('is cool', () => expect(1).toBe(1));
  });`;

/** Two such files run in one process, and each must find its initial state. */
const MESSY = `
  import { it, jest, expect } from '@jest/globals';
  it('finds nothing of another file', () => {
    expect(process.env.LEFT_BY_A_SPEC).toBeUndefined();
    expect(jest.isMockFunction(process.uptime)).toBe(false);
    process.env.LEFT_BY_A_SPEC = 'yes';
    jest.spyOn(process, 'uptime');
    process.chdir('docs');
  });`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-npm-test-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'farm.spec.mjs'), SPEC);
  for (const name of ['messy.spec.mjs', 'messy-too.spec.mjs']) writeFileSync(join(folder, name), MESSY);
  const testing = join(root, 'tools/dev/testing');
  const config = {
    rootDir: folder,
    testMatch: ['**/*.spec.mjs'],
    transform: {},
    runtime: join(testing, 'native/runtime.mjs'),
    testEnvironment: join(testing, 'native/environment.mjs'),
    setupFilesAfterEnv: [join(testing, 'jest/setup-assertions.mjs')],
  };
  const outputFile = join(folder, 'results.json');
  const args = ['--config', JSON.stringify(config), '--json', `--outputFile=${outputFile}`, '-i'];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...args];
  const env = { ...process.env, FURROW_TEST_TIMES: join(folder, 'times.jsonl') };
  await promisify(execFile)(process.execPath, jest, { cwd: folder, env }).catch(() => undefined); // a test fails on purpose
  results = JSON.parse(readFileSync(outputFile, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @param {string} file */
function testsOf(file) {
  return results.testResults.find(({ name }) => name.endsWith(`/${file}`))?.assertionResults ?? [];
}

/** @param {string} title as the table of claims names it */
function claimOf(title) {
  writeFileSync(join(folder, 'docs', 'claims.md'), `| We promise | [${title}](../farm.spec.mjs) |`);
  return namedTests(results, join(folder, 'docs'))?.split(' in ')[0];
}

describe('the times of a run', () => {
  it('have a line for each file, the most CPU first, and a sum', () => {
    const notes = readFileSync(join(folder, 'times.jsonl'), 'utf8').trim().split('\n');
    const times = notes.map((line) => JSON.parse(line));
    const files = times.map(({ file }) => basename(file)).sort();
    expect(files).toEqual(['farm.spec.mjs', 'messy-too.spec.mjs', 'messy.spec.mjs']);
    expect(times.every(({ wall }) => wall > 0)).toBe(true);
    const waits = { file: 'waits', wall: 9, own: 0.25, children: 0 };
    const works = { file: 'works', wall: 1, own: 1, children: 2 };
    expect(timesTable([waits, works]).split('\n')).toEqual([
      '   wall s    CPU s children  file',
      '      1.0      1.0      2.0  works',
      '      9.0      0.3      0.0  waits',
      '     10.0      1.3      2.0  2 files',
    ]);
  });
});

describe('a test', () => {
  it('without assertions fails', () => {
    expect(testsOf('farm.spec.mjs').map(({ title, status }) => [title, status])).toEqual([
      ['keeps its promise', 'passed'],
      ['says that it does', 'failed'],
      ['would rather not', 'pending'],
      ['counts to 1', 'passed'],
      ['counts to 2', 'passed'],
      ['is cool', 'pending'],
    ]);
  });

  it('finds the process as it was started, whatever another file changed', () => {
    const files = ['messy.spec.mjs', 'messy-too.spec.mjs'].flatMap(testsOf);
    expect(files.map(({ status, failureMessages }) => [status, failureMessages])).toEqual([
      ['passed', []],
      ['passed', []],
    ]);
  });

  it('that cannot run on this machine is listed by name, unlike one that is skipped', () => {
    expect(skippedIn(results)).toEqual(['a cellar [needs wine, which is missing here] › is cool']);
  });
});

describe('a claim of the documentation', () => {
  it.each(['keeps its promise', 'its promise', 'counts to %d', 'counts to 1', 'is cool'])(
    'is proved by “%s”',
    (title) => {
      expect(claimOf(title)).toBeUndefined();
    },
  );

  it.each([
    ['keeps its word', 'docs/claims.md: no test “keeps its word”'],
    ['would rather not', 'docs/claims.md: somebody skips “would rather not”'],
    ['a farm', 'docs/claims.md: somebody skips “a farm”'],
  ])('is not proved by “%s”', (title, problem) => {
    expect(claimOf(title)).toBe(problem);
  });

  it('is found in a contract suite, which its specs run', () => {
    writeFileSync(join(folder, 'docs', 'claims.md'), '[keeps its promise](../farm.contract.ts)');
    expect(namedTests(results, join(folder, 'docs'))).toBeUndefined();
    writeFileSync(join(folder, 'docs', 'claims.md'), '[keeps its word](../farm.contract.ts)');
    expect(namedTests(results, join(folder, 'docs'))).toContain('no test “keeps its word”');
  });

  it('names its tests in the table of claims alone', () => {
    expect(claimOf('keeps its promise')).toBeUndefined();
    const page = join(folder, 'docs', 'page.md');
    writeFileSync(page, 'We promise. [keeps its promise](../farm.spec.mjs)');
    expect(namedTests(results, join(folder, 'docs'))).toBe(
      'docs/page.md: links to a test, which belongs in docs/claims.md',
    );
    rmSync(page);
  });
});

describe('a clock', () => {
  it.each([
    ['+8h', 28_800],
    ['-90m', -5_400],
    ['+3d', 259_200],
    ['2028-02-29T06:30Z', 3_600],
    ['2028-02-29T05:29:59Z', -1],
  ])('is shifted by %s', (shift, seconds) => {
    expect(secondsOf(shift, Date.UTC(2028, 1, 29, 5, 30))).toBe(seconds);
  });

  it.each(['', '8h', '+8', '+1w', '2028-02-29', 'tomorrow'])('is not shifted by "%s"', (shift) => {
    expect(() => secondsOf(shift)).toThrow('+8h, -90m, +3d or');
  });
});

describe('the seed of the suite', () => {
  it('is used by every property', () => {
    expect(fc.readConfigureGlobal().seed).toBe(seedOf(process.env.FURROW_TEST_SEED));
  });

  it('is always the same, the requested one, or random', () => {
    for (const unsaid of [undefined, '']) expect(seedOf(unsaid)).toBe(DEFAULT_SEED);
    expect(seedOf('-17')).toBe(-17);
    expect(new Set(Array.from({ length: 5 }, () => seedOf('random'))).size).toBeGreaterThan(1);
  });

  it.each(['any', '1.5', '4294967296'])('is not "%s"', (asked) => {
    expect(() => seedOf(asked)).toThrow('FURROW_TEST_SEED');
  });

  it('is varied for files that have a property', () => {
    expect(filesWithProperties(['kernel/src/time'])).toEqual([
      'libs/kernel/src/time/in-force.spec.ts',
      'libs/kernel/src/time/instant.spec.ts',
      'libs/kernel/src/time/local-day.spec.ts',
    ]);
  });
});

describe('the time zone', () => {
  it('of unit and integration tests is far from UTC', () => {
    const projects = /** @type {{ displayName: string, testEnvironment: string }[]} */ (jestConfig.projects);
    const environments = projects.map((project) => [project.displayName, basename(project.testEnvironment)]);
    expect(environments).toEqual([
      ['unit', 'far-zone-environment.mjs'],
      ['integration', 'far-zone-environment.mjs'],
      ['end-to-end', 'environment.mjs'],
    ]);
  });
});
