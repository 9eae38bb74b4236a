import { newId } from '@furrow/kernel';
import { Database, migrate, tenantTable } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { QueryRunner } from 'typeorm';
import { audited } from '../audit/audited.ts';
import { type EntryKey, EventLog, type LogEntry, type LogPosition } from '../event-log/event-log.ts';
import { settled } from './settled.ts';

/** Tables whose rows the triggers tell of, on a Citus on the nodes of their companies. */
const apiary = (onCitus: boolean) =>
  class Apiary9763600000000 {
    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`
        CREATE SCHEMA apiary;
        GRANT USAGE ON SCHEMA apiary TO furrow_tenant;
        CREATE TABLE apiary.hives (company_id uuid, hive text, PRIMARY KEY (company_id, hive));
        CREATE TABLE apiary.bees (company_id uuid, bee text, PRIMARY KEY (company_id, bee))`);
      for (const table of ['apiary.hives', 'apiary.bees'])
        if (onCitus)
          await runner.query(
            `SELECT create_distributed_table('${table}', 'company_id', colocate_with => 'audit.entries')`,
          );
      await runner.query(`
        ${tenantTable('apiary.hives', { tenant: 'SELECT, INSERT' })}
        ${tenantTable('apiary.bees', { tenant: 'SELECT, INSERT' })}
        ${audited('apiary.hives', { kind: 'hive', key: 'hive', added: `'hive.placed'` })}
        ${audited('apiary.bees', { kind: 'bee', key: 'bee', added: `'bee.hatched'` })}`);
    }
  };

const log = new EventLog({ whole: ['hive.placed'], counted: ['bee.hatched'] });

