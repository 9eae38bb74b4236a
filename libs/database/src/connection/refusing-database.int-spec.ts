import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, Line, type TestDatabase } from '@furrow/testbed';
import { DatabaseUnavailable } from '../errors.ts';
import { Database } from '../database.ts';
import { DatabaseProbe } from './database-probe.ts';
import { isOutOfService } from '../sql/sql-state.ts';
import { servingTimeouts } from './timeouts.ts';

let test: TestDatabase;
let owner: pg.Pool;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl });
  await owner.query('CREATE TABLE lamp (lit bool); GRANT ALL ON lamp TO furrow_system');
  database = await Database.connect(test.url, { poolSize: 2, rows: [] });
});
afterAll(async () => {
  await database.close();
  await owner.end();
  await test.drop();
});

const write = () => database.system((tx) => tx.query('INSERT INTO lamp VALUES (true)'));
const refused = (state: string) =>
  database.system((tx) => tx.query(`DO $$ BEGIN RAISE 'refused' USING ERRCODE = '${state}'; END $$`));

describe('a PostgreSQL that refuses writes', () => {
  it('is reported as unavailable, answers reads, and is used for writes again as soon as it accepts them', async () => {
    const name = new URL(test.url).pathname.slice(1);
    await database.close();
    await owner.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    database = await Database.connect(test.url, { poolSize: 2, rows: [] });
    await expect(write()).rejects.toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '25006' } });
    await expect(database.checkReady()).rejects.toMatchObject({ name: 'NotReady', check: 'writes' });
    expect(await database.system((tx) => tx.query('SELECT FROM lamp'))).toEqual([]);

    // As after a failover: old connections lead to a server that refuses writes, new ones do not.
    const ownerAgain = new pg.Client({ connectionString: test.ownerUrl });
    await ownerAgain.connect();
    await ownerAgain.query('SET default_transaction_read_only = off');
    await ownerAgain.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await ownerAgain.end();
    await delay(1_000); // a connection is kept for so long, whatever it answers
    await expect(write()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await write();
    await database.checkReady();
  });
});

describe('a PostgreSQL without disk space', () => {
  it.each(['53100', '53200', '53400'])('is reported as unavailable and not ready (%s)', async (state) => {
    const full = await Database.connect(test.url, { poolSize: 1, rows: [] });
    await full.checkReady();
    await expect(
      full.system((tx) => tx.query(`DO $$ BEGIN RAISE 'full' USING ERRCODE = '${state}'; END $$`)),
    ).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(full.checkReady()).rejects.toMatchObject({ check: 'writes' });
    await full.close();
  });
});

describe('a refusal of PostgreSQL', () => {
  it.each(['53300', '57P01', '57P02', '57P03', '57014', '25P03', '55P03', '58030', '08006'])(
    'that is temporary is reported as unavailable: %s',
    async (state) => {
      await expect(refused(state)).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
    },
  );

  it.each(['22012', '23505', '42501', '42P01', 'XX000'])(
    'that is permanent is reported as it is: %s',
    async (state) => {
      await expect(refused(state)).rejects.toMatchObject({ code: state });
    },
  );

  it.each(['ECONNRESET', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE'])(
    'may concern the connection: %s',
    (code) => expect(isOutOfService(Object.assign(new Error(), { code }))).toBe(true),
  );
});

describe('readiness', () => {
  it('has a time limit of its own, and names the check', async () => {
    const line = await Line.lay(Number(new URL(test.url).port));
    const url = new URL(test.url);
    url.port = String(line.port);
    const probe = new DatabaseProbe(url.href, servingTimeouts());
    expect((await probe.look()).size).toBeGreaterThan(0);
    line.hold();
    const began = performance.now();
    const message = 'PostgreSQL does not answer within 2 s.';
    await expect(probe.look()).rejects.toMatchObject({ check: 'database', message });
    expect(performance.now() - began).toBeLessThan(20_000);
    line.release();
    await probe.look();
    probe.close();
    await line.close();
  });

  it('waits behind no request that waits for a connection', async () => {
    const holder = await owner.connect();
    await holder.query('BEGIN; LOCK TABLE lamp');
    const ended: string[] = [];
    const busy = [1, 2, 3, 4].map(async () => {
      await database.system((tx) => tx.query('SELECT FROM lamp'));
      ended.push('busy');
    });
    await database.checkReady();
    expect(ended).toEqual([]);
    await holder.query('ROLLBACK');
    holder.release();
    await Promise.all(busy);
  });

  it('uses one connection, however many requests there are', async () => {
    const looks = Array.from({ length: 50 }, () => database.checkReady());
    await Promise.all(looks);
    const { rows } = await owner.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE application_name = 'furrow probe' AND datname = current_database()`,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('names the migrations check if there are none', async () => {
    await owner.query('ALTER TABLE public.migrations RENAME TO elsewhere');
    await expect(database.checkReady()).rejects.toMatchObject({ check: 'migrations' });
    await owner.query('ALTER TABLE public.elsewhere RENAME TO migrations');
    expect((await database.checkReady()).size).toBeGreaterThan(0);
  });
});
