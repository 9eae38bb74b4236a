import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import { AddWebhook } from '../../application/add-webhook.ts';
import { describeNotificationsTransactions } from '../../testing/notifications-transactions.contract.ts';
import { TypeormNotificationsTransactions } from './typeorm-notifications-transactions.ts';

let test: TestDatabase;
let database: Database;
let transactions: TypeormNotificationsTransactions;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 10, rows: [] });
  transactions = new TypeormNotificationsTransactions(database);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describeNotificationsTransactions('the one on PostgreSQL', async () => ({
  transactions,
  own: await aCompany(),
  other: await aCompany(),
}));

it('gives a name to one of many who want it at once', async () => {
  const companyId = await aCompany();
  const add = new AddWebhook(transactions, new SystemClock());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => add.execute({ companyId, name: 'North' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await transactions.run(companyId, ({ webhooks }) => webhooks.all())).toHaveLength(1);
});

it('keeps a company from another’s rows, whatever the query leaves out', async () => {
  const [own, other] = [await aCompany(), await aCompany()];
  await new AddWebhook(transactions, new SystemClock()).execute({ companyId: other, name: 'North' });
  expect(await database.tenant(own, (tx) => tx.query('SELECT * FROM notifications.webhooks'))).toEqual([]);
  expect(await database.tenant(other, (tx) => tx.query('SELECT * FROM notifications.webhooks'))).toHaveLength(
    1,
  );
});

async function aCompany(): Promise<string> {
  const companyId = newId();
  await database.tenant(companyId, (tx) =>
    tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    ),
  );
  return companyId;
}
