import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, type ProvisionedFarm, System } from './harness/index.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLIENT = join(ROOT, 'libs/client');
const run = promisify(execFile);

let system: System;
let farm: ProvisionedFarm;
let project: string;

/** What a phone's developer has after step 3 of the README: the client, packed and installed, and crew.mjs. */
beforeAll(async () => {
  [system, project] = await Promise.all([System.start(), mkdtemp(join(tmpdir(), 'furrow-crew-'))]);
  farm = await system.provision(aFarm('acme'));
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  const { stdout } = await run('npm', ['pack', CLIENT, '--json'], { cwd: project });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  expect(packed.files.map(({ path }) => path).filter((path) => /spec|testing/.test(path))).toEqual([]);
  await run('npm', ['install', '--prefer-offline', `./${packed.filename}`], { cwd: project });
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  await writeFile(join(project, 'crew.mjs'), example);
  await writeFile(join(project, 'crew.mts'), example);
});
afterAll(async () => {
  await system.stop();
  await rm(project, { recursive: true });
});

async function crew(...args: string[]): Promise<string[]> {
  const env = { ...process.env, API: system.url, JWT: system.key.jwt(farm.idpId('ana')) };
  const { stdout } = await run(process.execPath, ['crew.mjs', ...args], { cwd: project, env });
  return stdout.trim().split('\n');
}

describe('the first ten minutes with the client', () => {
  it('go as its README says', async () => {
    const [worker = '', prepared] = await crew('prepare', 'morning');
    expect(worker).toMatch(/^worker [0-9a-f-]{36}$/);
    const workerId = worker.replace('worker ', '');
    expect(prepared).toBe('sent 0 waiting 0 ok');

    await system.kill();
    expect(await crew('pick', 'morning', workerId, '12.5')).toEqual(['sent 0 waiting 1 unreachable']);
    expect(await crew('pick', 'morning', workerId, '8')).toEqual(['sent 0 waiting 2 unreachable']);

    await system.startAgain();
    expect(await crew('sync')).toEqual(['sent 2 waiting 0 ok']);
    expect(await crew('sync')).toEqual(['sent 0 waiting 0 ok']);
    const kept = await system.sql(
      `SELECT r.units::float, r.recorded_at < r.created_at AS before
       FROM production.records r JOIN production.sessions s USING (company_id, session_id)
       WHERE s.local_id = 'morning' ORDER BY r.record_id`,
    );
    expect(kept).toEqual([
      { units: 12.5, before: true },
      { units: 8, before: true },
    ]);
  });

  it('have types, for Node.js and for a browser', async () => {
    await symlink(join(ROOT, 'node_modules/@types'), join(project, 'node_modules/@types'));
    const browser =
      "import { createFurrow, IndexedDbStore, Outbox } from '@furrow/client';\n" +
      "export const outbox = new Outbox(createFurrow({ baseUrl: '/', fetch }), new IndexedDbStore('a', indexedDB));\n";
    await writeFile(join(project, 'browser.mts'), browser);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    // Fails with what is wrong in its output.
    const { stdout } = await run(
      join(ROOT, 'node_modules/.bin/tsc'),
      [...options, 'crew.mts', 'browser.mts'],
      {
        cwd: project,
      },
    ).catch((error: unknown) => error as { stdout: string });
    expect(stdout).toBe('');
  });
});
