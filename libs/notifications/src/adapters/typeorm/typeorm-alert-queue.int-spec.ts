import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import pg from 'pg';
import { TypeormAlertQueue } from './typeorm-alert-queue.ts';

let test: TestDatabase;
let database: Database;
let owner: pg.Pool;

beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Pool({ connectionString: test.ownerUrl, max: 2 });
  database = await Database.connect(test.url, { poolSize: 4, rows: [] });
});
afterAll(async () => {
  await database?.close();
  await owner?.end();
  await test?.drop();
});

const counted = async (sql: string): Promise<number> => (await owner.query(sql)).rows[0].count;

it('sweeps changes of every company that are too old, some at a time, and tells nobody', async () => {
  const companies = [newId(), newId()];
  await owner.query(
    `INSERT INTO access.companies (company_id, key, name, timezone)
     SELECT company_id, company_id::text, 'A farm', 'UTC' FROM unnest($1::uuid[]) AS company_id`,
    [companies],
  );
  await owner.query(
    `INSERT INTO notifications.alert_changes (company_id, key, device_id, at, state, clears)
     SELECT company_id, 'frost', 'ws-1', timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', 'firing', false
     FROM unnest($1::uuid[]) AS company_id CROSS JOIN generate_series(0, 4000) AS n`,
    [companies],
  );
  const entries = await counted('SELECT count(*)::int AS count FROM audit.entries');
  const queue = new TypeormAlertQueue(database);
  const before = new Date('2026-01-03T18:40:00Z'); // the last one's instant
  expect(await queue.sweep(before)).toBe(5_000);
  expect(await queue.sweep(before)).toBe(3_000);
  expect(await queue.sweep(before)).toBe(0);
  expect(await counted('SELECT count(*)::int AS count FROM notifications.alert_changes')).toBe(2);
  expect(await counted('SELECT count(*)::int AS count FROM audit.entries')).toBe(entries);
});
