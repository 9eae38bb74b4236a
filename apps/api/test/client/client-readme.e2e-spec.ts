import { execFile } from 'node:child_process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { aPhoto } from '@furrow/media/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeIf, PACK, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { STOPPED_API, System } from '@furrow/testbed/system';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CLIENT = join(ROOT, 'libs/client');
const run = promisify(execFile);

let system: System;
let farm: ProvisionedFarm;
let project: string;
let pages: Server;
let origin: string;

/** The result of step 3 of the README: the client, packed and installed, and crew.mjs. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'furrow-crew-'));
  pages = createServer((request, response) => void answerWithFile(request.url ?? '', response));
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  system = await System.start({ CORS_ORIGINS: origin });
  farm = await system.provision(aFarm('acme'));
  await writeFile(join(project, 'package.json'), '{ "private": true }');
  const { stdout } = await run(process.execPath, [PACK, 'client', '--to', project]);
  const tarball = `./${stdout.trim()}`;
  const { stdout: packed } = await run('tar', ['-tzf', tarball], { cwd: project });
  expect(packed.split('\n').filter((path) => /spec|testing/.test(path))).toEqual([]);
  await run('npm', ['install', '--prefer-offline', '--no-audit', tarball], { cwd: project });
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8');
  const [, example = ''] = /```js\n(.*?)```/s.exec(readme) ?? [];
  await writeFile(join(project, 'crew.mjs'), example);
  await writeFile(join(project, 'crew.mts'), example);
  const [, page = ''] = /```html\n(.*?)```/s.exec(readme) ?? [];
  await writeFile(join(project, 'crew.html'), page);
});
afterAll(async () => {
  pages.closeAllConnections();
  pages.close();
  await system.stop();
  await rm(project, { recursive: true });
});

/** Does what `python3 -m http.server` does in the project. */
async function answerWithFile(url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, origin);
  const content = await readFile(join(project, pathname)).catch(() => undefined);
  const type = pathname.endsWith('.html') ? 'text/html' : 'text/javascript';
  response.writeHead(content ? 200 : 404, { 'content-type': type }).end(content);
}

async function crew(args: string[], api = system.url): Promise<string[]> {
  const env = { ...process.env, API: api, JWT: system.key.jwt(farm.idpId('ana')) };
  const { stdout } = await run(process.execPath, ['crew.mjs', ...args], { cwd: project, env });
  return stdout.trim().split('\n');
}

describe('the first ten minutes with the client', () => {
  it('work as its README says', async () => {
    const [worker = '', prepared] = await crew(['prepare', 'morning']);
    expect(worker).toMatch(/^worker [0-9a-f-]{36}$/);
    const workerId = worker.replace('worker ', '');
    expect(prepared).toBe('sent 0 waiting 0 ok');

    const pick = (units: string) => crew(['pick', 'morning', workerId, units], STOPPED_API);
    expect(await pick('12.5')).toEqual(['sent 0 waiting 1 unreachable']);
    expect(await pick('8')).toEqual(['sent 0 waiting 2 unreachable']);

    expect(await crew(['sync'])).toEqual(['sent 2 waiting 0 ok']);
    expect(await crew(['sync'])).toEqual(['sent 0 waiting 0 ok']);
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
    // The libraries of TypeScript itself are the same for everybody.
    const checks = ['--noEmit', '--strict', '--skipDefaultLibCheck'];
    const options = [...checks, '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
    // Fails with the program's output.
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, [...options, 'crew.mts', 'browser.mts'], { cwd: project }).catch(
      (error: unknown) => error as { stdout: string },
    );
    expect(stdout).toBe('');
  });
});

describeIf(isChromiumHere(), 'chromium', 'the first ten minutes in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await Browser.open();
  });
  afterAll(() => browser.close());

  const state = (expected: RegExp) =>
    until(`the page shows ${expected.source}`, async () => {
      const text = await browser.value<string>(`document.querySelector('#state')?.textContent ?? ''`);
      return expected.test(text) && (JSON.parse(text) as object);
    });
  const open = async () => {
    await browser.goTo('about:blank');
    await browser.goTo(`${origin}/crew.html#${system.url},${system.key.jwt(farm.idpId('ben'))}`);
  };

  it('work as its README says, over CORS and with IndexedDB', async () => {
    await open();
    expect(await state(/none/)).toEqual({ sent: { session: 1 }, waiting: 0, refused: 0, error: 'none' });

    await browser.setOffline(true);
    const photo = (await aPhoto()).toString('base64');
    await browser.value(`(() => {
      const bytes = Uint8Array.from(atob('${photo}'), (byte) => byte.charCodeAt(0));
      const files = new DataTransfer();
      files.items.add(new File([bytes], 'face.jpg', { type: 'image/jpeg' }));
      document.querySelector('[name=photo]').files = files.files;
      document.querySelector('[name=first_name]').value = 'Rosa';
      document.querySelector('[name=last_name]').value = 'Vidal';
    })()`);
    await browser.click('button');
    expect(await state(/unreachable/)).toEqual({ sent: {}, waiting: 2, refused: 0, error: 'unreachable' });

    await browser.setOffline(false);
    await open();
    expect(await state(/worker/)).toEqual({
      ...{ sent: { worker: 1, record: 1 }, waiting: 0, refused: 0, error: 'none' },
    });
    const counted = await system.sql(
      `SELECT w.photo_key IS NOT NULL AS photo, r.units::float
       FROM production.records r JOIN workforce.workers w USING (company_id, worker_id)
       WHERE w.last_name = 'Vidal'`,
    );
    expect(counted).toEqual([{ photo: true, units: 1 }]);
  });
});
