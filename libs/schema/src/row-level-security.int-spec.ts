import { randomUUID } from 'node:crypto';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';

const [OWN, OTHER] = [randomUUID(), randomUUID()];

/** What runs with its owner's rights, so past the policies, whoever calls it; a trigger's is called by nobody. */
const DEFINERS = {
  'feed.current_epoch': 'which epoch the database is in is the same for all',
  'feed.known_epoch': 'the same, as a replica knows it',
  'feed.must_be_replica': 'says nothing but whether the server is a replica',
  'telemetry.make_partitions': 'months are tables, and a tenant may make none',
};

interface Column {
  readonly name: string;
  readonly type: string;
  /** Has to be given a value: not null, and no default. */
  readonly wanted: boolean;
  readonly insert: boolean;
  readonly update: boolean;
}

interface Table {
  readonly name: string;
  readonly select: boolean;
  readonly delete: boolean;
  readonly columns: readonly Column[];
}

/** Every table with a company, as the catalogue has it and with what a tenant may do; partitions are as their table. */
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
         has_table_privilege('furrow_tenant', c.oid, 'SELECT') AS select,
         has_table_privilege('furrow_tenant', c.oid, 'DELETE') AS delete,
         (SELECT json_agg(json_build_object(
            'name', quote_ident(a.attname), 'type', format_type(a.atttypid, NULL),
            'wanted', a.attnotnull AND NOT a.atthasdef AND a.attidentity = '',
            'insert', has_column_privilege('furrow_tenant', c.oid, a.attnum, 'INSERT'),
            'update', a.attgenerated = '' AND has_column_privilege('furrow_tenant', c.oid, a.attnum, 'UPDATE')) ORDER BY a.attnum)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname !~ '^(pg_|information_schema$)'
    AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'company_id')
  ORDER BY 1`;

/** What a row must be beside its company's is not in question here, and would refuse rows that are made up. */
const WITHOUT_RULES = `
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT conrelid::regclass AS of, conname AS name FROM pg_constraint
               WHERE contype IN ('c', 'f') AND conrelid <> 0 AND coninhcount = 0 AND conparentid = 0
                 AND connamespace::regnamespace::text !~ '^(pg_|information_schema$)'
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', one.of, one.name); END LOOP;
    FOR one IN SELECT DISTINCT tgrelid::regclass AS of FROM pg_trigger WHERE NOT tgisinternal
    LOOP EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', one.of); END LOOP;
  END $$`;

let test: TestDatabase;
let owner: pg.Client;
let database: Database;
let tables: Table[];
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
  database = await Database.connect(test.url, { poolSize: 1, rows: [] });
  ({ rows: tables } = await owner.query<Table>(TABLES));
  await owner.query(WITHOUT_RULES);
  for (const table of tables)
    for (const company of [OWN, OTHER]) await owner.query(insertion(table, company, table.columns));
});
afterAll(async () => {
  await owner?.end();
  await database?.close();
  await test?.drop();
});

/** The value of any column that nobody looks at. */
function someValue({ name, type }: Column, company: string): string {
  if (name === 'company_id') return `'${company}'`;
  if (type === 'uuid') return `'${randomUUID()}'`;
  if (type.endsWith('[]')) return `'{}'`;
  if (/^(text|character)/.test(type)) return `'${randomUUID()}'`;
  if (/^json/.test(type)) return `'{}'`;
  if (/^timestamp/.test(type)) return 'now()';
  if (type === 'date') return 'current_date';
  if (type === 'boolean') return 'true';
  if (type === 'bytea') return `'\\x00'`;
  if (type === 'xid8') return 'pg_current_xact_id()';
  if (type === 'pg_snapshot') return 'pg_current_snapshot()';
  return '1';
}

function insertion(table: Table, company: string, columns: readonly Column[]): string {
  const given = columns.filter(({ wanted, name }) => wanted || name === 'company_id');
  const names = given.map(({ name }) => name).join(', ');
  const values = given.map((column) => someValue(column, company)).join(', ');
  return `INSERT INTO ${table.name} (${names}) VALUES (${values})`;
}

class Undone extends Error {}

/** Does it as one company, and takes it back. @returns how many rows it was about */
async function asOwn(sql: string): Promise<number> {
  let count = -1;
  await database
    .tenant(OWN, async (tx) => {
      count = await tx.change(sql);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return count;
}

const REFUSED = 'new row violates row-level security policy';

describe('every table of every context', () => {
  it('is tested here, with a row of each of two companies', async () => {
    expect(tables.length).toBeGreaterThan(25);
    for (const { name } of tables) {
      const { rows } = await owner.query<{ company_id: string }>(`SELECT company_id FROM ${name}`);
      expect({ name, companies: rows.map(({ company_id }) => company_id).toSorted() }).toEqual({
        name,
        companies: [OWN, OTHER].toSorted(),
      });
    }
  });

  it('shows a company only its own rows', async () => {
    const shown = tables.filter(({ select }) => select);
    expect(shown.length).toBeGreaterThan(25);
    for (const { name } of shown) {
      const rows = await database.tenant(OWN, (tx) =>
        tx.query<{ company_id: string }>(`SELECT company_id FROM ${name}`),
      );
      expect({ name, rows }).toEqual({ name, rows: [{ company_id: OWN }] });
    }
  });

  // Without a WHERE: what a condition reads would be held to the policy of SELECT as well.
  it('lets a company change only its own rows', async () => {
    const changeable = tables.filter(({ columns }) => columns.some(({ update }) => update));
    expect(changeable.length).toBeGreaterThan(10);
    for (const { name, columns } of changeable)
      for (const column of columns.filter(({ update }) => update)) {
        const changed = await asOwn(`UPDATE ${name} SET ${column.name} = ${someValue(column, OWN)}`);
        expect({ name, column: column.name, changed }).toEqual({ name, column: column.name, changed: 1 });
      }
  });

  it('lets a company give no row away', async () => {
    const movable = tables.filter(({ columns }) =>
      columns.some(({ name, update }) => name === 'company_id' && update),
    );
    for (const { name } of movable)
      await expect(asOwn(`UPDATE ${name} SET company_id = '${OTHER}'`)).rejects.toThrow(REFUSED);
    expect(movable.length).toBeGreaterThan(5);
  });

  it('lets a company remove only its own rows', async () => {
    const removable = tables.filter((table) => table.delete);
    expect(removable).not.toEqual([]);
    for (const { name } of removable) {
      const removed = await asOwn(`DELETE FROM ${name}`);
      expect({ name, removed }).toEqual({ name, removed: 1 });
    }
  });

  it('lets a company add no row in the name of another', async () => {
    const open = tables.filter(({ columns }) => columns.some(({ insert }) => insert));
    expect(open.length).toBeGreaterThan(20);
    for (const table of open) {
      const columns = table.columns.filter(({ insert }) => insert);
      const added = await asOwn(insertion(table, OWN, columns)).catch(
        (error: unknown) => (error as Error).message,
      );
      // A company has one row of some tables, which it has already.
      expect({ name: table.name, added }).toEqual({
        name: table.name,
        added: added === 1 ? 1 : expect.stringContaining('duplicate key'),
      });
      await expect(asOwn(insertion(table, randomUUID(), columns))).rejects.toThrow(REFUSED);
    }
  });
});

/** @returns the names that a query of the catalogue tells */
const named = async (sql: string) => (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);

describe('around the policies', () => {
  it('there is no view, no partition, and no right that bypasses policies', async () => {
    expect(
      await named(`
        SELECT format('%I.%I', n.nspname, c.relname) AS name
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, unnest(ARRAY['furrow_tenant', 'furrow_system']) AS role
        WHERE n.nspname !~ '^(pg_|information_schema$)' AND (
          (c.relispartition OR c.relkind IN ('v', 'm', 'f'))
            AND (has_table_privilege(role, c.oid, 'SELECT, INSERT, UPDATE, DELETE') OR has_any_column_privilege(role, c.oid, 'SELECT, INSERT, UPDATE'))
          OR c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(role, c.oid, 'TRUNCATE, TRIGGER, REFERENCES'))`),
    ).toEqual([]);
  });

  it('there is no restrictive policy, which a Citus makes permissive', async () => {
    expect(
      await named(
        `SELECT tablename || '.' || policyname AS name FROM pg_policies WHERE permissive = 'RESTRICTIVE'`,
      ),
    ).toEqual([]);
  });

  it('there are no functions except the known ones', async () => {
    expect(
      await named(`
        SELECT format('%s.%s', pronamespace::regnamespace, proname) AS name FROM pg_proc
        WHERE prosecdef AND prorettype <> 'trigger'::regtype AND pronamespace::regnamespace::text !~ '^(pg_|information_schema$)' ORDER BY 1`),
    ).toEqual(Object.keys(DEFINERS));
  });

  it('there is no role that may log in, act as superuser, or become another', async () => {
    const { rows } = await owner.query(
      `SELECT rolname FROM pg_roles WHERE rolname IN ('furrow_tenant', 'furrow_system') AND (rolcanlogin OR rolsuper
         OR rolbypassrls OR rolcreaterole OR rolcreatedb OR EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid))`,
    );
    expect(rows).toEqual([]);
  });
});
