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
  await store.erase('draft/a');
  expect(await store.names('draft/')).toEqual(['draft/b']);
  expect(await store.read('draft/b')).toEqual({ name: 'draft/b' });
  expect(await store.read('draft/a')).toBeUndefined();
});
