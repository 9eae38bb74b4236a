import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import pg from 'pg';
import { type Acting, actingAs, Database, tenantTable } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { AuditTrail } from './audit-trail.ts';
import { audited } from './audited.ts';

const [OWN, OTHER] = [newId(), newId()];
const ANA: Acting = { channel: 'user', actor: "auth0|o'ana \\ ñ", userId: newId(), requestId: 'r-1' };

let test: TestDatabase;
let database: Database;
let owner: pg.Pool;
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 1 });
  await owner.query(
    `CREATE SCHEMA farm;
     GRANT USAGE ON SCHEMA farm TO furrow_tenant, furrow_system;
     CREATE TABLE farm.trees (company_id uuid NOT NULL, tree text NOT NULL, orchard text, height integer,
       secret bytea, seen_at timestamptz, PRIMARY KEY (company_id, tree));
     ${tenantTable('farm.trees', { tenant: 'SELECT, INSERT, UPDATE', system: 'SELECT, UPDATE' })}
     ${audited('farm.trees', {
       kind: 'tree',
       key: 'tree',
       within: 'item.orchard',
       added: `CASE WHEN item.height > 10 THEN 'tree.moved_in' ELSE 'tree.planted' END`,
       silent: ['seen_at'],
     })}`,
  );
  database = await Database.connect(test.url, { poolSize: 4, rows: [] });
});
afterAll(async () => {
  await database?.close();
  await owner?.end();
  await test?.drop();
});

const entries = (company = OWN) => new AuditTrail(database).entries(company, { limit: 1_000 });
const write = (sql: string, company = OWN) => database.tenant(company, (tx) => tx.query(sql));
const plant = (trees: string[], { company = OWN, height = 1 } = {}) =>
  write(
    `INSERT INTO farm.trees (company_id, tree, orchard, height)
     SELECT '${company}', tree, 'east', ${height} FROM unnest('{${trees.join()}}'::text[]) AS tree
     ON CONFLICT DO NOTHING`,
    company,
  );
/** What `work` adds to the trail. */
async function entriesOf(work: () => Promise<unknown>) {
  const before = (await entries()).length;
  await work();
  return (await entries()).slice(before);
}

describe('an audit entry', () => {
  it('says who added what, once for any number of rows', async () => {
    const trees = Array.from({ length: 1_000 }, (_, i) => `t${i}`);
    const [entry, ...more] = await entriesOf(() =>
      actingAs(
        () => ANA,
        () => plant(trees),
      ),
    );
    expect(more).toEqual([]);
    expect({ ...entry, subjects: entry?.subjects.toSorted() }).toEqual({
      ...ANA,
      at: expect.any(Date),
      act: 'tree.planted',
      subjects: trees.toSorted(),
      within: ['east'],
      changed: null,
    });
  });

  it('omits existing rows, and is not written for nothing', async () => {
    const [entry, ...more] = await entriesOf(() => plant(['t1', 'new']));
    expect([entry?.subjects, more]).toEqual([['new'], []]);
    expect(await entriesOf(() => plant(['t1', 'new']))).toEqual([]);
  });

  it('separates acts of one statement', async () => {
    const found = await entriesOf(() =>
      write(
        `INSERT INTO farm.trees (company_id, tree, height) VALUES ('${OWN}', 'small', 1), ('${OWN}', 'big', 20)`,
      ),
    );
    expect(found.map(({ act, subjects, within }) => ({ act, subjects, within }))).toEqual(
      expect.arrayContaining([
        { act: 'tree.planted', subjects: ['small'], within: null },
        { act: 'tree.moved_in', subjects: ['big'], within: null },
      ]),
    );
    expect(found).toHaveLength(2);
  });

  it('names what was changed, but never the values', async () => {
    const found = await entriesOf(() =>
      write(`UPDATE farm.trees SET height = 7, secret = 'hunter2', seen_at = now() WHERE tree = 't1'`),
    );
    expect(found).toMatchObject([{ act: 'tree.updated', subjects: ['t1'], changed: ['height', 'secret'] }]);
    expect(JSON.stringify(found)).not.toMatch(/hunter2|\\x68756e7465723/);
  });

  it('is not written where nothing changed, or for what changes by itself', async () => {
    expect(await entriesOf(() => write(`UPDATE farm.trees SET height = height`))).toEqual([]);
    expect(await entriesOf(() => write(`UPDATE farm.trees SET seen_at = now()`))).toEqual([]);
    expect(await entriesOf(() => write(`UPDATE farm.trees SET height = 3 WHERE tree = 'nowhere'`))).toEqual(
      [],
    );
  });

  it('is rolled back with its change', async () => {
    const failing = () =>
      database
        .tenant(OWN, async (tx) => {
          await tx.query(`UPDATE farm.trees SET height = 99 WHERE tree = 't2'`);
          throw new Error('half way');
        })
        .catch(() => undefined);
    expect(await entriesOf(failing)).toEqual([]);
  });
});

