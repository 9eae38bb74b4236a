import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/database';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { Add{{Object}} } from '../../application/add-{{object}}.ts';
import { describe{{Context}}Ports } from '../../testing/{{context}}.contract.ts';
import { Typeorm{{Context}}Transactions } from './typeorm-{{context}}-transactions.ts';

let test: TestDatabase;
let database: Database;
let transactions: Typeorm{{Context}}Transactions;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: 10, rows: [] });
  transactions = new Typeorm{{Context}}Transactions(database);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describe{{Context}}Ports('the one on PostgreSQL', async () => ({
  transactions,
  own: await aCompany(),
  other: await aCompany(),
}));

it('gives a name to one of many concurrent requests', async () => {
  const companyId = await aCompany();
  const add = new Add{{Object}}(transactions, new SystemClock());
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => add.execute({ companyId, name: 'North' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await transactions.run(companyId, ({ {{objectsCamel}} }) => {{objectsCamel}}.all())).toHaveLength(1);
});

it('hides the rows of other companies, even without a condition', async () => {
  const [own, other] = [await aCompany(), await aCompany()];
  await new Add{{Object}}(transactions, new SystemClock()).execute({ companyId: other, name: 'North' });
  expect(await database.tenant(own, (tx) => tx.query('SELECT * FROM {{schema}}.{{table}}'))).toEqual([]);
  expect(await database.tenant(other, (tx) => tx.query('SELECT * FROM {{schema}}.{{table}}'))).toHaveLength(1);
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
