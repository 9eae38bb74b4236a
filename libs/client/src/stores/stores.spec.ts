import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { IDBFactory } from 'fake-indexeddb';
import { FolderStore } from '../node/index.ts';
import type { Entry } from '../outbox/entry.ts';
import type { Media } from '../outbox/media.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { IndexedDbStore } from './indexed-db-store.ts';
import { KeyValueStore } from './key-value-store.ts';
import { MemoryStore } from './memory-store.ts';

const home = mkdtempSync(join(tmpdir(), 'furrow-client-'));
afterAll(() => rm(home, { recursive: true }));

const [memory, anotherMemory] = [new MemoryStore(), new MemoryStore()];
const items = new Map<string, string>();
const local = {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};
const localStorage = Object.defineProperty(
  { ...local, key: (i: number) => [...items.keys()][i] ?? null, length: 0 },
  'length',
  {
    get: () => items.size,
  },
);
const asyncStorage = {
  getItem: async (key: string) => local.getItem(key),
  setItem: async (key: string, value: string) => local.setItem(key, value),
  removeItem: async (key: string) => local.removeItem(key),
  getAllKeys: async () => [...items.keys()],
};
const factory = new IDBFactory() as never;

/** Each in the state after a restart of the app: only what the store wrote is left. */
const STORES: [string, () => OutboxStore, () => OutboxStore][] = [
  ['memory', () => memory, () => anotherMemory],
  ['localStorage', () => new KeyValueStore(localStorage), () => new KeyValueStore(localStorage, 'of-ben')],
  [
    'AsyncStorage',
    () => new KeyValueStore(asyncStorage, 'of-ana'),
    () => new KeyValueStore(asyncStorage, 'of-an'),
  ],
  ['IndexedDB', () => new IndexedDbStore('of-ana', factory), () => new IndexedDbStore('of-ben', factory)],
  [
    'a folder',
    () => new FolderStore(join(home, 'of', 'ana')),
    () => new FolderStore(join(home, 'of', 'ben')),
  ],
];

const entry = (order: number, workerId = 'luis'): Entry => ({
  ...{ id: `id/${order}`, order, queuedAt: '2026-03-02T10:00:00.000Z', kind: 'record', state: 'waiting' },
  body: {
    ...{ sessionId: 's1', workerId, units: 0.1, notes: '漢 🍒 "\n', qualityId: null },
    ...{ clientEventId: `e${order}`, recordedAt: '2026-03-02T10:00:00.000Z' },
  },
});
const kept = async (store: OutboxStore) => (await store.load()).sort((a, b) => a.order - b.order);

describe.each(STORES)('a store in %s', (_, open, another) => {
  it('returns what was put, and nothing that was removed', async () => {
    expect(await kept(open())).toEqual([]);
    await open().put([entry(1), entry(2), entry(3)]);
    await open().put([entry(2, 'rosa')]);
    await open().put([]);
    expect(await kept(open())).toEqual([entry(1), entry(2, 'rosa'), entry(3)]);
    await open().remove(['id/1', 'id/3', 'never/there']);
    await open().remove([]);
    expect(await kept(open())).toEqual([entry(2, 'rosa')]);
  });

  it('separates users', async () => {
    await another().put([entry(9)]);
    expect(await kept(open())).toEqual([entry(2, 'rosa')]);
    expect(await kept(another())).toEqual([entry(9)]);
  });
});

describe.each(STORES)('files in a store in %s', (_, open) => {
  const bytes = Uint8Array.from({ length: 700_001 }, (__, i) => (i * 7) % 256);
  const media: Media[] = [
    { field: 'picture', type: 'image/jpeg', bytes },
    { field: 'voice', type: 'audio/wav', bytes: new Uint8Array(0) },
    { field: 'signed', type: 'image/png', bytes: new Uint8Array([255]) },
  ];

  const legible = (files: readonly Media[]) =>
    files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString('base64') }));

  it('are returned unchanged, stay when their entry changes, and are removed with it', async () => {
    await open().put([entry(20), entry(21)], [{ entryId: 'id/20', media }]);
    await open().put([entry(20, 'rosa')]);
    expect(legible(await open().media!('id/20'))).toEqual(legible(media));
    expect(await open().media!('id/21')).toEqual([]);
    expect((await kept(open())).map(({ id }) => id)).toEqual(expect.arrayContaining(['id/20', 'id/21']));
    await open().remove(['id/20', 'id/21']);
    expect(await open().media!('id/20')).toEqual([]);
    expect([...items.keys()].filter((key) => key.includes('id/20'))).toEqual([]);
  });

  it('take turns among all that have the store open', async () => {
    const running: number[] = [];
    let most = 0;
    const work = (i: number) => async () => {
      running.push(i);
      most = Math.max(most, running.length);
      await new Promise((resolve) => setImmediate(resolve));
      running.splice(running.indexOf(i), 1);
      if (i === 1) throw new Error('a turn that fails');
      return i;
    };
    const turns = [0, 1, 2].map((i) => open().exclusively!(work(i)));
    expect(await Promise.allSettled(turns)).toMatchObject([
      ...[{ value: 0 }, { reason: { message: 'a turn that fails' } }, { value: 2 }],
    ]);
    expect(most).toBe(1);
  });

  it('release a waiter that aborts', async () => {
    const controller = new AbortController();
    let end: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const isFirst = new Promise<void>((resolve) => (begun = resolve));
    const first = open().exclusively!(() => (begun(), new Promise<void>((resolve) => (end = resolve))));
    await isFirst;
    const second = open().exclusively!(async () => 'never', controller.signal);
    controller.abort();
    end();
    await expect(second).rejects.toThrow();
    await first;
  });
});

