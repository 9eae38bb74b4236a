import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { Database } from './database.ts';
import { migrate, type MigrationClass } from './migrate.ts';
import { tenantTable } from './tenant-table.ts';

class Orchard1763699999001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SCHEMA orchard; GRANT USAGE ON SCHEMA orchard TO furrow_tenant');
    // Long enough for another process to come in between.
    await runner.query('SELECT pg_sleep(0.2)');
  }
}

class Trees1763699999002 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE orchard.trees (company_id uuid PRIMARY KEY)');
    await runner.query(tenantTable('orchard.trees', { tenant: 'SELECT' }));
  }
}

class Broken1763699999003 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE orchard.half (id int)');
    await runner.query('SELECT 1 / 0');
  }
}

const NAMES = [Orchard1763699999001.name, Trees1763699999002.name];

describe('migrating', () => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());
  const run = (...migrations: MigrationClass[]) => migrate(test.ownerUrl, test.url, migrations);

  it('runs missing migrations in order of time, and nothing the second time', async () => {
    expect(await run(Trees1763699999002, Orchard1763699999001)).toEqual(NAMES);
    expect(await run(Trees1763699999002, Orchard1763699999001)).toEqual([]);
  });

  it('runs once for several concurrent processes', async () => {
    const done = await Promise.all(
      Array.from({ length: 4 }, () => run(Orchard1763699999001, Trees1763699999002)),
    );
    expect(done.flat().sort()).toEqual(NAMES);
  });

  it('lets the service’s login assume its roles, and lets it read which migrations ran', async () => {
    await run(Orchard1763699999001, Trees1763699999002);
    const database = await Database.connect(test.url, { poolSize: 1, rows: [] });
    expect([...(await database.appliedMigrations())]).toEqual(expect.arrayContaining(NAMES));
    const company = '0198c0de-0000-7000-8000-000000000001';
    expect(await database.tenant(company, (tx) => tx.query('SELECT FROM orchard.trees'))).toEqual([]);
    await database.close();
  });

  it('leaves nothing of a failed migration, and keeps the earlier ones', async () => {
    await expect(run(Orchard1763699999001, Trees1763699999002, Broken1763699999003)).rejects.toThrow(
      'division by zero',
    );
    const owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
    const { rows } = await owner.query(
      `SELECT to_regclass('orchard.trees') AS trees, to_regclass('orchard.half') AS half`,
    );
    await owner.end();
    expect(rows).toEqual([{ trees: 'orchard.trees', half: null }]);
    expect(await run(Orchard1763699999001, Trees1763699999002)).toEqual([]);
  });

  it('refuses a PostgreSQL that is too old, and releases its lock', async () => {
    const { createQueryRunner } = DataSource.prototype;
    DataSource.prototype.createQueryRunner = function (this: DataSource, ...args) {
      const runner = createQueryRunner.apply(this, args);
      const query = runner.query.bind(runner);
      runner.query = (sql: string, ...rest: never[]) =>
        sql === 'SHOW server_version_num'
          ? Promise.resolve([{ server_version_num: '140012' }])
          : query(sql, ...rest);
      return runner;
    };
    try {
      await expect(run(Orchard1763699999001)).rejects.toThrow(
        'PostgreSQL 15 or newer is needed; this one is 14',
      );
    } finally {
      DataSource.prototype.createQueryRunner = createQueryRunner;
    }
    expect(await run(Orchard1763699999001)).toEqual([Orchard1763699999001.name]);
  });
});
