import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, Line, type TestDatabase } from '@furrow/testbed';
import { DatabaseUnavailable } from '../errors.ts';
import { Database } from '../database.ts';
import { NotificationListener } from './notification-listener.ts';
import { servingTimeouts } from './timeouts.ts';

const STATEMENT_MS = 700;
const TIMEOUTS = servingTimeouts(STATEMENT_MS);
const POOL = 3;
/** For what takes one silence on a machine that has other work besides; the kernel gives a connection up after minutes. */
const SOON_MS = 30_000;

let test: TestDatabase;
let owner: pg.Pool;
let line: Line;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl });
  await owner.query('CREATE TABLE lamp (id int PRIMARY KEY, lit bool); GRANT ALL ON lamp TO furrow_system');
  await owner.query('INSERT INTO lamp VALUES (1, false)');
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});
beforeEach(async () => {
  line = await Line.lay(Number(new URL(test.url).port));
  database = await connected();
});
afterEach(async () => {
  await database.close();
  await line.close();
});

function throughLine(): string {
  const url = new URL(test.url);
  url.port = String(line.port);
  return url.href;
}

/** On a machine that is held up for seconds, the first answer may come too late for these short timeouts. */
async function connected(): Promise<Database> {
  for (let attempt = 1; ; attempt++)
    try {
      return await Database.connect(throughLine(), { poolSize: POOL, rows: [], timeouts: TIMEOUTS });
    } catch (error) {
      if (attempt === 10) throw error;
    }
}

const light = (lit: boolean) => database.system((tx) => tx.change('UPDATE lamp SET lit = $1', [lit]));
const ask = <Row extends object>(sql: string) => database.system((tx) => tx.query<Row>(sql));
const msOf = async (work: Promise<unknown>) => {
  const began = performance.now();
  await work;
  return performance.now() - began;
};
/** All connections of the pool exist and are idle. */
const fill = () => Promise.all(Array.from({ length: POOL }, () => ask('SELECT pg_sleep(0.05)')));

describe('a service', () => {
  it('documents that it serves again within 40 s after a connection falls silent', () => {
    const { statement, lock, idleInTransaction, silence, connect } = servingTimeouts();
    expect({ statement, lock, idleInTransaction, silence, connect }).toEqual({
      ...{ statement: 15_000, lock: 10_000, idleInTransaction: 15_000, silence: 18_000, connect: 5_000 },
    });
    // A PostgreSQL that is there answers before it is given up.
    expect(silence).toBeGreaterThan(statement);
    // A caller who took a connection just before the first one was given up, so that it was not replaced.
    expect(2 * silence).toBeLessThan(40_000);
  });
});

