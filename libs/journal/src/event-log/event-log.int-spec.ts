import { newId } from '@furrow/kernel';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { audited } from '../audit/audited.ts';
import { Database, tenantTable } from '@furrow/database';
import { settled } from '../testing/settled.ts';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { type EntryKey, EventLog, type LogEntry, type LogPosition } from './event-log.ts';

const log = new EventLog({ whole: ['hive.placed'], counted: ['bee.hatched'] });

let test: TestDatabase;
let database: Database;
let owner: pg.Pool;
let company: string;
let start: readonly LogPosition[];
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 4 });
  owner.on('error', () => undefined); // its database is dropped at the end
  await owner.query(`
    CREATE SCHEMA apiary;
    GRANT USAGE ON SCHEMA apiary TO furrow_tenant;
    CREATE TABLE apiary.hives (company_id uuid, hive text, PRIMARY KEY (company_id, hive));
    CREATE TABLE apiary.bees (company_id uuid, bee text, hive text, PRIMARY KEY (company_id, bee));
    ${tenantTable('apiary.hives', { tenant: 'SELECT, INSERT' })}
    ${tenantTable('apiary.bees', { tenant: 'SELECT, INSERT' })}
    ${audited('apiary.hives', { kind: 'hive', key: 'hive', added: `'hive.placed'` })}
    ${audited('apiary.bees', { kind: 'bee', key: 'bee', within: 'item.hive', added: `'bee.hatched'`, apart: true })}`);
  database = await Database.connect(test.url, { poolSize: 6, rows: [] });
  await end(); // a copy of the template has an epoch of its own
});
afterAll(async () => {
  await owner?.end();
  await database?.close();
  await test?.drop();
});
beforeEach(async () => {
  company = newId();
  start = await end();
});

const open = new Set<pg.PoolClient>();
// A failed test must not leave open transactions, which readers would wait for.
afterEach(async () => {
  for (const client of open) {
    await client.query('ROLLBACK');
    client.release();
  }
  open.clear();
});

const end = async () => (await database.system((tx) => log.end(tx))).next;
const PLACE = 'INSERT INTO apiary.hives SELECT $1, unnest($2::text[])';
const place = (...hives: string[]) => database.tenant(company, (tx) => tx.query(PLACE, [company, hives]));
const hatch = (bees: string[], hives: string[]) =>
  database.tenant(company, (tx) =>
    tx.query(
      `INSERT INTO apiary.bees SELECT $1, bee, ($3::text[])[1 + (place - 1) % cardinality($3)]
       FROM unnest($2::text[]) WITH ORDINALITY AS bees (bee, place)`,
      [company, bees, hives],
    ),
  );
const placedLate = async (hive: string) => {
  const client = await owner.connect();
  open.add(client);
  await client.query('BEGIN');
  await client.query(PLACE, [company, [hive]]);
  return async (how: 'COMMIT' | 'ROLLBACK') => {
    open.delete(client);
    await client.query(how);
    client.release();
  };
};
const hives = (entries: readonly LogEntry[]) =>
  entries.filter(({ companyId }) => companyId === company).flatMap(({ subjects }) => subjects);
const read = (after: readonly LogPosition[], limit = 100) =>
  database.system((tx) => log.read(tx, after, limit));
const take = (reader: string, limit = 100) => database.system((tx) => log.take(tx, reader, limit));
/** Others write on this server too. */
const allTaken = async (reader: string) => {
  await settled(database, company);
  return hives((await take(reader)).entries);
};

