import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aDecompressionBomb, aHeavyPhoto, aPhoto, dataUrlOf, looksOf, SVG } from '@furrow/media/testing';
import { freePort, S3Server, until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm, WORKERS } from '@furrow/testbed/farms';
import { type ApiProcess, Client, fetch, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal, wrongFields } from '../harness/refusal.ts';

const MB = 1_048_576;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let photo: string;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  photo = dataUrlOf(await aPhoto());
});
afterAll(() => system?.stop());

const create = (over: object, client = ana) => client.post(WORKERS, farm.workerBody({ ...over }));
const opened = async (url: string, ask = fetch) => Buffer.from(await (await ask(url)).arrayBuffer());
const storedFiles = async () => {
  const all = await readdir(join(system.home, 'media'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return all.filter((entry) => entry.isFile()).length;
};
const rows = async () =>
  (await system.sql<{ count: number }>('SELECT count(*)::int FROM media.objects'))[0]!.count;

describe('a photo of a worker', () => {
  it.each(['jpeg', 'png', 'webp'] as const)(
    'is returned as a %s without the position where it was taken',
    async (format) => {
      const taken = await aPhoto(format, { orientation: 6 });
      expect((await looksOf(taken)).comesAlong).toContain('exif');
      const { status, data } = await create({ photo: dataUrlOf(taken, 'image/gif') });
      expect(status).toBe(201);
      const bytes = await opened(data.photo_url);
      expect(await looksOf(bytes)).toEqual({ format, width: 40, height: 60, comesAlong: [] });
      expect(bytes.includes('GPS')).toBe(false);
      expect(bytes.includes('Furrow was here')).toBe(false);
      expect((await ana.get(`${WORKERS}/${data.id}`)).data.photo_url).toContain(
        new URL(data.photo_url).pathname,
      );
    },
  );

  it('of nearly 12 MB is accepted', async () => {
    const heavy = await aHeavyPhoto('png', 1_900, 2_000);
    expect(heavy.length).toBeGreaterThan(11 * MB);
    expect(heavy.length).toBeLessThan(12 * MB);
    const { status, data } = await create({ photo: dataUrlOf(heavy) });
    expect(status).toBe(201);
    expect(await looksOf(await opened(data.photo_url))).toMatchObject({ width: 1_900, height: 2_000 });
  });

  it('may be omitted or null', async () => {
    expect((await create({ photo: null })).data.photo_url).toBeNull();
    expect((await create({})).data.photo_url).toBeNull();
  });

  it('is added by a repeat where there was none; the first photo stays', async () => {
    const body = farm.workerBody();
    await ana.post(WORKERS, body);
    const second = await ana.post(WORKERS, { ...body, photo });
    expect(second.body.meta).toEqual({ duplicate: true });
    const before = [await storedFiles(), await rows()];
    const third = await ana.post(WORKERS, { ...body, photo: dataUrlOf(await aPhoto('png')) });
    expect(new URL(third.data.photo_url).pathname).toBe(new URL(second.data.photo_url).pathname);
    expect([await storedFiles(), await rows()]).toEqual(before);
  });

  it.each([
    ['an SVG named PNG', async () => dataUrlOf(Buffer.from(SVG), 'image/png'), 415, 'unsupported_media'],
    ['text', async () => dataUrlOf(Buffer.from('no picture')), 415, 'unsupported_media'],
    ['half a JPEG', async () => dataUrlOf((await aPhoto()).subarray(0, 500)), 415, 'unsupported_media'],
    [
      'a bomb',
      async () => dataUrlOf(aDecompressionBomb(50_000, 50_000), 'image/png'),
      415,
      'unsupported_media',
    ],
    ['13 MB', async () => dataUrlOf(Buffer.alloc(13 * MB, 1)), 413, 'media_too_large'],
  ])('that is %s is refused, and nothing is stored', async (_name, sent, status, code) => {
    const before = [await storedFiles(), await rows()];
    const body = farm.workerBody({ photo: await sent() });
    expectRefusal(await ana.post(WORKERS, body), status, 'B', code, { field: 'photo' });
    expect([await storedFiles(), await rows()]).toEqual(before);
    expect((await ana.get(`${WORKERS}?q=${String(body['first_name'])}`)).body.meta.total).toBe(0);
  });

  it.each([
    ['truncated base64', () => photo.slice(0, -1)],
    ['a link', () => 'https://example.com/me.jpg'],
    ['no base64', () => 'data:image/png,hello'],
    ['a number', () => 7],
    ['nothing at all', () => ''],
  ])('that is %s is reported as a wrong field', async (_name, sent) => {
    const answer = await create({ photo: sent(), position: 'pilot' });
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(['photo', 'position']);
  });

  it('leaves no file behind when the worker is refused', async () => {
    const before = [await storedFiles(), await rows()];
    expectRefusal(await create({ photo, status: 'gone' }), 400, 'B', 'validation_failed');
    expectRefusal(await create({ photo }, farm.as('gus')), 403, 'B', 'forbidden');
    expect([await storedFiles(), await rows()]).toEqual(before);
  });

  it('may come in a body of at most 20 MB', async () => {
    const filled = (megabytes: number) => ({ ...farm.workerBody(), notKnown: 'x'.repeat(megabytes * MB) });
    expect((await ana.post(WORKERS, filled(19))).status).toBe(201);
    expectRefusal(await ana.post(WORKERS, filled(20)), 413, 'B', 'payload_too_large');
  });
});

describe('a media URL', () => {
  let url: URL;
  let workerId: string;
  beforeAll(async () => {
    const { data } = await create({ photo });
    url = new URL(data.photo_url);
    workerId = data.id;
  });
  const get = (change: (url: URL) => void = () => undefined, headers: Record<string, string> = {}) => {
    const changed = new URL(url);
    change(changed);
    return system.stranger.get(changed.pathname + changed.search, { headers });
  };

  it('opens for everybody who has it, from any origin', async () => {
    expect(url.origin).toBe(system.url);
    expect(url.pathname).toMatch(new RegExp(`^/media/${farm.ids.companyId}/[0-9a-f]{40}\\.jpg$`));
    const answer = await get();
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      ...{ 'content-type': 'image/jpeg', 'content-disposition': 'inline', 'accept-ranges': 'bytes' },
      ...{ 'cross-origin-resource-policy': 'cross-origin' },
    });
    const [, age] = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control')!)!;
    expect(Number(age)).toBeGreaterThan(3_500);
    expect(Number(age)).toBeLessThanOrEqual(3_600);
  });

  it('supports range requests', async () => {
    const whole = await opened(url.href);
    const range = await fetch(url, { headers: { range: 'bytes=2-5' } });
    expect([range.status, range.headers.get('content-range')]).toEqual([206, `bytes 2-5/${whole.length}`]);
    expect(Buffer.from(await range.arrayBuffer())).toEqual(whole.subarray(2, 6));
    const link = url.pathname + url.search;
    const beyond = await system.stranger.get(link, { headers: { range: 'bytes=90000000-' } });
    expectRefusal(beyond, 416, 'B', 'range_not_satisfiable');
    expect(beyond.headers.get('content-range')).toBe(`bytes */${whole.length}`);
  });

  it('answers whether it is still valid, on HEAD', async () => {
    const asked = (headers: Record<string, string>) =>
      system.stranger.get(url.pathname + url.search, { headers });
    const modified = (await asked({})).headers.get('last-modified')!;
    // `fetch` bypasses every cache by default.
    const cached = { 'if-modified-since': modified, 'cache-control': 'max-age=0' };
    expect((await asked(cached)).status).toBe(304);
    expectRefusal(await asked({ 'if-match': '"another"' }), 412, 'B', 'precondition_failed');
  });

  it.each<[string, (url: URL) => void]>([
    ['without a signature', (changed) => (changed.search = '')],
    [
      'with half of one',
      ({ searchParams }) => searchParams.set('signature', searchParams.get('signature')!.slice(0, 20)),
    ],
    [
      'with another’s',
      ({ searchParams }) => searchParams.set('signature', Buffer.alloc(32).toString('base64url')),
    ],
    ['with two', ({ searchParams }) => searchParams.append('signature', searchParams.get('signature')!)],
    ['for longer than it was given', ({ searchParams }) => searchParams.set('expires', '9999999999')],
    ['of another medium', (changed) => (changed.pathname = changed.pathname.replace('.jpg', '.png'))],
    [
      'that was climbed out of',
      (changed) => (changed.pathname = `/media/${farm.ids.companyId}/..%2f..%2fkeys`),
    ],
  ])('%s is 403', async (_name, change) => {
    expectRefusal(await get(change), 403, 'B', 'forbidden');
  });

  describe('of a process with settings of its own', () => {
    let client: Client;
    let configured: ApiProcess;
    beforeAll(async () => {
      const port = await freePort();
      configured = await system.another({
        ...{ MEDIA_URL_TTL: '1s', PUBLIC_API_URL: 'https://farm.example/', FURROW_API_PORT: `${port}` },
      });
      client = new Client(`http://127.0.0.1:${port}`, ana.headers);
    });
    afterAll(() => configured?.end());

    it('expires', async () => {
      const worker = await farm.worker(ana, { photo });
      const statusOf = async (path: string) => (await system.stranger.get(path)).status;
      // Both hosts have the key of the same FURROW_HOME. On a busy machine a URL may expire before it is used.
      const path = await until('a URL is used before it expires', async () => {
        const { data } = await client.get(`${WORKERS}/${worker.id}`);
        const { pathname, search } = new URL(data.photo_url);
        return (await statusOf(pathname + search)) === 200 && pathname + search;
      });
      await until('it has expired', async () => (await statusOf(path)) !== 200);
      expectRefusal(await system.stranger.get(path), 403, 'B', 'forbidden');
    });

    it('starts with PUBLIC_API_URL if that is set', async () => {
      const { data } = await client.get(`${WORKERS}/${workerId}`);
      expect(data.photo_url).toMatch(`https://farm.example${url.pathname}?expires=`);
    });
  });

  it('is 404 when the medium is deleted', async () => {
    const { data } = await create({ photo });
    const { pathname, search } = new URL(data.photo_url);
    await rm(join(system.home, pathname));
    expectRefusal(await system.stranger.get(pathname + search), 404, 'B', 'media_not_found');
  });

  it('is signed with a key that only the service’s user may read', async () => {
    expect((await stat(join(system.home, 'keys', 'media-url'))).mode & 0o777).toBe(0o600);
  });
});

