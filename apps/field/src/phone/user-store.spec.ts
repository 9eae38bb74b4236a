import { beforeEach, describe, expect, it } from '@jest/globals';
import { createFurrow, Outbox } from '@furrow/client';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { Ledger } from './ledger.ts';
import { UserStore } from './user-store.ts';

Object.assign(globalThis, { IDBKeyRange });

let factory: IDBFactory;
let isAnswering: boolean;

/** The office stores everything; a session gets an id of its own. */
const furrow = createFurrow({
  baseUrl: 'http://office.example',
  fetch: async (request) => {
    if (!isAnswering) throw new TypeError('no network');
    const body = request.method === 'POST' ? ((await request.json()) as { records?: object[] }) : {};
    const records = (body.records ?? []) as { clientEventId: string }[];
    const results = records.map(({ clientEventId }, index) => ({
      ...{ index, clientEventId, status: 201, recordId: `r-${clientEventId}` },
    }));
    if (records.length > 0) return Response.json({ status: 'success', data: { results } }, { status: 207 });
    const data = { sessionId: 's-1', status: 'closed', counterRecordId: 'c-1' };
    return Response.json({ status: 'success', data }, { status: 201 });
  },
});

/** The phone after it was switched on. */
async function phone() {
  const store = new UserStore('ana', factory);
  const ledger = new Ledger();
  await store.open(ledger);
  return { store, ledger, outbox: new Outbox(furrow, store, { attempts: 1 }) };
}

const place = { projectId: 'p', sectorId: 'n1', sector_name: 'N1', samplingUnit: 'kg' };
const opened = '2026-01-31T11:00:00.000Z';

beforeEach(() => {
  factory = new IDBFactory();
  isAnswering = false;
});

async function counted(units: readonly number[]) {
  const { outbox } = await phone();
  await outbox.openSession({ ...place, localId: 'morning', openedAt: opened });
  for (const [i, each] of units.entries())
    await outbox.add({
      sessionLocalId: 'morning',
      workerId: `w${i % 2}`,
      units: each,
      clientEventId: `e${i}`,
    });
}

describe('a phone that was switched off', () => {
  it('has every record with its sums, and sends it', async () => {
    await counted([1.1, 2, 2.2]);
    const { ledger, outbox } = await phone();
    expect(ledger.session('morning')).toMatchObject({ sectorName: 'N1', unit: 'kg', openedAt: opened });
    expect(ledger.totalOf('morning')).toEqual({ units: 5.3, records: 3 });
    expect(Object.fromEntries(ledger.sumsOf('morning'))).toEqual({
      w0: { units: 3.3, records: 2 },
      w1: { units: 2, records: 1 },
    });
    expect([ledger.onPhone, ledger.inOffice('')]).toEqual([4, 0]);
    isAnswering = true;
    await outbox.sync();
    expect([ledger.onPhone, ledger.inOffice('')]).toEqual([0, 4]);
    expect((await phone()).ledger.totalOf('morning')).toEqual({ units: 5.3, records: 3 });
  });

  it('has a record as taken back, whether or not the office had it', async () => {
    await counted([1, 2, 4]);
    const { outbox } = await phone();
    await outbox.voidRecord({ clientEventId: 'e0' });
    isAnswering = true;
    await outbox.sync();
    await outbox.voidRecord({ clientEventId: 'e2' });
    const { ledger } = await phone();
    expect(ledger.totalOf('morning')).toEqual({ units: 2, records: 1 });
    expect(ledger.recordsOf('morning').filter(({ isVoided }) => isVoided)).toHaveLength(2);
  });

  it('knows a session that was closed as closed', async () => {
    await counted([1]);
    const { outbox } = await phone();
    await outbox.closeSession({ sessionLocalId: 'morning' });
    expect((await phone()).ledger.session('morning')?.isClosed).toBe(true);
  });

  it('does not take a record back twice, nor bring it back, when the office refuses it', async () => {
    await counted([1, 2]);
    const { store, ledger } = await phone();
    const [entry] = (await store.load()).filter(({ kind }) => kind === 'record');
    await store.keep(ledger.recordsOf('morning').map((row) => ({ ...row, isVoided: true as const })));
    await store.put([{ ...entry, state: 'refused' } as never]);
    expect(ledger.totalOf('morning').units).toBe(0);
    expect((await phone()).ledger.totalOf('morning').units).toBe(0);
  });
});