describe('the event log', () => {
  it('returns what was committed in the order of transactions, page by page', async () => {
    await place('a', 'b');
    await place('c');
    await place('d');
    await settled(database, company);
    const first = await read(start, 2);
    expect(first.entries.map(({ act, subjects }) => [act, subjects])).toEqual([
      ['hive.placed', ['a', 'b']],
      ['hive.placed', ['c']],
    ]);
    const second = await read(first.next, 2);
    expect(hives(second.entries)).toEqual(['d']);
    expect((await read(second.next)).entries).toEqual([]);
  });

  it('holds no more than a page of ids, however many each act has', async () => {
    const many = (name: string) => Array.from({ length: 1_500 }, (_, index) => `${name}${index}`);
    const reader = newId();
    await take(reader);
    for (const name of ['a', 'b', 'c', 'd']) await place(...many(name));
    await settled(database, company);
    const ids = (entries: readonly LogEntry[]) => entries.map(({ subjects }) => subjects[0]?.[0]);
    const first = await read(start);
    expect([ids(first.entries), first.isWhole]).toEqual([['a', 'b'], false]);
    const second = await read(first.next);
    expect([ids(second.entries), second.isWhole]).toEqual([['c', 'd'], true]);
    const taken = [await take(reader), await take(reader), await take(reader)];
    expect(taken.map(({ entries, isWhole }) => [ids(entries), isWhole])).toEqual([
      ...[
        [['a', 'b'], false],
        [['c', 'd'], true],
        [[], true],
      ],
    ]);
    const past = await database.tenant(company, (tx) =>
      log.history(tx, new Date(0), { until: new Date(Date.now() + 3_600_000), limit: 100 }),
    );
    expect([ids(past.entries), past.isWhole]).toEqual([['a', 'b'], false]);
    const [oldest, limit] = [new Date(0), 100];
    const own = await database.tenant(company, (tx) => log.readOf(tx, first.next[0]!, { oldest, limit }));
    expect([ids(own.entries), own.isWhole]).toEqual([['c', 'd'], true]);
  });

  it('does not miss a late commit, and never returns what was rolled back', async () => {
    const commit = await placedLate('late');
    const rollBack = await placedLate('never');
    await place('early');
    const before = await read(start);
    expect(before.entries).toEqual([]);
    await commit('COMMIT');
    await rollBack('ROLLBACK');
    await settled(database, company);
    expect(hives((await read(before.next)).entries)).toEqual(['late', 'early']);
  });

  it('describes a thousand rows by their count and the first few, separately for each place', async () => {
    await hatch(
      Array.from({ length: 1_000 }, (_, index) => `bee ${index}`),
      ['north', 'south'],
    );
    await settled(database, company);
    const { entries } = await read(start);
    const summaries = entries.map(({ act, count, subjects, within }) => [
      act,
      count,
      subjects.length,
      within,
    ]);
    expect(summaries.toSorted()).toEqual([
      ['bee.hatched', 500, 100, ['north']],
      ['bee.hatched', 500, 100, ['south']],
    ]);
  });

  it('is read along its index, however long it is', async () => {
    const plan = await database.system(async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      return tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT entry_id FROM audit.entries e
         WHERE (e.xid, e.entry_id) > ('5'::xid8, 7) AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
         ORDER BY e.xid, e.entry_id LIMIT 10`,
      );
    });
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index.*entries_in_order/);
    expect(text).not.toMatch(/Sort/);
  });

  it('cannot be written by the service', async () => {
    for (const sql of [`UPDATE audit.entries SET xid = '0'`, 'SELECT actor FROM audit.entries'])
      await expect(database.system((tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' });
    for (const sql of ['SELECT * FROM audit.readers', `UPDATE audit.entries SET xid = '0'`])
      await expect(database.tenant(company, (tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a reader with a stored position', () => {
  it('starts with new entries, and receives each entry once', async () => {
    const reader = newId();
    await place('before');
    expect(await allTaken(reader)).toEqual([]);
    await place('a');
    expect(await allTaken(reader)).toEqual(['a']);
    expect(await allTaken(reader)).toEqual([]);
  });

  it('receives again what it could not finish', async () => {
    const reader = newId();
    await take(reader);
    await place('a');
    await settled(database, company);
    const failing = database.system(async (tx) => {
      expect(hives((await log.take(tx, reader, 10)).entries)).toEqual(['a']);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await allTaken(reader)).toEqual(['a']);
  });

  it.each([
    ['passes entries of other acts if looking for its own took long', 0, true],
    ['stays, and writes nothing, if it did not', 600_000, false],
  ])('%s', async (_, slowMs, moves) => {
    const reader = newId();
    const deaf = new EventLog({ whole: ['hive.burnt'], counted: [] }, slowMs);
    const look = () => database.system((tx) => deaf.take(tx, reader, 10));
    const position = async () =>
      (await owner.query<{ xid: string }>('SELECT xid::text FROM audit.readers WHERE reader = $1', [reader]))
        .rows[0]?.xid;
    await look();
    const before = await position();
    await place('of no interest');
    await settled(database, company);
    expect((await look()).entries).toEqual([]);
    expect((await position()) !== before).toBe(moves);
  });

  it('may be many processes: together they receive each entry once', async () => {
    const reader = newId();
    await take(reader);
    for (let index = 0; index < 20; index++) await place(`hive ${index}`);
    await settled(database, company);
    const taken: string[] = [];
    const work = async () => {
      for (let idle = 0; idle < 5;) {
        const got = hives((await take(reader, 3)).entries);
        idle = got.length === 0 ? idle + 1 : 0;
        taken.push(...got);
      }
    };
    await Promise.all([work(), work(), work()]);
    expect(taken.toSorted()).toEqual(Array.from({ length: 20 }, (_, index) => `hive ${index}`).toSorted());
  });
});

describe('in a database that was restored from a dump', () => {
  const restored = async (ahead: string) => {
    await owner.query(
      `UPDATE audit.entries SET xid = (xid::text::numeric + ${ahead})::text::xid8 WHERE xid IS NOT NULL`,
    );
    await owner.query(`UPDATE audit.readers SET xid = (xid::text::numeric + ${ahead})::text::xid8`);
    await owner.query(`UPDATE feed.epochs SET place = '1/1/1'`);
  };

  it.each(['1000000000', '0'])('a reader misses nothing, %s transactions back', async (ahead) => {
    const reader = newId();
    await take(reader);
    await place('summaries');
    expect(await allTaken(reader)).toEqual(['summaries']);
    await place('waiting');
    await settled(database, company);
    await restored(ahead);
    await place('new'); // before anybody noticed
    await settled(database, company);
    const before = await read(start);
    await place('newer');
    expect(await allTaken(reader)).toEqual(['waiting', 'new', 'newer']);
    expect(await allTaken(reader)).toEqual([]);
    expect((await read(before.next)).epoch).toBe(before.epoch);
  });

  it('reports another epoch', async () => {
    const { epoch } = await read(start);
    await restored('0');
    expect((await read(start)).epoch).not.toBe(epoch);
  });
});

describe('a company’s entries', () => {
  const own = (key: EntryKey, oldest = new Date(0), of = company) =>
    database.tenant(of, async (tx) => {
      const before = await log.find(tx, key, oldest);
      if (!before) return undefined;
      const first = await log.readOf(tx, before, { oldest, limit: 1 });
      const rest = await log.readOf(tx, first.next, { oldest, limit: 5 });
      expect((await log.readOf(tx, rest.next, { oldest, limit: 5 })).entries).toEqual([]);
      return [...first.entries, ...rest.entries];
    });
  const known = async () => {
    await place('a');
    await place('b');
    await settled(database, company);
    const [key] = (await read(start)).entries;
    if (!key) throw new Error('There is no entry');
    return key;
  };

  it('are returned from a known one on', async () => {
    expect(hives((await own(await known())) ?? [])).toEqual(['a', 'b']);
  });

  it('are not returned from one that is unknown, too old, or another company’s', async () => {
    const key = await known();
    expect(await own({ ...key, micros: key.micros + 1 })).toBeUndefined();
    expect(await own({ ...key, entryId: key.entryId + 1_000 })).toBeUndefined();
    expect(await own(key, new Date(key.micros / 1_000 + 1))).toBeUndefined();
    expect(await own(key, new Date(0), newId())).toBeUndefined();
  });

  it('are replayed in the order of time', async () => {
    const key = await known();
    const far = new Date(Date.now() + 3_600_000);
    const since = async (from: Date | LogEntry, until = far) =>
      (await database.tenant(company, (tx) => log.history(tx, from, { until, limit: 100 }))).entries;
    expect(hives(await since(new Date(0)))).toEqual(['a', 'b']);
    expect(hives(await since(new Date(Math.floor(key.micros / 1_000))))).toEqual(['a', 'b']);
    expect(hives(await since(key))).toEqual(['b']);
    expect(await since(new Date(Date.now() + 60_000))).toEqual([]);
    expect(await since(new Date(0), new Date(Math.floor(key.micros / 1_000) - 1))).toEqual([]);
  });
});
