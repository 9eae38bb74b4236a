import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAMS = { api: 'apps/api', 'iot-gateway': 'apps/iot-gateway', cli: 'tools/furrow' };

/** The content of a release: the bundles, and the packages that external/package.json lists */
let release: string;
const running: ChildProcess[] = [];

beforeAll(() => {
  release = realpathSync(mkdtempSync(join(tmpdir(), 'furrow-release-')));
  for (const [name, folder] of Object.entries(PROGRAMS)) {
    for (const part of ['bundle', 'package.json'])
      cpSync(join(ROOT, folder, part), join(release, name, part), { recursive: true });
    mkdirSync(join(release, name, 'node_modules'));
    for (const dependency of Object.keys(externalOf(folder)))
      symlinkSync(
        realpathSync(join(ROOT, folder, 'node_modules', dependency)),
        join(release, name, 'node_modules', dependency),
      );
  }
});

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(release, { recursive: true, force: true });
});

describe('a program that was copied away from the workspace, with only the libraries that it names', () => {
  it.each(Object.keys(PROGRAMS))('%s prints its version', (name) => {
    const { version } = JSON.parse(readFileSync(join(release, name, 'package.json'), 'utf8'));
    const printed = execFileSync(process.execPath, ['bundle/main.js', '--version'], {
      cwd: join(release, name),
    });
    expect(printed.toString()).toBe(`${version}\n`);
  });

  it('has the versions of these libraries that the program was tested with', () => {
    for (const folder of Object.values(PROGRAMS)) {
      const { dependencies } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
      expect(dependencies).toMatchObject(externalOf(folder));
    }
  });

  it('the API answers, and has the files of its reference', async () => {
    const { url } = await started('api');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    const style = await fetch(`${url}/docs/swagger-ui.css`);
    expect([style.status, style.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/css'),
    ]);
  });

  it('the command line has what it needs to migrate, up to the connection to the server', () => {
    const nowhere = 'postgresql://furrow@127.0.0.1:1/furrow';
    const { status, stderr } = spawnSync(process.execPath, ['bundle/main.js', 'migrate'], {
      cwd: join(release, 'cli'),
      env: {
        ...{ PATH: process.env.PATH, FURROW_HOME: join(release, 'home') },
        ...{ DATABASE_URL: nowhere, DATABASE_OWNER_URL: nowhere },
      },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining('cannot be reached')]);
  });

  it('the IoT gateway answers', async () => {
    const { url } = await started('iot-gateway');
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
  });
});

describe.each(Object.entries(PROGRAMS))('the bundle of %s', (_, folder) => {
  const bundle = join(ROOT, folder, 'bundle');

  it('maps its lines back to our sources', () => {
    const file = filesThat(bundle, 'InvalidConfig = class extends')[0] ?? '';
    const lines = readFileSync(file, 'utf8').split('\n');
    const line = lines.findIndex((text) => text.includes('InvalidConfig = class extends'));
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    const entry = map.findEntry(line, lines[line]?.indexOf('class extends') ?? 0);
    if (!('originalSource' in entry)) throw new Error('It has no source.');
    const source = resolve(dirname(file), entry.originalSource);
    expect(source).toBe(join(ROOT, 'libs/config/src/config.ts'));
    expect(readFileSync(source, 'utf8').split('\n')[entry.originalLine]).toContain('class InvalidConfig');
  });

  it('names the licences of the libraries in it', () => {
    const text = readFileSync(join(bundle, 'licenses.txt'), 'utf8');
    expect(text).toMatch(/^typeorm \d\S+, MIT$/m);
    expect(text).toContain('THE SOFTWARE IS PROVIDED "AS IS"');
  });
});

/** The libraries that a program does not contain. */
function externalOf(folder: string): Record<string, string> {
  const file = join(ROOT, folder, 'external/package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).dependencies : {};
}

async function started(name: string): Promise<{ url: string }> {
  const { superuserUrl } = JSON.parse(process.env.FURROW_TEST_DATABASES ?? '');
  const child = spawn(process.execPath, ['bundle/main.js'], {
    cwd: join(release, name),
    env: {
      ...{ PATH: process.env.PATH, FURROW_HOME: join(release, 'home'), DATABASE_URL: superuserUrl },
      ...{ FURROW_API_PORT: '0', FURROW_IOT_PORT: '0' },
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((answer, reject) => {
    child.on('message', (message) => answer(message as { url: string }));
    child.on('close', () => reject(new Error(`It ended: ${output}`)));
  });
}

function filesThat(folder: string, text: string) {
  return execFileSync('grep', ['-lrF', '--include=*.js', text, folder]).toString().trim().split('\n');
}
