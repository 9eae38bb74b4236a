import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { Database } from '@furrow/platform';
import { createTestDatabase, type TestDatabase } from '@furrow/platform/testing';
import { RegisterWorker } from '../../application/register-worker.ts';
import type { WorkerStatement } from '../../domain/index.ts';
import { applyWorkerOptionsIn, WorkerDirectory, workforceRows } from '../../index.ts';
import { aStatement, OPTIONS } from '../../testing/builders.ts';
import { describeWorkforceTransactions } from '../../testing/workforce-transactions.contract.ts';
import { TypeormWorkforceTransactions } from './typeorm-workforce-transactions.ts';

const CLIENTS = 30;

let test: TestDatabase;
let database: Database;
let register: RegisterWorker;
beforeAll(async () => {
  test = await createTestDatabase();
  database = await Database.connect(test.url, { poolSize: CLIENTS, rows: workforceRows });
  register = new RegisterWorker(new TypeormWorkforceTransactions(database), new SystemClock());
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

describeWorkforceTransactions('the one on PostgreSQL', async () => ({
  transactions: new TypeormWorkforceTransactions(database),
  own: await aCompany(),
  other: await aCompany(),
}));

describe('many registering at once', () => {
  it('gets a crew of clashing initials in once each, with the codes without a gap', async () => {
    const company = await aCompany(OPTIONS);
    const crew = Array.from({ length: 10 }, (_, index) =>
      aStatement({ last_name: `L${'abcdefghij'[index]}` }),
    );
    // Every client sends the whole crew, each beginning with somebody else.
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        const turned = [...crew.slice(client % 10), ...crew.slice(0, client % 10)];
        const sent = [];
        for (const one of turned) sent.push(await register.execute(company, one));
        return sent;
      }),
    );
    const all = answers.flat();
    expect(all.filter(({ duplicate }) => !duplicate)).toHaveLength(10);
    expect(new Set(all.map(({ worker }) => worker.id)).size).toBe(10);
    expect([...new Set(all.map(({ worker }) => worker.code))].sort()).toEqual(
      ['AML0315', ...Array.from({ length: 9 }, (_, index) => `AML0315-${index + 2}`)].sort(),
    );
    expect(await workersOf(company)).toHaveLength(10);
  });

  it('makes one person once, however it is spelt, and numbers namesakes with documents of their own', async () => {
    const company = await aCompany(OPTIONS);
    const spellings: WorkerStatement[] = [{}, { last_name: 'LOPEZ' }, { first_name: 'ana maria' }];
    const same = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        register.execute(company, aStatement(spellings[client % 3])),
      ),
    );
    expect(same.filter(({ duplicate }) => !duplicate)).toHaveLength(1);

    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        register.execute(company, aStatement({ document_id: `${client % 5}` })),
      ),
    );
    const codes = (await workersOf(company)).map(({ code }) => code);
    expect(codes.sort()).toEqual(['AML0315', 'AML0315-2', 'AML0315-3', 'AML0315-4', 'AML0315-5']);
  });

  it('gives two companies the same codes', async () => {
    const companies = [await aCompany(OPTIONS), await aCompany(OPTIONS)];
    const made = await Promise.all(companies.map((company) => register.execute(company, aStatement())));
    expect(made.map(({ worker }) => worker.code)).toEqual(['AML0315', 'AML0315']);
  });
});

describe('the table of workers', () => {
  it('takes no code and no person twice, whoever writes', async () => {
    const company = await aCompany(OPTIONS);
    await register.execute(company, aStatement());
    const copied = (code: string) =>
      `INSERT INTO workforce.workers SELECT company_id, '${newId()}', '${code}', code_stem, 9, first_name, last_name,
         full_name, hire_date, position, employment_type, status, document_id, phone, email, name_key, document_key,
         search_text, created_at, updated_at FROM workforce.workers`;
    await expect(database.tenant(company, (tx) => tx.query(copied('AML0315')))).rejects.toThrow(
      /workers_company_id_code_key/,
    );
    await expect(database.tenant(company, (tx) => tx.query(copied('AML0315-9')))).rejects.toThrow(/name_key/);
  });
});

describe('the worker directory', () => {
  const directory = new WorkerDirectory();

  it('names those workers of the company that exist', async () => {
    const [own, other] = [await aCompany(OPTIONS), await aCompany(OPTIONS)];
    const { worker } = await register.execute(own, aStatement());
    const asked = [worker.id, worker.id, newId(), 'no id'];
    expect(await database.tenant(own, (tx) => directory.names(tx, asked))).toEqual(
      new Map([[worker.id, 'Ana María López']]),
    );
    expect(await database.tenant(other, (tx) => directory.names(tx, asked))).toEqual(new Map());
    expect(await database.tenant(own, (tx) => directory.names(tx, []))).toEqual(new Map());
  });
});

describe('row-level security of workforce', () => {
  it.each(['workers', 'options'])('hides other companies’ %s from a query without WHERE', async (table) => {
    const [own, other] = [
      await aCompany({ position: ['a'], employment_type: ['b'], status: ['c'] }),
      await aCompany(OPTIONS),
    ];
    const allowed = { position: 'a', employment_type: 'b', status: 'c' };
    await register.execute(own, aStatement(allowed));
    await register.execute(other, aStatement());
    const seen = await database.tenant(own, (tx) =>
      tx.query<{ company_id: string }>(`SELECT DISTINCT company_id FROM workforce.${table}`),
    );
    expect(seen).toEqual([{ company_id: own }]);
    await expect(database.tenant(own, (tx) => tx.query(`DELETE FROM workforce.${table}`))).rejects.toThrow(
      /permission denied/,
    );
    await expect(database.system((tx) => tx.query(`SELECT FROM workforce.${table}`))).rejects.toThrow(
      /permission denied/,
    );
  });
});

async function aCompany(options: object = {}): Promise<string> {
  const companyId = newId();
  await database.tenant(companyId, async (tx) => {
    await tx.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    );
    await applyWorkerOptionsIn(tx).execute(options, { prune: false });
  });
  return companyId;
}

function workersOf(companyId: string) {
  return database.tenant(companyId, (tx) => tx.query<{ code: string }>('SELECT code FROM workforce.workers'));
}
