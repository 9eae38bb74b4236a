import { mkdirSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { build, isUpToDate } from '../bootstrap/build.mjs';
import { PROGRAMS } from '../bundle/programs.mjs';

let root: string;

const write = (name: string, content = '') => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), content);
};

/** The clock of the file system advances in steps; until the next one a change cannot be told from the build itself. */
function untilItsClockMoves() {
  const began = () => (write('probe'), statSync(join(root, 'probe')).ctimeMs);
  const first = began();
  while (began() === first) continue;
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'furrow-up-to-date-'));
  for (const name of ['.swcrc', 'nx.json', 'pnpm-lock.yaml', 'node_modules/.modules.yaml']) write(name);
  for (const dir of ['apps/api', 'libs/kernel', 'tools/furrow'])
    for (const name of ['src/main.ts', 'src/deep/er.ts', 'dist/main.js']) write(`${dir}/${name}`);
  for (const dir of ['apps/api', 'apps/console', 'libs/kernel', 'tools/furrow'])
    write(`${dir}/package.json`, '{}');
  for (const name of ['src/index.html', 'vite.config.ts', 'dist/index.html']) write(`apps/console/${name}`);
  for (const dir of Object.keys(PROGRAMS)) write(`${dir}/bundle/main.js`);
  for (const name of ['build.mjs', 'bundle.mjs', 'bundle/licenses.mjs']) write(`tools/dev/${name}`);
  untilItsClockMoves();
  await build(root, 'everything', {}, async () => ({ code: 0, signal: null, output: '' }));
  untilItsClockMoves();
});

afterEach(() => rmSync(root, { recursive: true }));

it('no build is needed where nothing has changed', () => {
  expect(isUpToDate(root, 'everything')).toBe(true);
  write('libs/kernel/README.md', 'Not an input.');
  expect(isUpToDate(root, 'everything')).toBe(true);
});

it.each([
  ['a source that was changed', () => write('libs/kernel/src/deep/er.ts', 'changed')],
  ['a source that was added', () => write('apps/api/src/deep/new.ts')],
  ['a source that was deleted', () => rmSync(join(root, 'apps/api/src/deep/er.ts'))],
  ['a source that was put in from an older copy', () => olderCopy('apps/api/src/main.ts')],
  ['a dependency', () => write('pnpm-lock.yaml', 'changed')],
  ["a package's settings", () => write('tools/furrow/package.json', '{}')],
  [
    'a package that was added',
    () => {
      write('libs/new/package.json', '{}');
      write('libs/new/src/index.ts');
    },
  ],
  ['a way of bundling', () => write('tools/dev/bundle/licenses.mjs', 'changed')],
  ['a bundle that was deleted', () => rmSync(join(root, 'apps/api/bundle'), { recursive: true })],
  ['a build that was deleted', () => rmSync(join(root, 'apps/api/dist'), { recursive: true })],
])('a build is needed after %s', (_, change) => {
  change();
  expect(isUpToDate(root, 'everything')).toBe(false);
});

it('what was built for npm start is not enough for tests', async () => {
  const runs: unknown[][] = [];
  await build(root, 'programs', {}, async (program, args, { cwd }) => {
    runs.push([program, ...args, cwd]);
    return { code: 0, signal: null, output: '' };
  });
  expect(runs).toEqual([
    ['node', join(root, 'tools/dev/bundle.mjs'), root],
    ['node', join(root, 'tools/dev/build.mjs'), join(root, 'apps/console')],
  ]);
  expect([isUpToDate(root, 'programs'), isUpToDate(root, 'everything')]).toEqual([true, false]);
});

it('a build is needed after one that failed', async () => {
  const failing = build(root, 'everything', {}, async () => ({ code: 1, signal: null, output: 'no' }));
  await expect(failing).rejects.toThrow('The build failed.');
  expect(isUpToDate(root, 'everything')).toBe(false);
});

it('a build that failed ends after all of its programs', async () => {
  const ended: string[] = [];
  const failing = build(root, 'programs', {}, async (_program, _args, { cwd }) => {
    const isFirst = cwd === root;
    if (!isFirst) await new Promise((resolve) => setImmediate(resolve));
    ended.push(String(cwd));
    return { code: isFirst ? 1 : 0, signal: null, output: 'no' };
  });
  await expect(failing).rejects.toThrow('The build failed');
  expect(ended).toEqual([root, join(root, 'apps/console')]);
});

it('a change during a build needs another build', async () => {
  await build(root, 'everything', {}, async () => {
    write('libs/kernel/src/main.ts', 'changed after it was read');
    return { code: 0, signal: null, output: '' };
  });
  expect(isUpToDate(root, 'everything')).toBe(false);
});

function olderCopy(name: string) {
  write('copy', 'as it was a year ago');
  utimesSync(join(root, 'copy'), 1_000_000, 1_000_000);
  renameSync(join(root, 'copy'), join(root, name));
}
