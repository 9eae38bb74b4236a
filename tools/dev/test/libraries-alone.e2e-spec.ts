import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CONTEXTS } from '../contexts.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
/** Libraries with a domain, each after those that it may use. */
const LIBRARIES = ['kernel', ...Object.keys(CONTEXTS)];

describe('a library that is packed and installed in an empty project', () => {
  let project: string;

  const pack = (...names: string[]) =>
    run(process.execPath, [join(root, 'tools/dev/pack.mjs'), ...names, '--to', join(project, 'packages')]);

  beforeAll(async () => {
    project = mkdtempSync(join(tmpdir(), 'furrow-alone-'));
    await pack(...LIBRARIES, 'client');
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const packed = readdirSync(join(project, 'packages')).filter(
      (name) => !name.startsWith('furrow-client-'),
    );
    await run(
      'npm',
      ['install', '--prefer-offline', '--no-audit', ...packed.map((name) => `./packages/${name}`)],
      { cwd: project },
    );
    // Runs the example as pasted, as JavaScript and as TypeScript.
    for (const name of LIBRARIES)
      for (const extension of ['mjs', 'ts'])
        writeFileSync(join(project, `${name}.${extension}`), exampleOf(name));
  });

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  it('comes without a framework, a database, or what is built on them', () => {
    const installed = readdirSync(join(project, 'node_modules'));
    const scoped = installed
      .filter((name) => name.startsWith('@'))
      .flatMap((scope) =>
        readdirSync(join(project, 'node_modules', scope)).map((name) => `${scope}/${name}`),
      );
    expect(
      [...installed, ...scoped].filter((name) => /nest|typeorm|^pg|reflect|database/.test(name)),
    ).toEqual([]);
    expect(scoped.filter((name) => name.startsWith('@furrow/')).sort()).toEqual(
      LIBRARIES.map((name) => `@furrow/${name}`).sort(),
    );
  });

  it.each(LIBRARIES)('%s does what its README shows', async (name) => {
    const { stdout } = await run(process.execPath, [`${name}.mjs`], { cwd: project });
    expect(stdout.trimEnd().split('\n')).toEqual(shownIn(exampleOf(name)));
  });

  it('includes the client, and the list of libraries is complete', async () => {
    expect(readdirSync(join(project, 'packages'))).toHaveLength(LIBRARIES.length + 1);
    expect(readdirSync(join(project, 'packages'))).toContainEqual(expect.stringMatching(/^furrow-client-\d/));
    const refused = await pack('nothing').catch((error: unknown) => error);
    expect(refused).toHaveProperty('code', 2);
    expect((refused as Error & { stderr: string }).stderr).toMatch(
      /There is no library "nothing"; NAME may be kernel, .*client/,
    );
  });

  it('has types', async () => {
    symlinkSync(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
    const checks = ['--noEmit', '--strict', '--skipDefaultLibCheck'];
    const options = [...checks, '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    const files = LIBRARIES.map((name) => `${name}.ts`);
    // Fails with the compiler's output.
    const tsc = join(root, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, [...options, ...files], { cwd: project }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });
});

function exampleOf(library: string) {
  const readme = readFileSync(join(root, 'libs', library, 'README.md'), 'utf8');
  const [, example] = /```js\n(.*?)```/s.exec(readme) ?? [];
  if (example === undefined) throw new Error(`libs/${library}/README.md has no example.`);
  return example;
}

/**
 * The output that an example claims: after each `console.log(…);`, or in the comment below it.
 */
function shownIn(example: string) {
  const shown = [...example.matchAll(/console\.log\((?:(?!console\.log\().)*?\);[ \n]\/\/ ([^\n]*)/gs)].map(
    ([, line]) => line,
  );
  const logs = example.match(/console\.log\(/g) ?? [];
  if (logs.length === 0 || shown.length !== logs.length)
    throw new Error('An example shows what each console.log prints, behind it or in the line below.');
  return shown;
}