describe('a store in a folder', () => {
  it('is taken over from a process that ended in its turn', async () => {
    const folder = join(home, 'ended');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await mkdir(folder);
    const lock = join(folder, 'sync.lock');
    await writeFile(lock, JSON.stringify({ pid, host: hostname(), token: 'of the dead' }));
    const stores = [1, 2, 3].map(() => new FolderStore(folder));
    expect(await Promise.all(stores.map((store, i) => store.exclusively(async () => i)))).toEqual([0, 1, 2]);
    await writeFile(lock, '');
    await utimes(lock, new Date(0), new Date(0));
    expect(await new FolderStore(folder).exclusively(async () => 'after a power cut')).toBe(
      'after a power cut',
    );
    expect(await readdir(folder)).toEqual([]);
  });

  it('removes files whose entry was never written, after a while', async () => {
    const folder = join(home, 'orphans');
    const store = new FolderStore(folder);
    const media = [{ field: 'picture', type: '', bytes: new Uint8Array(1) }];
    await store.put([entry(1)], [{ entryId: 'id/2', media }]);
    await store.load();
    expect(await store.media('id/2')).toHaveLength(1);
    await utimes(join(folder, 'id%2F2.media-list'), new Date(0), new Date(0));
    await store.load();
    expect(await readdir(folder)).toEqual(['id%2F1.json']);
  });

  it('ignores what a crash left half written, and leaves nothing half written itself', async () => {
    const folder = join(home, 'crashed');
    const store = new FolderStore(folder);
    await store.put([entry(1)]);
    await writeFile(join(folder, 'id%2F2.json.7-0.next'), '{"id":"id/2","ord');
    expect(await kept(store)).toEqual([entry(1)]);
    expect((await readdir(folder)).sort()).toEqual(['id%2F1.json', 'id%2F2.json.7-0.next']);
  });
});

describe('a store in localStorage', () => {
  it('removes files whose entry was never written, at its next start', async () => {
    const media = [{ field: 'picture', type: '', bytes: new Uint8Array(1) }];
    await new KeyValueStore(localStorage, 'swept').put([], [{ entryId: 'id/2', media }]);
    expect([...items.keys()].filter((key) => key.startsWith('swept'))).toHaveLength(2);
    await new KeyValueStore(localStorage, 'swept').load();
    expect([...items.keys()].filter((key) => key.startsWith('swept'))).toEqual([]);
  });
});

describe('a store in IndexedDB', () => {
  it('keeps what the version without files stored', async () => {
    const own = new IDBFactory();
    await new Promise<void>((resolve) => {
      const request = own.open('of-ana', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('entries', { keyPath: 'id' });
      request.onsuccess = () => {
        const transaction = request.result.transaction('entries', 'readwrite');
        transaction.objectStore('entries').put(entry(1));
        transaction.oncomplete = () => {
          request.result.close();
          resolve();
        };
      };
    });
    const store = new IndexedDbStore('of-ana', own as never);
    expect(await store.load()).toEqual([entry(1)]);
    const media = [{ field: 'picture', type: 'image/png', bytes: new Uint8Array([1, 2]) }];
    await store.put([entry(2)], [{ entryId: 'id/2', media }]);
    expect(await store.media('id/2')).toEqual(media);
  });

  it('closes for a deletion or upgrade of the database, and opens it again', async () => {
    const own = new IDBFactory();
    const store = new IndexedDbStore('of-ana', own as never);
    await store.put([entry(1)]);
    await new Promise((resolve) => (own.deleteDatabase('of-ana').onsuccess = resolve));
    expect(await store.load()).toEqual([]);
  });

  it('reports that there is none', async () => {
    await expect(new IndexedDbStore('o', undefined).load()).rejects.toThrow();
  });
});
