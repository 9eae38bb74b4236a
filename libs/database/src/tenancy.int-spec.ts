import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createTestDatabase, superuserUrl, type TestDatabase, until, withClient } from '@furrow/testbed';
import { DatabaseUnavailable } from './errors.ts';
import { Database } from './database.ts';
import { sqlStateOf } from './sql/sql-state.ts';
import { tenantTable } from './tenant-table.ts';

const POOL = 4;
const [OWN, OTHER] = [newId(), newId()];

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  await asked(
    test.ownerUrl,
    `CREATE SCHEMA farm;
     GRANT USAGE ON SCHEMA farm TO furrow_tenant, furrow_system;
     CREATE TABLE farm.trees (company_id uuid NOT NULL, tree integer NOT NULL, height integer NOT NULL DEFAULT 0,
       planted date, fruit bigint, weight numeric, PRIMARY KEY (company_id, tree));
     CREATE TABLE farm.barns (company_id uuid NOT NULL PRIMARY KEY);
     ${tenantTable('farm.trees', { tenant: 'SELECT, INSERT, UPDATE', system: 'SELECT' })}
     ${tenantTable('farm.barns', { tenant: 'SELECT' })}`,
  );
  database = await Database.connect(test.url, { poolSize: POOL, rows: [] });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const plant = (company: string, tree: number) =>
  database.tenant(company, (tx) =>
    tx.query('INSERT INTO farm.trees (company_id, tree) VALUES ($1, $2)', [company, tree]),
  );
const grow = 'UPDATE farm.trees SET height = height + 1 WHERE tree = $1 RETURNING height';

