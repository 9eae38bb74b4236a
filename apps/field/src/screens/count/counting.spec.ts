import { beforeEach, expect, it } from '@jest/globals';
import { createFurrow, Outbox } from '@furrow/client';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { UserPhone } from '../../office/user-phone.ts';
import { Ledger } from '../../phone/ledger.ts';
import { UserStore } from '../../phone/user-store.ts';
import { record } from './counting.ts';

Object.assign(globalThis, { IDBKeyRange });

const furrow = createFurrow({ baseUrl: 'http://office.example', fetch: async () => Response.error() });
const [ANA, BEN] = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];
const SESSION = {
  key: 'day',
  projectId: 'p',
  sectorId: 'n',
  sectorName: 'N',
  openedAt: '',
  sessionId: 's-1',
};
const HOW = { method: 'qr', repeatSeconds: 60 } as const;

let phone: Pick<UserPhone, 'store' | 'ledger' | 'outbox'>;
beforeEach(async () => {
  const store = new UserStore('boss', new IDBFactory());
  const ledger = new Ledger();
  await store.open(ledger);
  await store.keep([], [SESSION]);
  phone = { store, ledger, outbox: new Outbox(furrow, store) };
});

const count = async (
  workers: readonly (typeof ANA)[],
  measure: Parameters<typeof record>[3] = { count: 1 },
  how = {},
) => record(phone as UserPhone, SESSION, workers, measure, { ...HOW, ...how });
const total = () => phone.ledger.totalOf('day');

it('a second record of a worker within the time is counted and told as repeated, also of one who shared the first', async () => {
  expect(await count([ANA, BEN])).toMatchObject({ kind: 'good', units: 1 });
  expect(await count([BEN])).toMatchObject({ kind: 'repeated' });
  expect(await count([BEN], { count: 1 }, { repeatSeconds: 0 })).toMatchObject({ kind: 'good' });
  expect(total()).toEqual({ units: 3, records: 3 });
});

it('a record that was taken back is not repeated, and neither is one of long ago', async () => {
  await count([ANA]);
  const [row] = phone.ledger.recordsOf('day');
  await phone.outbox.voidRecord({ clientEventId: row!.clientEventId });
  expect(await count([ANA])).toMatchObject({ kind: 'good' });
  const [late] = phone.ledger.recordsOf('day');
  const at = (ms: number) => new Date(Date.now() - ms).toISOString();
  await phone.store.keep([{ ...late!, at: at(61_000) }]);
  expect(await count([ANA])).toMatchObject({ kind: 'good' });
  await phone.store.keep([...phone.ledger.recordsOf('day')].map((one) => ({ ...one, at: at(50_000) })));
  expect(await count([ANA])).toMatchObject({ kind: 'repeated' });
});

it('what several share is sent as shares, one alone as theirs, with how the code came in', async () => {
  await count([ANA, BEN], { count: 2 }, { code: 'K7' });
  await count([BEN], { count: 1 }, { method: 'manual' });
  expect((await phone.outbox.waiting()).map(({ body }) => body)).toEqual([
    expect.objectContaining({
      ...{ sessionId: 's-1', units: 2, shares: [{ workerId: 'ana' }, { workerId: 'ben' }] },
      capture: { method: 'qr', badge: 'K7' },
    }),
    expect.objectContaining({ workerId: 'ben', units: 1, capture: { method: 'manual' } }),
  ]);
  expect((await phone.outbox.waiting())[0]?.body).not.toHaveProperty('workerId');
});

it('what cannot be stored counts nothing and says why', async () => {
  const { store } = phone;
  phone.outbox.putAll = () =>
    Promise.reject(Object.assign(new Error('The phone is full.'), { name: 'QuotaExceededError' }));
  expect(await count([ANA])).toMatchObject({ kind: 'failed', reason: 'The phone is full.', workers: [ANA] });
  expect([total(), await store.load()]).toEqual([{ units: 0, records: 0 }, []]);
});