/** What the event log must do, on one PostgreSQL or on a Citus: its readers then have a position on each node. */
export function describeEventLog(name: string, { onCitus = false } = {}): void {
  describe(`the event log of ${name}`, () => {
    let test: TestDatabase;
    let database: Database;
    let owner: pg.Pool;
    let companies: readonly string[];
    let start: readonly LogPosition[];
    const open = new Set<pg.PoolClient>();
    beforeAll(async () => {
      test = await createTestDatabase({ onCitus });
      owner = new pg.Pool({ connectionString: test.ownerUrl, max: 4 });
      owner.on('error', () => undefined); // its database is dropped at the end
      await migrate(test.ownerUrl, test.url, [apiary(onCitus)]);
      database = await Database.connect(test.url, { poolSize: 6, rows: [] });
      await end(); // a copy of the template has an epoch of its own
    });
    afterAll(async () => {
      await owner?.end();
      await database?.close();
      await test?.drop();
    });
    beforeEach(async () => {
      // As many as lie on several nodes.
      companies = Array.from({ length: 6 }, newId);
      start = await end();
    });
    // A failed test must not leave open transactions, which readers would wait for.
    afterEach(async () => {
      for (const client of open) {
        await client.query('ROLLBACK');
        client.release();
      }
      open.clear();
    });

    const end = async () => (await database.system((tx) => log.end(tx))).next;
    const add = (table: string) =>
      `INSERT INTO ${table} SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`;
    const place = (company: string, hives: readonly string[]) =>
      database.tenant(company, (tx) => tx.query(add('apiary.hives'), [company, hives]));
    const hatch = (company: string, bees: readonly string[]) =>
      database.tenant(company, (tx) => tx.query(add('apiary.bees'), [company, bees]));
    const placeLate = async (company: string, hive: string) => {
      const client = await owner.connect();
      open.add(client);
      await client.query('BEGIN');
      await client.query(add('apiary.hives'), [company, [hive]]);
      return async (how: 'COMMIT' | 'ROLLBACK') => {
        open.delete(client);
        await client.query(how);
        client.release();
      };
    };
    const read = (after: readonly LogPosition[], limit = 100) =>
      database.system((tx) => log.read(tx, after, limit));
    const take = (reader: string, limit = 100) => database.system((tx) => log.take(tx, reader, limit));
    const all = () => settled(database, companies[0]!);
    const subjects = (entries: readonly LogEntry[], of = companies) =>
      entries.filter(({ companyId }) => of.includes(companyId)).flatMap((entry) => entry.subjects);
    /** Others write on this server too. */
    const allTaken = async (reader: string) => {
      await all();
      return subjects((await take(reader)).entries).toSorted();
    };

    it('returns what companies committed, each in the order of its transactions, page by page', async () => {
      for (const round of ['a', 'b', 'c'])
        for (const [index, company] of companies.entries()) await place(company, [`${round}${index}`]);
      await all();
      const found: LogEntry[] = [];
      for (let [next, isWhole] = [start, false]; !isWhole;) {
        const page = await read(next, 4);
        expect(page.entries.length).toBeLessThanOrEqual(4);
        found.push(...page.entries);
        ({ next, isWhole } = page);
      }
      for (const [index, company] of companies.entries())
        expect(subjects(found, [company])).toEqual([`a${index}`, `b${index}`, `c${index}`]);
      expect(found).toHaveLength(3 * companies.length);
    });

    it('tells of a counted act the number and the first few', async () => {
      const bees = Array.from({ length: 500 }, (_, index) => `bee ${index}`);
      await hatch(companies[0]!, bees);
      await all();
      expect((await read(start)).entries).toEqual([
        {
          ...{ companyId: companies[0], act: 'bee.hatched', count: 500, subjects: bees.slice(0, 100) },
          ...{ userId: null, within: null, xid: expect.stringMatching(/^\d+$/) },
          ...{ micros: expect.any(Number), entryId: expect.any(Number) },
        },
      ]);
    });

    it('holds no more than a page of ids, however many each act has', async () => {
      const [company] = companies;
      const many = (prefix: string) => Array.from({ length: 1_500 }, (_, index) => `${prefix}${index}`);
      const reader = newId();
      await take(reader);
      for (const prefix of ['a', 'b', 'c', 'd']) await place(company!, many(prefix));
      await all();
      const ids = (entries: readonly LogEntry[]) => entries.map((entry) => entry.subjects[0]?.[0]);
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
      const past = await database.tenant(company!, (tx) =>
        log.history(tx, new Date(0), { until: new Date(Date.now() + 3_600_000), limit: 100 }),
      );
      expect([ids(past.entries), past.isWhole]).toEqual([['a', 'b'], false]);
      const { xid, entryId } = first.entries.at(-1)!;
      const own = await database.tenant(company!, (tx) =>
        log.readOf(tx, { xid, entryId }, { oldest: new Date(0), limit: 100 }),
      );
      expect([ids(own.entries), own.isWhole]).toEqual([['c', 'd'], true]);
    });

    it('does not miss a late commit, and never returns what was rolled back', async () => {
      const commit = await placeLate(companies[0]!, 'late');
      const rollBack = await placeLate(companies[0]!, 'never');
      await place(companies[0]!, ['early']);
      const before = await read(start);
      expect(before.entries).toEqual([]);
      await commit('COMMIT');
      await rollBack('ROLLBACK');
      await all();
      expect(subjects((await read(before.next)).entries)).toEqual(['late', 'early']);
    });

    describe('a reader with a stored position', () => {
      it('starts with new entries, and receives each entry once', async () => {
        const reader = newId();
        for (const company of companies) await place(company, ['before']);
        expect(await allTaken(reader)).toEqual([]);
        for (const [index, company] of companies.entries()) await place(company, [`a${index}`]);
        expect(await allTaken(reader)).toEqual(companies.map((_, index) => `a${index}`));
        expect(await allTaken(reader)).toEqual([]);
      });

      it('receives again what it could not finish', async () => {
        const reader = newId();
        await take(reader);
        for (const company of companies) await place(company, ['a']);
        await all();
        const failing = database.system(async (tx) => {
          expect(subjects((await log.take(tx, reader, 10)).entries)).toEqual(companies.map(() => 'a'));
          throw new Error('half way');
        });
        await expect(failing).rejects.toThrow('half way');
        expect(await allTaken(reader)).toEqual(companies.map(() => 'a'));
      });

      it('may be many processes: together they receive each entry once', async () => {
        const reader = newId();
        await take(reader);
        const placed = Array.from({ length: 12 }, (_, index) => `hive ${index}`);
        for (const [index, hive] of placed.entries())
          await place(companies[index % companies.length]!, [hive]);
        await all();
        const taken: string[] = [];
        const work = async () => {
          for (let idle = 0; idle < 5;) {
            const got = subjects((await take(reader, 3)).entries);
            idle = got.length === 0 ? idle + 1 : 0;
            taken.push(...got);
          }
        };
        await Promise.all([work(), work(), work()]);
        expect(taken.toSorted()).toEqual(placed.toSorted());
      });
    });

    describe('a company’s entries', () => {
      const own = (key: EntryKey, oldest = new Date(0), of = companies[0]!) =>
        database.tenant(of, async (tx) => {
          const before = await log.find(tx, key, oldest);
          if (!before) return undefined;
          const first = await log.readOf(tx, before, { oldest, limit: 1 });
          const rest = await log.readOf(tx, first.next, { oldest, limit: 5 });
          expect((await log.readOf(tx, rest.next, { oldest, limit: 5 })).entries).toEqual([]);
          return [...first.entries, ...rest.entries];
        });
      const known = async () => {
        for (const hive of ['a', 'b']) await place(companies[0]!, [hive]);
        await all();
        const [key] = (await read(start)).entries;
        if (!key) throw new Error('There is no entry');
        return key;
      };

      it('are returned from a known one on, and one by its key', async () => {
        const key = await known();
        expect(subjects((await own(key)) ?? [])).toEqual(['a', 'b']);
        expect(await database.system((tx) => log.entry(tx, companies[0]!, key))).toEqual(key);
        expect(await database.system((tx) => log.entry(tx, companies[1]!, key))).toBeUndefined();
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
          (await database.tenant(companies[0]!, (tx) => log.history(tx, from, { until, limit: 100 })))
            .entries;
        expect(subjects(await since(new Date(0)))).toEqual(['a', 'b']);
        expect(subjects(await since(new Date(Math.floor(key.micros / 1_000))))).toEqual(['a', 'b']);
        expect(subjects(await since(key))).toEqual(['b']);
        expect(await since(new Date(Date.now() + 60_000))).toEqual([]);
        expect(await since(new Date(0), new Date(Math.floor(key.micros / 1_000) - 1))).toEqual([]);
      });
    });
  });
}