describe('photos in a bucket', () => {
  let s3: S3Server;
  let inBucket: System;
  beforeAll(async () => {
    s3 = await S3Server.start();
    inBucket = await System.start(s3.environment);
  });
  afterAll(async () => {
    await inBucket?.stop();
    await s3?.stop();
  });

  it('open at the bucket itself, and leave nothing on disk', async () => {
    const acme = await inBucket.provision(aFarm('acme'));
    const worker = await acme.worker(acme.as('ana'), { photo });
    expect(worker.photo_url).toMatch(new RegExp(`^${s3.url}/${S3Server.bucket}/${acme.ids.companyId}/`));
    // The bucket is not one of the hosts of docs/openapi.json.
    expect(await looksOf(await opened(worker.photo_url, globalThis.fetch))).toEqual({
      ...{ format: 'jpeg', width: 60, height: 40, comesAlong: [] },
    });
    expect(await readdir(inBucket.home)).not.toContain('media');
    const refused = await acme
      .as('ana')
      .post(WORKERS, acme.workerBody({ photo: dataUrlOf(Buffer.from(SVG)) }));
    expectRefusal(refused, 415, 'B', 'unsupported_media', { field: 'photo' });
  });

  it('are answered 503 while they cannot be stored', async () => {
    const farm = await inBucket.provision(aFarm('later'));
    await s3.stop();
    const body = farm.workerBody({ photo });
    expectRefusal(await farm.as('ana').post(WORKERS, body), 503, 'B', 'overloaded');
    expect((await farm.as('ana').get(WORKERS)).body.meta.total).toBe(0);
    s3 = await S3Server.start();
  });
});
