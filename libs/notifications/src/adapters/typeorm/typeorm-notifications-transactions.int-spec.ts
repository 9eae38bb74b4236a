import { newId } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { describeNotificationsTransactions } from '../../testing/notifications-transactions.contract.ts';
import { TypeormNotificationsTransactions } from './typeorm-notifications-transactions.ts';

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

describeNotificationsTransactions('the one of PostgreSQL', async () => {
  const [own, other] = [newId(), newId()];
  await owner.query(
    `INSERT INTO access.companies (company_id, key, name, timezone)
     SELECT company_id, company_id::text, 'A farm', 'UTC' FROM unnest($1::uuid[]) AS company_id`,
    [[own, other]],
  );
  const registered = async (workerId: string, at: Date) => {
    await owner.query(
      `INSERT INTO audit.entries (company_id, act, subjects, at) VALUES ($1, 'worker.registered', $2, $3)`,
      [own, [workerId], at],
    );
  };
  return { transactions: new TypeormNotificationsTransactions(database), own, other, registered };
});
