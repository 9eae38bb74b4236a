import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { appFiles } from './app-files.ts';
import { Bundle, folderOf } from './bundle.ts';
import { consolePolicy, fieldPolicy } from './page-policy.ts';

const POLICY = "default-src 'none'";
const SCRIPT = `console.log(${JSON.stringify('picked '.repeat(500))})`;
const PAGE = { accept: 'text/html,*/*;q=0.8' };

let folder: string;
let server: Server;
let base: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furrow-console-'));
  const app = express();
  app.disable('etag');
  app.use(
    '/console',
    appFiles({ name: 'console', bundle: new Bundle(folder), policy: () => POLICY, permissions: 'camera=()' }),
  );
  app.use((_, response) => void response.status(404).send('nothing'));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(base + path, { headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
const fetched = async (path: string, headers: Record<string, string> = {}) => {
  const response = await get(path, headers);
  return [response.status, await response.text()];
};

it('the console answers that it is not built, and is served as soon as it is built', async () => {
  expect(await fetched('/console/today', PAGE)).toEqual([404, expect.stringContaining('not built')]);
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'index-a1.js'), SCRIPT);
  await writeFile(join(folder, 'sw.js'), 'self.skipWaiting()');
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Furrow</title>');
  expect(await fetched('/console/', PAGE)).toEqual([200, expect.stringContaining('Furrow')]);
});

describe('the built console', () => {
  it.each(['/console/', '/console/today', '/console/sessions/0199c6a4?lang=es', '/console/devices/ws.01'])(
    'serves its page at %s and has it revalidated each time',
    async (path) => {
      const response = await get(path, PAGE);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        ...[200, 'text/html; charset=utf-8'],
      ]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(response.headers.get('referrer-policy')).toBe('same-origin');
    },
  );

  it('redirects from /console to its page', async () => {
    const response = await get('/console?lang=es', PAGE);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console/?lang=es']);
  });

  it('is cached forever where the file name contains a hash, and revalidated otherwise', async () => {
    const [script, worker] = [await get('/console/assets/index-a1.js'), await get('/console/sw.js')];
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ])('is compressed for clients that accept %s, with %s', async (accepted, encoding) => {
    const response = await get('/console/assets/index-a1.js', { 'accept-encoding': accepted });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(Number(response.headers.get('content-length'))).toBeLessThan(SCRIPT.length / 10);
    expect(await response.text()).toBe(SCRIPT);
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await get('/console/sw.js')).headers.get('etag')!;
    for (const known of [etag, `"other", W/${etag}`])
      expect(await fetched('/console/sw.js', { 'if-none-match': known })).toEqual([304, '']);
    expect((await fetched('/console/sw.js', { 'if-none-match': '"other"' }))[0]).toBe(200);
  });

  it('answers HEAD like GET', async () => {
    const response = await fetch(`${base}/console/sw.js`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each([
    ['/console/assets/index-b2.js', {}],
    ['/console/assets/index-b2.js', PAGE],
    ['/console/missing.css', {}],
    ['/console/../package.json', {}],
    ['/console/%2e%2e%2fpackage.json', {}],
    ['/consoles', PAGE],
  ])('has nothing at %s for %j', async (path, headers) => {
    expect(await fetched(path, headers)).toEqual([404, 'nothing']);
  });

  it('accepts no other method', async () => {
    expect((await fetch(`${base}/console/`, { method: 'POST' })).status).toBe(404);
  });

  it('is read again after a new build', async () => {
    await writeFile(join(folder, 'index.html'), '<title>again</title>');
    await utimes(join(folder, 'index.html'), new Date(), new Date(Date.now() + 5_000));
    expect(await fetched('/console/', PAGE)).toEqual([200, '<title>again</title>']);
  });
});

it.each(['console', 'field'])('the %s stands beside the API in the source tree', (app) => {
  expect(folderOf(app)).toMatch(new RegExp(`apps/${app}/dist$`));
  expect(folderOf(app, '/nowhere/at/all')).toBeUndefined();
});

describe('the content security policy of its pages', () => {
  const bucket = { driver: 's3', bucket: 'photos', region: 'eu-1', credentials: undefined } as const;

  it('allows only files and requests of the host', () => {
    const policy = consolePolicy('https://farm.example', { driver: 'fs', folder: '/media' });
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';/);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("img-src 'self' data: blob: https://farm.example;");
  });

  it('allows pictures of a map from the host that the operator names, and nothing else of it', () => {
    const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '' };
    const policy = consolePolicy('https://farm.example', { driver: 'fs', folder: '/media' }, tiles);
    expect(policy).toContain("img-src 'self' data: blob: https://farm.example https://tiles.example;");
    expect(policy.match(/tiles\.example/g)).toHaveLength(1);
  });

  it('allows the field app WebAssembly and the photos of workers besides', () => {
    const policy = fieldPolicy('https://farm.example', { driver: 'fs', folder: '/media' });
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';");
    expect(policy).toContain("connect-src 'self' blob: https://farm.example;");
    expect(policy.replace('wasm-unsafe-eval', '')).not.toMatch(/unsafe|\*/);
  });

  it.each([
    [{ endpoint: undefined, forcePathStyle: false }, 'https://photos.s3.eu-1.amazonaws.com'],
    [{ endpoint: 'http://s3.example:9000', forcePathStyle: true }, 'http://s3.example:9000'],
    [{ endpoint: 'https://s3.example', forcePathStyle: false }, 'https://photos.s3.example'],
  ])('allows photos of a bucket as with %j', (how, origin) => {
    expect(consolePolicy('https://farm.example', { ...bucket, ...how })).toContain(
      `media-src 'self' blob: https://farm.example ${origin};`,
    );
  });
});