describe('the actor of an entry', () => {
  it('is recorded for each of many concurrent requests', async () => {
    const people = Array.from({ length: 40 }, (_, i): Acting => ({
      channel: 'token',
      actor: `key-${i}`,
      requestId: `r-${i}`,
    }));
    const found = await entriesOf(() =>
      Promise.all(
        people.map((who, i) =>
          actingAs(
            () => who,
            () => plant([`by-${i}`]),
          ),
        ),
      ),
    );
    const pairs = found.map(({ actor, requestId, subjects }) => ({ actor, requestId, subjects }));
    expect(pairs).toEqual(
      expect.arrayContaining(
        people.map(({ actor, requestId }, i) => ({ actor, requestId, subjects: [`by-${i}`] })),
      ),
    );
    expect(pairs).toHaveLength(people.length);
  });

  it('may have any name, even one that looks like SQL', async () => {
    for (const actor of [
      `o'hara`,
      `a\\b`,
      `'; DROP TABLE farm.trees; --`,
      `\\'; SELECT 1; --`,
      '"ñandú" $1',
    ]) {
      const who: Acting = { channel: 'user', actor };
      const found = await entriesOf(() =>
        actingAs(
          () => who,
          () => plant([`by ${Buffer.from(actor).toString('hex')}`]),
        ),
      );
      expect(found).toMatchObject([{ actor }]);
    }
  });

  it('is the system if nobody is named, and for work across companies', async () => {
    const system = { channel: 'system', actor: null, userId: null, requestId: null };
    expect(await entriesOf(() => plant(['by-nobody']))).toMatchObject([system]);
    await plant(['theirs'], { company: OTHER });
    const crossing = () =>
      actingAs(
        () => ANA,
        () =>
          database.system((tx) =>
            tx.query(`UPDATE farm.trees SET height = 50 WHERE tree IN ('t3', 'theirs')`),
          ),
      );
    expect(await entriesOf(crossing)).toMatchObject([{ ...system, subjects: ['t3'] }]);
    expect((await entries(OTHER)).at(-1)).toMatchObject({ ...system, subjects: ['theirs'] });
  });

  it('is the login if somebody bypasses the service, whose deletions are recorded too', async () => {
    const login = new URL(test.ownerUrl).username;
    expect(await entriesOf(() => owner.query(`DELETE FROM farm.trees WHERE tree = 't4'`))).toMatchObject([
      { channel: 'database', actor: login, act: 'tree.deleted', subjects: ['t4'] },
    ]);
  });
});

describe('the audit trail', () => {
  it('is read by its company only, from an instant, by subject, latest first', async () => {
    await plant(['only-theirs'], { company: OTHER });
    const all = await entries();
    expect(all.some(({ subjects }) => subjects.includes('only-theirs'))).toBe(false);
    const trail = new AuditTrail(database);
    const last = all.slice(-2);
    expect(await trail.entries(OWN, { limit: 2 })).toEqual(last);
    expect(await trail.entries(OWN, { limit: 100, since: new Date(Date.now() + 60_000) })).toEqual([]);
    const ofT1 = await trail.entries(OWN, { limit: 100, subject: 't1' });
    expect(ofT1.map(({ act }) => act)).toEqual(['tree.planted', 'tree.updated']);
    expect((await trail.entries(OWN, { limit: 100, subject: 'east' })).length).toBeGreaterThan(2);
  });

  const deeds = [
    `UPDATE audit.entries SET actor = 'somebody else'`,
    'DELETE FROM audit.entries',
    'TRUNCATE audit.entries',
    `INSERT INTO audit.entries (company_id, act, subjects) VALUES ('${OWN}', 'tree.planted', '{x}')`,
    'SELECT farm.trees_audited()',
    'ALTER TABLE farm.trees DISABLE TRIGGER audited_update',
  ];
  it.each(deeds)('cannot be changed by the service: %s', async (sql) => {
    const before = await entries();
    await expect(write(sql)).rejects.toMatchObject({ code: '42501' });
    await expect(database.system((tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' });
    const login = new pg.Client({ connectionString: test.url });
    await login.connect();
    try {
      await expect(login.query(sql)).rejects.toMatchObject({ code: '42501' });
    } finally {
      await login.end();
    }
    expect(await entries()).toEqual(before);
  });

  it('grants the roles nothing except that a company reads its own', async () => {
    const rights = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER'];
    const { rows } = await owner.query(
      `SELECT role, "right" FROM unnest(ARRAY['furrow_tenant', 'furrow_system', $1]) AS role, unnest($2::text[]) AS "right"
       WHERE has_table_privilege(role, 'audit.entries', "right")
         OR "right" IN ('SELECT', 'INSERT', 'UPDATE') AND has_any_column_privilege(role, 'audit.entries', "right")`,
      [new URL(test.url).username, rights],
    );
    // The system role reads the columns that events are made of: libs/journal/src/event-log.
    expect(rows).toEqual([
      { role: 'furrow_tenant', right: 'SELECT' },
      { role: 'furrow_system', right: 'SELECT' },
    ]);
  });
});
