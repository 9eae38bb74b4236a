import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const NAME = 'crop-plans';
/** The checks of `npm test` cover the rest of the workspace. */
const TOUCHED = [
  `libs/${NAME}/src`,
  'libs/schema/src',
  'apps/api/src/api.module.ts',
  'tools/dev/contexts.mjs',
];

/** Parts of the workspace that a context has nothing to do with, bundles, and a build in progress. */
const NOT_COPIED =
  /^(?:deploy|docs|apps\/(?:console|iot-gateway)|tools\/(?:bench|chaos|security|simulate)|(?:apps\/api|tools\/furrow)\/bundle|[^/]+\/[^/]+\/test)$|\/\.(?:dist|bundle)-[^/]*$/;
/** Only what is new or changed is followed. */
const CRUISE = [
  ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
  ...['--do-not-follow', `^(?!(?:${TOUCHED.join('|')}))`],
];

/** Of the copied workspace. */
const VERSION = '7.8.9';

/** A copy of the workspace without installed packages; its links lead to those installed here. */
let copy = '';

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'furrow-new-context-'));
  for (const name of readdirSync(root)) {
    if (['.git', '.nx', '.furrow', 'node_modules'].includes(name)) continue;
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !NOT_COPIED.test(relative(root, file)),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const manifest = join(copy, 'libs/access/package.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"version": ".*"/, `"version": "${VERSION}"`),
  );
  // Folders that Git leaves behind for deleted libraries; one has the name of the new one.
  for (const gone of ['libs/gone', 'tools/gone', `libs/${NAME}`])
    for (const left of ['dist', 'node_modules/@furrow']) {
      mkdirSync(join(copy, gone, left), { recursive: true });
      writeFileSync(join(copy, gone, left, 'stale.js'), 'export {;');
    }
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('a name for a context', () => {
  it.each([
    [[], 'npm run new-context'],
    [['Crops'], '"Crops" is no good name'],
    [['crops', 'the crop'], '"the crop" is no good name'],
    [['order'], '"order" is a word that TypeScript or PostgreSQL keep'],
    [['forms'], 'There is a "forms" already: libs/forms.'],
    [['cli'], 'There is a "cli" already: tools/furrow.'],
    [['crops', '--force'], 'npm run new-context'],
  ])('is refused: %j', async (args, why) => {
    const outcome = await inCopy('node', ['tools/dev/new-context.mjs', ...args]);
    expect(outcome).toMatchObject({ code: 2, output: expect.stringContaining(why) });
  });
});

describe('a new context', () => {
  it('has no remains of a deleted library of its name', () => {
    expect(existsSync(join(copy, `libs/${NAME}/dist/stale.js`))).toBe(false);
    expect(existsSync(join(copy, 'libs/gone/dist/stale.js'))).toBe(true);
  });

  beforeAll(async () => {
    const outcome = await inCopy('node', ['tools/dev/new-context.mjs', NAME, '--no-install']);
    expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining(`Created libs/${NAME} `) });
    link();
    const outcomes = [];
    for (const folder of [`libs/${NAME}`, 'libs/schema', 'apps/api'])
      outcomes.push(await inCopy('node', ['../../tools/dev/build.mjs'], { folder }));
    for (const outcome of outcomes) expect(outcome).toEqual({ code: 0, output: '' });
    // The tests below migrate with the command line, which is bundled elsewhere.
    const bundle = join(copy, 'tools/furrow/bundle');
    mkdirSync(bundle);
    for (const file of ['main.js', 'program.js'])
      writeFileSync(join(bundle, file), `export * from '../dist/${file}';\n`);
  });

  it('has the version of the workspace', () => {
    const { version } = JSON.parse(readFileSync(join(copy, `libs/${NAME}/package.json`), 'utf8'));
    expect(version).toBe(VERSION);
  });

  it.each([
    ['format', 'oxfmt', ['--check', ...TOUCHED]],
    ['types and lint', 'oxlint', TOUCHED],
    ['layers', 'depcruise', [...CRUISE, ...TOUCHED]],
  ])('passes %s', async (_, program, args) => {
    const { code, output } = await inCopy(program, args);
    expect(code === 0 ? '' : output).toBe('');
  });

  it('passes its tests, on PostgreSQL with its migration too', async () => {
    const { superuserUrl } = JSON.parse(process.env.FURROW_TEST_DATABASES ?? '');
    const { code, output } = await inCopy('node', ['node_modules/jest/bin/jest.js', `libs/${NAME}`, '-i'], {
      env: { DATABASE_URL: superuserUrl, FURROW_TEST_DATABASES: '' },
    });
    expect(code === 0 ? '' : output).toBe('');
    expect(output).toMatch(/Test Suites: 4 passed, 4 total/);
  });

  it('prints what its README shows', async () => {
    const [, example = ''] =
      /```js\n(.*?)```/s.exec(readFileSync(join(copy, 'libs', NAME, 'README.md'), 'utf8')) ?? [];
    writeFileSync(join(copy, 'libs', NAME, 'example.js'), example);
    expect(await inCopy('node', ['example.js'], { folder: `libs/${NAME}` })).toEqual({
      code: 0,
      output: 'The first\ntrue\n',
    });
  });

  it('is wired into an API that starts', async () => {
    const { superuserUrl } = JSON.parse(process.env.FURROW_TEST_DATABASES ?? '');
    const child = spawn(process.execPath, ['apps/api/dist/main.js'], {
      cwd: copy,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: superuserUrl,
        FURROW_API_PORT: '0',
        FURROW_HOME: join(copy, '.furrow'),
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise((resolve) => child.on('close', () => resolve(`It ended: ${output}`)));
    const ready = new Promise((resolve) => child.on('message', (message) => resolve(message)));
    expect(await Promise.race([ready, ended])).toMatchObject({ ready: true });
    child.kill();
    await ended;
  });
});

/** Does what `pnpm install` does for the new package, without a network: creates its links and those to it. */
function link() {
  const folder = join(copy, 'libs', NAME);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  mkdirSync(join(folder, 'node_modules/@furrow'), { recursive: true });
  mkdirSync(join(folder, 'node_modules/@nestjs'));
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    symlinkSync(
      readlinkSync(join(copy, 'libs/access/node_modules', name)),
      join(folder, 'node_modules', name),
    );
  for (const user of ['libs/schema', 'apps/api'])
    symlinkSync(folder, join(copy, user, 'node_modules/@furrow', NAME));
}

async function inCopy(
  program: string,
  args: string[],
  { folder = '.', env = {} }: { folder?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const options = {
    cwd: join(copy, folder),
    env: { ...process.env, NODE_OPTIONS: '', NX_DAEMON: 'false', ...env },
    maxBuffer: 1 << 24,
  };
  try {
    const { stdout, stderr } = await promisify(execFile)(
      program === 'node' ? process.execPath : join(copy, 'node_modules/.bin', program),
      args,
      options,
    );
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