describe('what is stored together', () => {
  it('has what several share in the parts of the office, also after the office has refused it once', async () => {
    await counted([1]);
    const { store, outbox } = await phone();
    const shares = ['w2', 'w0', 'w1'].map((workerId) => ({ workerId }));
    store.putAlong('bin', { units: 2, documents: { sharers: [] } });
    await outbox.add({ sessionLocalId: 'morning', container: 'bin', clientEventId: 'bin', shares });
    const [entry] = (await store.load()).filter((one) => JSON.stringify(one).includes('"container"'));
    await store.put([{ ...entry, state: 'refused' } as never]);
    {
      const { ledger, store: stored } = await phone();
      expect(ledger.totalOf('morning')).toEqual({ units: 3, records: 2 });
      expect(Object.fromEntries(ledger.sumsOf('morning'))).toEqual({
        w0: { units: 1.666667, records: 2 },
        w1: { units: 0.666667, records: 1 },
        w2: { units: 0.666666, records: 1 },
      });
      expect(await stored.read('sharers')).toEqual([]);
    }
    await outbox.voidRecord({ clientEventId: 'bin' });
    expect((await phone()).ledger.totalOf('morning')).toEqual({ units: 1, records: 1 });
  });

  it('has a form in the outbox or its draft, never both', async () => {
    const { store, outbox } = await phone();
    await store.write('draft/a', { note: 'begun' });
    store.putAlong('a', { documents: { 'draft/a': null } });
    const form = { clientRecordId: 'a', formId: 'f', formVersion: 1, values: {} };
    const cannotBeStored = { note: () => 1 };
    await expect(outbox.submitForm({ ...form, values: cannotBeStored })).rejects.toThrow();
    expect(await (await phone()).store.read('draft/a')).toEqual({ note: 'begun' });
    await outbox.submitForm(form);
    const restarted = await phone();
    expect(restarted.ledger.onPhone).toBe(1);
    expect(await restarted.store.read('draft/a')).toBeUndefined();
  });
});

it('forgets what is old and in the office, and nothing that is unsent, with its session', async () => {
  await counted([1, 2]);
  const later = '2100-01-01T00:00:00.000Z';
  const before = await phone();
  expect(before.ledger.olderThan(later)).toEqual({ rows: [], sessions: [] });
  isAnswering = true;
  await before.outbox.sync();
  const { ledger, store } = await phone();
  expect(ledger.olderThan(opened)).toEqual({ rows: [], sessions: [] });
  const { rows, sessions } = ledger.olderThan(later);
  expect([rows.length, sessions]).toEqual([3, ['morning']]);
  await store.drop(rows, sessions);
  expect((await phone()).ledger.rows).toEqual([]);
});

it('users have a store each', async () => {
  await counted([1]);
  const other = new UserStore('ben', factory);
  const ledger = new Ledger();
  await other.open(ledger);
  expect([ledger.onPhone, ledger.sessions]).toEqual([0, []]);
});

it('documents are found by the beginning of their name, and erased', async () => {
  const { store } = await phone();
  for (const name of ['draft/a', 'draft/b', 'photo/a']) await store.write(name, { name });
  expect(await store.names('draft/')).toEqual(['draft/a', 'draft/b']);
  await store.write('draft/a', null);
  expect(await store.names('draft/')).toEqual(['draft/b']);
  expect(await store.read('draft/b')).toEqual({ name: 'draft/b' });
  expect(await store.read('draft/a')).toBeUndefined();
});
