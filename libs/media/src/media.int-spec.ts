import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import type { Client } from 'pg';
import { SharedSecret } from '@furrow/config';
import { Database, Transaction } from '@furrow/database';
import { describeMediaRegister } from './testing/media-register.contract.ts';
import { describeMediaStore, type OpenedMediaStore } from './testing/media-store.contract.ts';
import { createTestDatabase, S3Server, type TestDatabase, withClient } from '@furrow/testbed';
import { BucketObjects } from './bucket-objects.ts';
import { DriveMediaStore } from './drive-media-store.ts';
import { MediaUnavailable } from './media-unavailable.ts';
import type { MediaContent } from './content/media-content.ts';
import { MediaFiles } from './media-files.ts';
import { MediaLinks } from './media-links.ts';
import { FolderObjects, type MediaObjects } from './media-objects.ts';
import { MediaRegister } from './media-register.ts';
import { PublicAddress } from './public-address.ts';
import { StrayMedia } from './stray-media.ts';
import { SweepMedia } from './sweep-media.ts';

const NOW = '2026-01-31T08:00:00Z';
const HOUR_MS = 3_600_000;
const photo: MediaContent = { bytes: Buffer.from('a photo'), mimeType: 'image/png', extension: 'png' };

let test: TestDatabase;
let database: Database;
let s3: S3Server;
let fresh: S3Server;
let folder: string;
const clock = new FixedClock(NOW);
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 10, rows: [] });
  s3 = await S3Server.start();
  folder = await mkdtemp(join(tmpdir(), 'furrow-media-'));
});
afterAll(async () => {
  await s3.stop();
  await database.close();
  await test.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => clock.set(NOW));

const linksOf = () => {
  const secret = new SharedSecret(folder, 'media-url', 'a secret of more than thirty-two characters');
  return new MediaLinks(secret, 3_600, new PublicAddress('http://api.example'), clock);
};
const inFolder = () => new FolderObjects({ driver: 'fs', folder: join(folder, 'media') }, linksOf());
const inBucket = (over: object = {}) =>
  new BucketObjects(
    {
      ...{
        driver: 's3',
        bucket: S3Server.bucket,
        region: 'us-east-1',
        endpoint: s3.url,
        forcePathStyle: true,
      },
      ...{ credentials: S3Server.credentials, ...over },
    },
    3_600,
  );
const register = () => new MediaRegister(database, clock);
const storeOf = (objects: MediaObjects) => new DriveMediaStore(register(), objects);
const openedWith = (objects: MediaObjects, fetch: OpenedMediaStore['fetch']): OpenedMediaStore => ({
  store: storeOf(objects),
  transaction: (companyId, work) => database.tenant(companyId, work),
  fetch,
});

async function fetchFile(url: string) {
  const { pathname, searchParams } = new URL(url);
  const key = pathname.replace('/media/', '');
  const files = new MediaFiles(join(folder, 'media'), linksOf(), register());
  const file = await files.open(key, searchParams.get('expires'), searchParams.get('signature'));
  return file && { bytes: await readFile(join(file.folder, key)), mimeType: file.mimeType };
}

async function fetchOverHttp(url: string) {
  const response = await fetch(url);
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return {
    bytes: Buffer.from(await response.arrayBuffer()),
    mimeType: response.headers.get('content-type') ?? '',
  };
}

describeMediaRegister('PostgreSQL');
describeMediaStore('the one on disk', async () => openedWith(inFolder(), fetchFile));
describeMediaStore('the one in a bucket', async () => openedWith(inBucket(), fetchOverHttp));

describe('media on disk', () => {
  it('are readable for the service’s own user only', async () => {
    await storeOf(inFolder()).put(newId(), photo);
    expect((await stat(join(folder, 'media'))).mode & 0o077).toBe(0);
  });

  it('leave nothing behind if they cannot be written', async () => {
    const company = newId();
    const blocked = new FolderObjects({ driver: 'fs', folder: '/dev/null/media' }, linksOf());
    await expect(storeOf(blocked).put(company, photo)).rejects.toThrow(MediaUnavailable);
  });
});

describe('media in a bucket', () => {
  const put = async () => {
    const store = storeOf(inBucket());
    return store.urlOf(await store.put(newId(), photo));
  };

  it('open with the signature alone, inline and with their type', async () => {
    const url = new URL(await put());
    const opened = await fetch(url);
    expect(opened.status).toBe(200);
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=3600',
    });
    const statusOf = async (change: (url: URL) => void) => {
      const changed = new URL(url);
      change(changed);
      return (await fetch(changed)).status;
    };
    // Whether it opens without any signature depends on the bucket's policy, which this server does not have.
    expect(await statusOf(({ searchParams }) => searchParams.set('X-Amz-Signature', '0'.repeat(64)))).toBe(
      403,
    );
    expect(await statusOf(({ searchParams }) => searchParams.set('X-Amz-Expires', '7200'))).toBe(403);
    expect(await statusOf((changed) => (changed.pathname += 'x'))).toBe(403);
  });

  it('are refused to a service with another secret', async () => {
    const stranger = inBucket({ credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' } });
    await expect(storeOf(stranger).put(newId(), photo)).rejects.toThrow(MediaUnavailable);
  });

  it('of 12 MB are transferred completely', async () => {
    const store = storeOf(inBucket());
    const bytes = Buffer.alloc(12 * 1024 * 1024, 'furrow');
    const opened = await fetchOverHttp(await store.urlOf(await store.put(newId(), { ...photo, bytes })));
    expect(opened?.bytes.equals(bytes)).toBe(true);
  });
});

describe.each([
  ['disk', inFolder],
  ['bucket', () => inBucket()],
])('the sweep of a %s', (_name, objectsOf) => {
  const isThere = async (objects: MediaObjects, key: string) =>
    existsSync(join(folder, 'media', key)) ||
    (await fetch(await objects.urlOf(key)).then(
      ({ ok }) => ok,
      () => false,
    ));

  it('removes what was not kept for a day, and leaves the rest', async () => {
    const objects = objectsOf();
    const [store, company] = [storeOf(objects), newId()];
    const sweep = new SweepMedia(register(), objects, clock);
    const [kept, left] = [await store.put(company, photo), await store.put(company, photo)];
    const rolledBack = await store.put(company, photo);
    await database.tenant(company, (tx) => store.keep(tx, [kept]));
    const failing = database.tenant(company, async (tx) => {
      await store.keep(tx, [rolledBack]);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');

    clock.advance(24 * HOUR_MS);
    const young = await store.put(company, photo);
    await sweep.execute();
    expect(await keysOf(company)).toEqual([kept, left, rolledBack, young].sort());
    clock.advance(1);
    expect(await sweep.execute()).toEqual({ removed: expect.any(Number), failed: 0 });
    expect(await keysOf(company)).toEqual([kept, young].sort());
    expect(await Promise.all([kept, left, rolledBack, young].map((key) => isThere(objects, key)))).toEqual([
      ...[true, false, false, true],
    ]);
  });

  it('is safe in several processes at once', async () => {
    const objects = objectsOf();
    const [store, company] = [storeOf(objects), newId()];
    for (let count = 0; count < 20; count++) await store.put(company, photo);
    clock.advance(24 * HOUR_MS + 1);
    const sweeps = Array.from({ length: 4 }, () => new SweepMedia(register(), objects, clock).execute());
    for (const { failed } of await Promise.all(sweeps)) expect(failed).toBe(0);
    expect(await keysOf(company)).toEqual([]);
  });
});

describe('a sweep', () => {
  const sweep = (objects: MediaObjects = inFolder()) => new SweepMedia(register(), objects, clock).execute();

  it('passes over a medium that a request is keeping, and removes those of others meanwhile', async () => {
    const store = storeOf(inFolder());
    const [company, other] = [newId(), newId()];
    const [key] = [await store.put(company, photo), await store.put(other, photo)];
    clock.advance(25 * HOUR_MS);
    await database.tenant(company, async (tx) => {
      await store.keep(tx, [key]);
      expect(await sweep()).toEqual({ removed: 1, failed: 0 });
    });
    expect(await fetchFile(await store.urlOf(key))).toBeDefined();
    expect([await keysOf(company), await keysOf(other)]).toEqual([[key], []]);
  });

  it('removes all but a medium that PostgreSQL fails with, however many there are', async () => {
    const [store, company] = [storeOf(inFolder()), newId()];
    const keys = await Promise.all(Array.from({ length: 3 }, () => store.put(company, photo)));
    await database.tenant(company, (tx) =>
      tx.query(
        `INSERT INTO media.objects (company_id, key, mime_type, bytes, created_at)
         SELECT $1::uuid, $1 || '/' || n, 'image/png', 1, $2 FROM generate_series(1, 600) AS n`,
        [company, clock.now()],
      ),
    );
    clock.advance(25 * HOUR_MS);
    await asOwner(test, (client) =>
      client.query(`
        CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF NEW.key = '${keys[0]}' THEN RAISE EXCEPTION 'poison'; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER poison BEFORE UPDATE ON media.objects FOR EACH ROW EXECUTE FUNCTION poison()`),
    );
    const slices = jest.spyOn(Transaction.prototype, 'query');
    try {
      expect(await sweep()).toEqual({ removed: 602, failed: 1 });
      const sizes = slices.mock.calls.flatMap(([, parameters = []]) =>
        parameters.filter(Array.isArray).map((some: unknown[]) => some.length),
      );
      expect(Math.max(...sizes)).toBe(500);
    } finally {
      slices.mockRestore();
      await asOwner(test, (client) => client.query('DROP FUNCTION poison CASCADE'));
    }
    expect(await keysOf(company)).toEqual([keys[0]]);
    expect(await sweep()).toEqual({ removed: 1, failed: 0 });
  });

  it('gives up while the store is away, and then continues with what it has not tried', async () => {
    const objects = inFolder();
    const [store, company] = [storeOf(objects), newId()];
    for (let i = 0; i < 101; i++) await store.put(company, photo);
    clock.advance(25 * HOUR_MS);
    const tried: string[] = [];
    objects.remove = async (key) => {
      tried.push(key);
      throw new Error('away');
    };
    const sweeping = new SweepMedia(register(), objects, clock);
    expect(await sweeping.execute()).toEqual({ removed: 0, failed: 100 });
    expect(await sweeping.execute()).toEqual({ removed: 0, failed: 1 });
    expect(new Set(tried).size).toBe(101);
    expect(await sweep()).toEqual({ removed: 101, failed: 0 });
  });

  it('that comes first makes the request fail', async () => {
    const [store, company] = [storeOf(inFolder()), newId()];
    const key = await store.put(company, photo);
    await register().condemn(company, [key]);
    await expect(database.tenant(company, (tx) => store.keep(tx, [key]))).rejects.toThrow('not there');
  });

  it('continues where one that died stopped, and tries again what could not be removed', async () => {
    const objects = inFolder();
    const [store, company] = [storeOf(objects), newId()];
    const keys = [await store.put(company, photo), await store.put(company, photo)].sort();
    clock.advance(25 * HOUR_MS);
    const remove = objects.remove.bind(objects);
    objects.remove = (key) => (key === keys[0] ? Promise.reject(new Error('stuck')) : remove(key));
    expect(await sweep(objects)).toMatchObject({ failed: 1 });
    expect(await keysOf(company)).toEqual([keys[0]]);
    objects.remove = remove;
    expect(await sweep(objects)).toEqual({ removed: 1, failed: 0 });
    expect(await keysOf(company)).toEqual([]);
    expect(await readdir(join(folder, 'media', company))).toEqual([]);
  });
});

async function keysOf(company: string): Promise<string[]> {
  const rows = await database.tenant(company, (tx) =>
    tx.query<{ key: string }>('SELECT key FROM media.objects ORDER BY key'),
  );
  return rows.map(({ key }) => key);
}

describe.each([
  ['a folder', () => new FolderObjects({ driver: 'fs', folder: join(folder, newId()) }, linksOf())],
  ['a bucket', () => inBucket({ endpoint: fresh.url })],
])('media in %s without a row', (_, open) => {
  beforeAll(async () => {
    fresh = await S3Server.start();
  });
  afterAll(() => fresh.stop());
  const straysOf = (objects: MediaObjects) => new StrayMedia(register(), objects, new SystemClock());
  /** As after a restore of an older dump. */
  const forget = (key: string) =>
    asOwner(test, (client) => client.query('DELETE FROM media.objects WHERE key = $1', [key]));
  const isThere = async (objects: MediaObjects, key: string) => {
    for await (const stored of objects.all()) if (stored.some((object) => object.key === key)) return true;
    return false;
  };

  it('are found and removed unless they were stored lately; what is or may be kept stays', async () => {
    const objects = open();
    const [store, company] = [storeOf(objects), newId()];
    const [kept, fresh, stray, other] = await Promise.all(
      Array.from({ length: 4 }, () => store.put(company, photo)),
    );
    await database.tenant(company, (tx) => store.keep(tx, [kept!]));
    await forget(stray!);
    await forget(other!);
    const before = await straysOf(objects).count();
    expect(before.strays).toBe(2);
    expect(await straysOf(objects).sweep(HOUR_MS)).toMatchObject({ strays: 2, removed: 0, young: 2 });
    expect(await straysOf(objects).sweep(-HOUR_MS)).toEqual({ ...before, removed: 2, young: 0, failed: 0 });
    expect(await straysOf(objects).count()).toEqual({ objects: before.objects - 2, strays: 0 });
    for (const [key, stays] of [
      [kept, true],
      [fresh, true],
      [stray, false],
      [other, false],
    ] as const)
      expect(await isThere(objects, key!)).toBe(stays);
    await database.tenant(company, (tx) => store.keep(tx, [fresh!]));
  });

  it('never include an upload in progress', async () => {
    const objects = open();
    const [store, company] = [storeOf(objects), newId()];
    const keys: string[] = [];
    let sweeping = true;
    const upload = async () => {
      for (let count = 0; count < 10; count++) {
        const key = await store.put(company, photo);
        await database.tenant(company, (tx) => store.keep(tx, [key]));
        keys.push(key);
      }
    };
    const sweep = async () => {
      let removed = 0;
      while (sweeping) removed += (await straysOf(objects).sweep(-HOUR_MS)).removed;
      return removed;
    };
    const swept = sweep();
    await Promise.all([upload(), upload(), upload()]).finally(() => (sweeping = false));
    expect(await swept).toBe(0);
    for (const key of keys) expect(await isThere(objects, key)).toBe(true);
  });
});

const asOwner = (of: TestDatabase, work: (client: Client) => Promise<unknown>) =>
  withClient(of.ownerUrl, work);
