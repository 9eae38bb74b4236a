import { newId } from '@furrow/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { audited } from '../audit/audited.ts';
import { Database, tenantTable } from '@furrow/database';
import { describeEventLog } from '../testing/event-log.contract.ts';
import { settled } from '../testing/settled.ts';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { EventLog, type LogEntry, type LogPosition } from './event-log.ts';

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

describeEventLog('PostgreSQL');

describe('the event log', () => {
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
