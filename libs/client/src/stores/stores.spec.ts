import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { IDBFactory } from 'fake-indexeddb';
import { FolderStore } from '../node/index.ts';
import type { Entry } from '../outbox/entry.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';
import { IndexedDbStore } from './indexed-db-store.ts';
import { KeyValueStore } from './key-value-store.ts';
import { MemoryStore } from './memory-store.ts';

const home = await mkdtemp(join(tmpdir(), 'furrow-client-'));
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

/** Each as it is after a start of the app: nothing but what the store wrote is left. */
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
  it('gives back what was put, and no more of what was removed', async () => {
    expect(await kept(open())).toEqual([]);
    await open().put([entry(1), entry(2), entry(3)]);
    await open().put([entry(2, 'rosa')]);
    await open().put([]);
    expect(await kept(open())).toEqual([entry(1), entry(2, 'rosa'), entry(3)]);
    await open().remove(['id/1', 'id/3', 'never/there']);
    await open().remove([]);
    expect(await kept(open())).toEqual([entry(2, 'rosa')]);
  });

  it('keeps users apart', async () => {
    await another().put([entry(9)]);
    expect(await kept(open())).toEqual([entry(2, 'rosa')]);
    expect(await kept(another())).toEqual([entry(9)]);
  });
});

describe('a store in a folder', () => {
  it('overlooks what a crash left half written, and leaves nothing half written itself', async () => {
    const folder = join(home, 'crashed');
    const store = new FolderStore(folder);
    await store.put([entry(1)]);
    await writeFile(join(folder, 'id%2F2.json.7-0.next'), '{"id":"id/2","ord');
    expect(await kept(store)).toEqual([entry(1)]);
    expect((await readdir(folder)).sort()).toEqual(['id%2F1.json', 'id%2F2.json.7-0.next']);
  });
});

describe('a store in IndexedDB', () => {
  it('makes way for whoever deletes or upgrades the database, and opens it again', async () => {
    const own = new IDBFactory();
    const store = new IndexedDbStore('of-ana', own as never);
    await store.put([entry(1)]);
    await new Promise((resolve) => (own.deleteDatabase('of-ana').onsuccess = resolve));
    expect(await store.load()).toEqual([]);
  });

  it('tells where there is none', async () => {
    await expect(new IndexedDbStore('o', undefined).load()).rejects.toThrow();
  });
});
