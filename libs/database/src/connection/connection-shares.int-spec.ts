import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { Database } from '../database.ts';

const [acme, hill, vega] = [newId(), newId(), newId()];
const POOL = 10;
/** Of nine: the tenth is left to sign-in and background work. */
const SHARE = 5;

let test: TestDatabase;
let database: Database;
/** Ends the transactions that are held open. */
let over: PromiseWithResolvers<void>;
let held: Promise<void>[];

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: POOL, rows: [], sharedByCompanies: true });
});
afterAll(async () => {
  await database?.close();
  await test?.drop();
});
beforeEach(() => {
  over = Promise.withResolvers();
  held = [];
});
afterEach(async () => {
  over.resolve();
  await Promise.all(held);
});

/** Begins transactions that hold their connections until the test is over. */
function hold(companyId: string, count: number): void {
  for (let i = 0; i < count; i++) held.push(database.tenant(companyId, () => over.promise));
}

const one = (companyId: string) => database.tenant(companyId, (tx) => tx.query('SELECT 1 AS one'));
const answer = [{ one: 1 }];

describe('connections that companies share', () => {
  it('are at most half of the pool for one company, whatever its transactions wait for', async () => {
    hold(acme, 60);
    expect(await Promise.all([one(hill), one(vega), one(hill)])).toEqual([answer, answer, answer]);
    expect(database.shares?.semaphore.held).toBe(SHARE);
  });

  it('leave one to sign-in and background work when companies hold all of theirs', async () => {
    hold(acme, 60);
    hold(hill, 60);
    expect(await database.system((tx) => tx.query('SELECT 1 AS one'))).toEqual(answer);
  });

  it('make new requests wait only behind those of their company', async () => {
    hold(acme, 60);
    await one(hill);
    const loads = [acme, hill, undefined].map((company) => database.queues.isBusy(company));
    expect(loads).toEqual([true, false, false]);
  });

  it('return to others however a transaction ends', async () => {
    const failing = Array.from({ length: 2 * POOL }, () =>
      database.tenant(acme, (tx) => tx.query('SELECT no_such_column')),
    );
    const results = await Promise.allSettled(failing);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(database.shares?.semaphore.held).toBe(0);
  });
});
