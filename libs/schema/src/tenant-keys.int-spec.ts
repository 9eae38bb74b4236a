import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';

/** What belongs to the installation as a whole, and to no company. */
const INSTALLATION = {
  'audit.readers': 'how far a reader of the event log is',
  'feed.epochs': 'which epoch the database is in',
  'feed.logs': 'which logs of changes there are',
  'public.migrations': 'what was done to the schema',
};

/** What has to be found, or be unique, before anybody knows the company: docs/scale.md says what becomes of it. */
const ACROSS_COMPANIES = {
  'access.api_tokens_key_id': 'a credential is looked up by its key id',
  'access.companies_key': 'the operator’s name for a company',
  'access.devices_device_id': 'a device says its own id and nothing else',
  'access.users_idp_id': 'a JWT says its subject and nothing else',
};

/** Not unique, so each shard has its own: what is looked for in all companies at once. */
const SWEEPS = {
  'access.invitations_open': 'whoever signs in says an address, and no company',
  'audit.entries_in_order': 'what was committed, by whichever company',
  'media.objects_not_kept': 'files that nobody kept',
  'notifications.alert_changes_by_time': 'changes that are old enough to be removed',
  'notifications.delivery_queues_due': 'webhooks with something to send',
  'notifications.events_set_aside_due': 'events that are tried again',
  'notifications.replays_due': 'replays that go on',
  'production.open_sessions_by_lapse': 'sessions that time has closed',
  'telemetry.device_errors_by_hour': 'counts of errors that are old enough to be removed',
};

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 1, rows: [] });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

/** Of the catalogue; a partition is as its table says. */
const asked = async <Row extends object>(sql: string): Promise<Row[]> =>
  database.system((tx) =>
    tx.query<Row>(
      `WITH tables AS (
         SELECT c.oid, n.nspname AS schema, format('%I.%I', n.nspname, c.relname) AS name, c.relrowsecurity AS guarded
         FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema$)'
       ) ${sql}`,
    ),
  );
const names = async (sql: string) => (await asked<{ name: string }>(sql)).map(({ name }) => name).toSorted();
const column = (table: string, number: string) =>
  `(SELECT attname FROM pg_attribute WHERE attrelid = ${table} AND attnum = ${number})`;
const OWNED = `tables.name NOT IN (${Object.keys(INSTALLATION)
  .map((name) => `'${name}'`)
  .join(', ')})`;

describe('every table', () => {
  it('is a company’s, or is listed as the installation’s', async () => {
    expect(
      await names(`SELECT name FROM tables WHERE NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = tables.oid AND attname = 'company_id' AND attnotnull)`),
    ).toEqual(Object.keys(INSTALLATION));
    expect((await names('SELECT name FROM tables')).length).toBeGreaterThan(25);
  });

  it('of a company is under row-level security', async () => {
    expect(await names(`SELECT name FROM tables WHERE NOT guarded AND ${OWNED}`)).toEqual([]);
  });

  it('of a company has a primary key', async () => {
    expect(
      await names(`SELECT name FROM tables WHERE ${OWNED} AND NOT EXISTS (
        SELECT FROM pg_index WHERE indrelid = tables.oid AND indisprimary)`),
    ).toEqual([]);
  });
});

describe('in the tables of companies, company_id is the first column', () => {
  const indexes = (kind: string) =>
    names(`SELECT format('%s.%I', schema, i.relname) AS name FROM tables
           JOIN pg_index x ON x.indrelid = tables.oid JOIN pg_class i ON i.oid = x.indexrelid
           WHERE ${OWNED} AND ${kind} AND ${column('x.indrelid', 'x.indkey[0]')} IS DISTINCT FROM 'company_id'`);

  it('of every primary key', async () => {
    expect(await indexes('indisprimary')).toEqual([]);
  });

  it('of every unique constraint and index, except those that are read before the company is known', async () => {
    expect(await indexes('indisunique AND NOT indisprimary')).toEqual(Object.keys(ACROSS_COMPANIES));
  });

  it('of every other index, except those of the sweeps', async () => {
    expect(await indexes('NOT indisunique')).toEqual(Object.keys(SWEEPS));
  });

  it('of every foreign key, on both sides', async () => {
    const keys = await asked<{ name: string; own: string; referred: string }>(`
      SELECT format('%s %s', tables.name, f.conname) AS name, ${column('f.conrelid', 'f.conkey[1]')} AS own,
             ${column('f.confrelid', 'f.confkey[1]')} AS referred
      FROM tables JOIN pg_constraint f ON f.conrelid = tables.oid AND f.contype = 'f'`);
    expect(keys.filter(({ own, referred }) => own !== 'company_id' || referred !== 'company_id')).toEqual([]);
    expect(keys.length).toBeGreaterThan(30);
  });
});
