import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import pg from 'pg';
import { createTestDatabase, superuserUrl, type TestDatabase, withClient } from '@furrow/testbed';
import { DatabaseUnavailable } from './errors.ts';
import { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

const COMPANY = newId();
const numbers = 'SELECT generate_series(1, $1::int) AS n';
const numbersPrepared = { name: 'numbers', text: numbers };

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 2, rows: [] });
});

afterAll(async () => {
  await database.close();
  await test.drop();
});

/** The sum of 1 to 3, on any working connection. */
const six = (tx: Transaction) =>
  tx.query<{ n: number }>(numbersPrepared, [3]).then((rows) => rows.reduce((sum, { n }) => sum + n, 0));

/** Holds this process until another session waits for a lock in such a statement, for ten seconds at most. */
function waitsWithoutPause(url: string, statement: string): void {
  const program = `
    import pg from 'pg';
    const client = new pg.Client({ connectionString: process.argv[1], statement_timeout: 10_000 });
    await client.connect();
    const until = performance.now() + 10_000;
    for (let waits = false; !waits && performance.now() < until; )
      waits = (await client.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1", [process.argv[2]])).rowCount > 0;
    await client.end();
    process.exitCode = performance.now() < until ? 0 : 1;`;
  const args = ['--input-type=module', '--eval', program, url, statement];
  execFileSync(process.execPath, args, { cwd: import.meta.dirname });
}

