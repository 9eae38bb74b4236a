import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import jestConfig from '../../../jest.config.mjs';
import { secondsOf } from '../../testbed/process/clock.mjs';
import { namedTests } from '../testing/checks/named-tests.mjs';
import { filesWithProperties } from '../testing/property-tests.mjs';
import { DEFAULT_SEED, seedOf } from '../testing/seed.mjs';
import { type JestResults, skippedIn } from '../testing/skipped.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

let folder: string;
/** Jest's results of a run of `SPEC` with the setup of every test of this workspace. */
let results: JestResults;

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

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'furrow-npm-test-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'farm.spec.ts'), SPEC);
  const config = { ...(jestConfig.projects?.[0] as object), roots: [folder], testMatch: ['**/*.spec.ts'] };
  const outputFile = join(folder, 'results.json');
  const args = ['--config', JSON.stringify(config), '--json', `--outputFile=${outputFile}`, '-i'];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...args];
  await promisify(execFile)(process.execPath, jest, { cwd: root }).catch(() => undefined); // a test fails on purpose
  results = JSON.parse(readFileSync(outputFile, 'utf8'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function testsOf(file: string) {
  return results.testResults.find(({ name }) => name.endsWith(`/${file}`))?.assertionResults ?? [];
}

/** @param title as the table of claims names it */
function claimOf(title: string) {
  writeFileSync(join(folder, 'docs', 'claims.md'), `| We promise | [${title}](../farm.spec.ts) |`);
  return namedTests(results, join(folder, 'docs'))?.split(' in ')[0];
}

describe('a test', () => {
  it('without assertions fails', () => {
    expect(testsOf('farm.spec.ts').map(({ title, status }) => [title, status])).toEqual([
      ['keeps its promise', 'passed'],
      ['says that it does', 'failed'],
      ['would rather not', 'pending'],
      ['counts to 1', 'passed'],
      ['counts to 2', 'passed'],
      ['is cool', 'pending'],
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
    writeFileSync(page, 'We promise. [keeps its promise](../farm.spec.ts)');
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

it.each(globSync(['{apps,libs,tools}/*', 'docker'], { cwd: root }))(
  '%s is a project that Nx can build, test, lint and typecheck',
  (folder) => {
    const ofNx = join(root, folder, 'project.json');
    const project = existsSync(ofNx)
      ? JSON.parse(readFileSync(ofNx, 'utf8'))
      : JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).nx;
    expect(Object.keys(project.targets)).toEqual(
      expect.arrayContaining(['build', 'test', 'lint', 'typecheck']),
    );
  },
);

it('the time zone of tests is far from UTC', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('Pacific/Chatham');
});