describe('a connection that falls silent without an end', () => {
  it('is given up, reported as unavailable, and replaced together with all idle ones beside it', async () => {
    await fill();
    line.silence();
    const failed = msOf(expect(light(true)).rejects.toBeInstanceOf(DatabaseUnavailable));
    expect(await failed).toBeLessThan(SOON_MS);
    // On one of the old connections it would be refused.
    const served = await Promise.all(Array.from({ length: POOL }, () => light(true)));
    expect(served).toEqual(Array(POOL).fill(1));
  });

  it('is given up also if it was unused for a while', async () => {
    await fill();
    await delay(TIMEOUTS.silence + 300);
    line.silence();
    const failed = msOf(expect(light(true)).rejects.toBeInstanceOf(DatabaseUnavailable));
    expect(await failed).toBeLessThan(SOON_MS);
  });

  it('leaves no locks in PostgreSQL, although nobody ends its transaction', async () => {
    const abandoned = database.system(async (tx) => {
      await tx.query('UPDATE lamp SET lit = true');
      line.silence();
      await tx.query('SELECT 1');
    });
    await expect(abandoned).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await light(false)).toBe(1);
  });

  it('is given up if it does not answer a rollback, whatever the limit for other answers is', async () => {
    const timeouts = { ...TIMEOUTS, silence: 600_000 };
    const database = await Database.connect(throughLine(), { poolSize: 1, rows: [], timeouts });
    const refused = database.system(async (tx) => {
      await tx.query('UPDATE lamp SET lit = true');
      line.silence();
      throw new RangeError('refused');
    });
    await expect(refused).rejects.toThrow(RangeError);
    expect(await database.system((tx) => tx.change('UPDATE lamp SET lit = false'))).toBe(1);
    await database.close();
  });

  it('is detected if it only listens', async () => {
    let notices = 0;
    const listening = {
      ...{ url: throughLine(), timeouts: TIMEOUTS, channel: 'test_channel' },
      onNotice: () => notices++,
    };
    const listener = await NotificationListener.start(listening, 100);
    line.silence();
    while (notices < 2) await delay(10);
    await owner.query('NOTIFY test_channel');
    while (notices < 3) await delay(10);
    await expect(listener.stop()).resolves.toBeUndefined();
  });

  it('does not prevent a pool from closing', async () => {
    await fill();
    line.silence();
    const waiting = expect(light(true)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await delay(50);
    expect(await msOf(Promise.all([database.close(), waiting]))).toBeLessThan(SOON_MS);
  });

  it('is distinguished from one whose response arrived while this process was blocked', async () => {
    const timeouts = { ...TIMEOUTS, idleInTransaction: 10_000 };
    const direct = await Database.connect(test.url, { poolSize: 1, rows: [], timeouts });
    const answered = direct.system((tx) => tx.query('SELECT 1'));
    await new Promise(setImmediate);
    const until = performance.now() + TIMEOUTS.silence + 200;
    while (performance.now() < until);
    expect(await answered).toHaveLength(1);
    await direct.close();
  });
});

describe('a PostgreSQL that responds', () => {
  it('cancels what takes too long, and the connection stays usable', async () => {
    const [before] = await ask<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await expect(ask('SELECT pg_sleep(5)')).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { code: '57014' },
    });
    expect(await ask('SELECT pg_backend_pid() AS pid')).toEqual([before]);
  });

  it('cancels a statement that waits too long for a lock', async () => {
    const other = await owner.connect();
    await other.query('BEGIN; LOCK TABLE lamp');
    await expect(light(true)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { code: '55P03' },
    });
    await other.query('ROLLBACK');
    other.release();
    expect(await light(true)).toBe(1);
  });

  it('may take longer for a large result, and so may its reader', async () => {
    const read = database.system(async (tx) => {
      let count = 0;
      // 30 ms per row: each batch is within the limit of a statement, all of them together take twice as long.
      for await (const rows of tx.batches('SELECT pg_sleep(0.03) FROM generate_series(1, 48)', [], 6)) {
        if (count === 0) await delay(TIMEOUTS.idleInTransaction + 300);
        count += rows.length;
      }
      return count;
    });
    expect(await read).toBe(48);
  });
});

describe('the limits of a connection', () => {
  const settings = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle`;

  it('are part of its start-up packet, and those of the address take precedence', async () => {
    expect(await ask(settings)).toEqual([{ statement: '700ms', lock: '467ms', idle: '700ms' }]);
    const url = `${test.url}?options=${encodeURIComponent('-c lock_timeout=9s')}`;
    const other = await Database.connect(url, { poolSize: 1, rows: [], timeouts: TIMEOUTS });
    expect(await other.system((tx) => tx.query(settings))).toEqual([
      { statement: '700ms', lock: '9s', idle: '700ms' },
    ]);
    await other.close();
  });

  it('are part of each transaction behind a pooler, because its connections are shared', async () => {
    const options = { poolSize: 1, rows: [], timeouts: TIMEOUTS, prepares: false };
    const pooled = await Database.connect(test.url, options);
    const [pid, inside] = await pooled.system((tx) =>
      Promise.all([tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'), tx.query(settings)]),
    );
    expect(inside).toEqual([{ statement: '700ms', lock: '467ms', idle: '700ms' }]);
    expect(await pooled.system((tx) => tx.query('SELECT pg_backend_pid() AS pid'))).toEqual(pid);
    await pooled.close();
    const client = new pg.Client({ connectionString: test.url });
    await client.connect();
    expect((await client.query(settings)).rows).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
    await client.end();
  });
});