it('reads arrays of any texts', async () => {
  const arrays = [
    [],
    ['a', 'b-c', 'NULL', 'null', ''],
    ['a', null, 'b'],
    [null],
    ['one'],
    ['a,b', '{c}', '"d"', '\\', ' e ', 'ñ\n'],
  ];
  const rows = await database.tenant(COMPANY, (tx) =>
    Promise.all(arrays.map((texts) => tx.query<{ texts: unknown }>('SELECT $1::text[] AS texts', [texts]))),
  );
  expect(rows.map(([row]) => row?.texts)).toEqual(arrays);
  const nested = `SELECT '{{a,b},{c,d}}'::text[] AS texts`;
  expect(await database.tenant(COMPANY, (tx) => tx.query(nested))).toEqual([
    {
      texts: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
  ]);
});

describe('a transaction', () => {
  it('answers concurrent queries in their order', async () => {
    const answers = await database.tenant(COMPANY, (tx) =>
      Promise.all([
        tx.query('SELECT current_user::text AS me'),
        tx.query(`SELECT current_setting('furrow.company_id') AS company`),
        tx.query(numbersPrepared, [2]),
        tx.query(numbers, [1]),
      ]),
    );
    expect(answers).toEqual([
      [{ me: 'furrow_tenant' }],
      [{ company: COMPANY }],
      [{ n: 1 }, { n: 2 }],
      [{ n: 1 }],
    ]);
  });

  it('fails with the cause of the first failed query, and leaves its connection usable', async () => {
    for (let i = 0; i < 3; i++) {
      const failing = database.tenant(COMPANY, (tx) =>
        Promise.all([tx.query('SELECT 1'), tx.query('SELECT 1 / 0'), tx.query('SELECT 1')]),
      );
      await expect(failing).rejects.toMatchObject({ code: '22012' });
    }
    await expect(
      Promise.all([database.tenant(COMPANY, six), database.tenant(COMPANY, six)]),
    ).resolves.toEqual([6, 6]);
  });

  it('whose queries are all sent at once commits with them, and fails as a whole', async () => {
    const role = (tx: Transaction) => tx.query('SELECT current_user::text AS me');
    await expect(database.systemAtOnce(role)).resolves.toEqual([{ me: 'furrow_system' }]);
    const failing = database.systemAtOnce((tx) => Promise.all([six(tx), tx.query('SELECT 1 / 0'), six(tx)]));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    const late = database.systemAtOnce(async (tx) => {
      await six(tx);
      await six(tx);
    });
    await expect(late).rejects.toThrow('The transaction has ended');
    await expect(database.system(six)).resolves.toBe(6);
  });

  it('cannot be queried once it has ended', async () => {
    const kept = await database.tenant(COMPANY, async (tx) => tx);
    await expect(kept.query('SELECT 1')).rejects.toThrow('ended');
    let abandoned: Promise<unknown> = Promise.resolve();
    const failing = database.tenant(COMPANY, (tx) => {
      abandoned = new Promise((resolve) => setTimeout(resolve, 50)).then(() => tx.query('SELECT 1'));
      abandoned.catch(() => undefined);
      throw new TypeError('sooner');
    });
    await expect(failing).rejects.toThrow('sooner');
    await expect(abandoned).rejects.toThrow('ended');
  });

  it('reads a large result in batches, completely or in part', async () => {
    const sizes = await database.tenant(COMPANY, async (tx) => {
      const read: number[] = [];
      for await (const rows of tx.batches(numbers, [25], 10)) read.push(rows.length);
      for await (const _ of tx.batches(numbers, [25], 10)) break;
      return [...read, await six(tx)];
    });
    expect(sizes).toEqual([10, 10, 5, 6]);
    const failing = database.tenant(COMPANY, async (tx) => {
      for await (const _ of tx.batches(
        'SELECT 1 / (15 - n) FROM generate_series(1, $1::int) AS n',
        [25],
        10,
      ));
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await expect(database.tenant(COMPANY, six)).resolves.toBe(6);
  });

  it('reads wide rows in small batches, and narrow ones in large batches', async () => {
    const sizesOf = (width: number) =>
      database.tenant(COMPANY, async (tx) => {
        const read: number[] = [];
        const wide = `SELECT repeat('x', ${width}) FROM generate_series(1, $1::int)`;
        for await (const rows of tx.batches(wide, [500], 200)) read.push(rows.length);
        return read;
      });
    expect(Math.max(...(await sizesOf(1)))).toBe(200);
    const [, ...later] = await sizesOf(50_000);
    expect(Math.max(...later)).toBe(2);
  });

  it('lets PostgreSQL read the next batch while one is processed without a pause', async () => {
    const locking = new pg.Client({ connectionString: test.ownerUrl });
    await locking.connect();
    await locking.query('SELECT pg_advisory_lock(11)');
    const reading = database.tenant(COMPANY, async (tx) => {
      let read = 0;
      const stopping = `SELECT CASE WHEN n > 10 THEN pg_advisory_xact_lock_shared(11) END FROM generate_series(1, $1::int) AS n`;
      for await (const rows of tx.batches(stopping, [20], 10)) {
        if (read === 0) waitsWithoutPause(test.url, 'FETCH%');
        read += rows.length;
        await locking.query('SELECT pg_advisory_unlock_all()');
      }
      return read;
    });
    try {
      expect(await reading).toBe(20);
    } finally {
      await locking.end();
    }
  });

  it('uses no prepared statements where a pooler would lose them', async () => {
    const plain = await Database.connect(test.url, { poolSize: 1, rows: [], prepares: false });
    const known = await plain.tenant(COMPANY, async (tx) => {
      await six(tx);
      return tx.query('SELECT name FROM pg_prepared_statements');
    });
    expect(known).toEqual([]);
    await plain.close();
  });

  it('reports that the database is unavailable when its connection breaks, and uses another one', async () => {
    const broken = database.tenant(COMPANY, async (tx) => {
      const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await terminate(row?.pid ?? 0);
      await Promise.all([six(tx), six(tx)]);
    });
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(database.tenant(COMPANY, six)).resolves.toBe(6);
  });

  it('reports the same where it breaks between queries, also through TypeORM', async () => {
    const broken = database.tenant(COMPANY, async ({ manager }) => {
      const [row] = await manager.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
      await terminate(row?.pid ?? 0);
      while (!manager.queryRunner!.isReleased) await new Promise(setImmediate);
      await manager.query('SELECT 1');
    });
    await expect(broken).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});

const terminate = (pid: number) =>
  withClient(superuserUrl(), (client) => client.query('SELECT pg_terminate_backend($1, 5000)', [pid]));