describe('a tenant transaction', () => {
  beforeAll(() => Promise.all([plant(OWN, 1), plant(OWN, 2), plant(OTHER, 1)]));

  it('sees the rows of its company without a filter, and knows its company', async () => {
    const seen = await database.tenant(OWN, async (tx) => {
      expect(tx.companyId).toBe(OWN);
      return tx.query('SELECT DISTINCT company_id FROM farm.trees');
    });
    expect(seen).toEqual([{ company_id: OWN }]);
  });

  it('changes and creates only rows of its company', async () => {
    expect(await database.tenant(OWN, (tx) => tx.query(grow, [1]))).toEqual([{ height: 1 }]);
    const [foreign] = await database.tenant(OTHER, (tx) =>
      tx.query<{ height: number }>('SELECT height FROM farm.trees'),
    );
    expect(foreign).toEqual({ height: 0 });
    const smuggled = database.tenant(OWN, (tx) =>
      tx.query('INSERT INTO farm.trees (company_id, tree) VALUES ($1, 9)', [OTHER]),
    );
    await expect(smuggled).rejects.toMatchObject({ code: '42501' });
  });

  it('may do only what was granted', async () => {
    const felled = database.tenant(OWN, (tx) => tx.query('DELETE FROM farm.trees'));
    await expect(felled).rejects.toMatchObject({ code: '42501' });
  });

  it('requires the id of a company', () => {
    for (const nonsense of ['', 'acme', `${OWN}'; DROP SCHEMA farm; --`])
      expect(() => database.tenant(nonsense, async () => undefined)).toThrow(TypeError);
  });

  it('includes writes of TypeORM', async () => {
    const failing = database.tenant(OWN, async (tx) => {
      await tx.manager.query('INSERT INTO farm.trees (company_id, tree) VALUES ($1, 77)', [OWN]);
      throw new Error('half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await database.tenant(OWN, (tx) => tx.query('SELECT FROM farm.trees WHERE tree = 77'))).toEqual(
      [],
    );
  });

  it('returns dates as they are written, counts as numbers, and decimals exactly', async () => {
    const [row] = await database.tenant(OWN, (tx) =>
      tx.query(
        `SELECT DATE '2024-09-08' AS planted, 9007199254740991::bigint AS fruit, 0.10::numeric AS weight`,
      ),
    );
    expect(row).toEqual({ planted: '2024-09-08', fruit: 9007199254740991, weight: '0.10' });
  });
});

describe('a system transaction', () => {
  it('sees the rows of all companies that it was granted, and belongs to none', async () => {
    await database.system(async (tx) => {
      expect(await tx.query('SELECT DISTINCT company_id FROM farm.trees')).toHaveLength(2);
      expect(() => tx.companyId).toThrow('no company');
    });
    const more = [`UPDATE farm.trees SET height = 9`, 'SELECT FROM farm.barns'];
    for (const sql of more)
      await expect(database.system((tx) => tx.query(sql))).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a query without a role', () => {
  it('may access nothing with the service’s login', async () => {
    await expect(asked(test.url, 'SELECT FROM farm.trees')).rejects.toMatchObject({ code: '42501' });
    await expect(asked(test.url, 'BEGIN; SELECT FROM farm.trees')).rejects.toMatchObject({ code: '42501' });
  });

  it('sees nothing as a tenant of no company, also after one on the same connection', async () => {
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    const alone = async () => {
      await client.query('BEGIN; SET LOCAL ROLE furrow_tenant');
      const { rowCount } = await client.query('SELECT FROM farm.trees');
      await client.query('ROLLBACK');
      return rowCount;
    };
    expect(await alone()).toBe(0);
    await client.query(
      `BEGIN; SET LOCAL ROLE furrow_tenant; SELECT set_config('furrow.company_id', '${OWN}', true)`,
    );
    expect((await client.query('SELECT FROM farm.trees')).rowCount).toBe(2);
    await client.query('COMMIT');
    expect(await alone()).toBe(0);
    await client.end();
  });

  it('is refused, not answered, by a service that lost its roles', async () => {
    const dataSource = new DataSource({ type: 'postgres', url: test.url });
    await dataSource.initialize();
    await expect(dataSource.query('SELECT * FROM farm.trees')).rejects.toThrow('permission denied');
    await dataSource.destroy();
  });
});

describe('conflicting transactions', () => {
  it('are repeated as a whole, and both succeed', async () => {
    let runs = 0;
    const inOrder = (first: number, second: number, both: Barrier) =>
      database.tenant(OWN, async (tx) => {
        runs++;
        await tx.query(grow, [first]);
        await both.arrive();
        await tx.query(grow, [second]);
      });
    const before = await heights();
    const both = new Barrier(2);
    await Promise.all([inOrder(1, 2, both), inOrder(2, 1, both)]);
    expect(await heights()).toEqual(before.map((height) => height + 2));
    expect(runs).toBe(3);
  });

  it('are given up after five repeats', async () => {
    let runs = 0;
    const hopeless = database.tenant(OWN, async (tx) => {
      runs++;
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40P01'; END $$`);
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40P01' });
    expect(runs).toBe(6);
  });

  it('are not repeated for any other reason', async () => {
    let runs = 0;
    const failing = database.tenant(OWN, async (tx) => {
      runs++;
      await tx.query('SELECT 1 / 0');
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });
});

describe('a failure', () => {
  it('in an opening message leaves no connection inside a transaction', async () => {
    const url = new URL(test.url);
    url.username = `${url.username}_poor`;
    await withSuperuser(
      `CREATE ROLE ${url.username} LOGIN NOINHERIT PASSWORD '${url.password}'; GRANT furrow_tenant TO ${url.username}`,
    );
    const poor = await Database.connect(url.href, { poolSize: 1, rows: [] });
    try {
      for (let times = 0; times < 3; times++)
        await expect(poor.system((tx) => tx.query('SELECT 1'))).rejects.toMatchObject({ code: '42501' });
      expect(await poor.tenant(OWN, (tx) => tx.query('SELECT FROM farm.trees'))).toHaveLength(2);
    } finally {
      await poor.close();
      await withSuperuser(`DROP ROLE ${url.username}`);
    }
  });

  it('that the work swallows is no success: COMMIT of a failed transaction throws', async () => {
    const swallowed = database.tenant(OWN, async (tx) => {
      await tx.query('INSERT INTO farm.trees (company_id, tree) VALUES ($1, 50)', [OWN]);
      await tx.query('SELECT 1 / 0').catch(() => undefined);
      return 'done';
    });
    await expect(swallowed).rejects.toThrow('rolled back');
    expect(await database.tenant(OWN, (tx) => tx.query('SELECT FROM farm.trees WHERE tree = 50'))).toEqual(
      [],
    );
  });

  it('of every connection at once is reported as unavailable, and ends when the database recovers', async () => {
    const pids = await Promise.all(
      Array.from({ length: POOL }, () =>
        database.system(async (tx) => {
          const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)');
          return row?.pid;
        }),
      ),
    );
    const cut = database.tenant(OWN, (tx) => tx.query('SELECT pg_sleep(30)'));
    const failed = expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    await until('it runs', async () => {
      const { rows } = await withSuperuser(
        `SELECT FROM pg_stat_activity
         WHERE pid IN (${pids.join(', ')}) AND state = 'active' AND query LIKE '%pg_sleep(30)%'`,
      );
      return rows.length > 0;
    });
    await withSuperuser(`SELECT pg_terminate_backend(pid) FROM unnest(ARRAY[${pids.join(', ')}]) AS pid`);
    await failed;
    // The next caller finds an idle connection broken.
    const isThere = () =>
      database.ping().then(
        () => true,
        () => false,
      );
    for (let dead = 0; dead < POOL && !(await isThere()); dead++);
    expect(await heights()).toHaveLength(2);
  });

  it('on the way to the server is reported as unavailable', async () => {
    const nowhere = new URL(test.url);
    nowhere.pathname = '/no_such_database';
    await expect(Database.connect(nowhere.href, { poolSize: 1, rows: [] })).rejects.toMatchObject({
      code: '3D000',
    });
    expect(sqlStateOf({ driverError: { code: '3D000' } })).toBe('3D000');
    expect(sqlStateOf(new Error('no code'))).toBeUndefined();
  });
});

async function heights(): Promise<number[]> {
  const rows = await database.tenant(OWN, (tx) =>
    tx.query<{ height: number }>('SELECT height FROM farm.trees WHERE tree IN (1, 2) ORDER BY tree'),
  );
  return rows.map(({ height }) => height);
}

/** Blocks until all have arrived; later arrivals pass at once. */
class Barrier {
  #missing: number;
  #open: () => void = () => undefined;
  readonly #opened = new Promise<void>((resolve) => (this.#open = resolve));

  constructor(count: number) {
    this.#missing = count;
  }

  async arrive(): Promise<void> {
    if (--this.#missing <= 0) this.#open();
    await this.#opened;
  }
}

const asked = (url: string, sql: string) => withClient(url, (client) => client.query(sql));

const withSuperuser = (sql: string) => asked(superuserUrl(), sql);
