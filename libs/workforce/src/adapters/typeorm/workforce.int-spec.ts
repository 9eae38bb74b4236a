import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, SystemClock } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import type { Database } from '@furrow/database';
import { aPhoto, dataUrlOf } from '@furrow/media/testing';
import { type TestDatabase, until, withClient } from '@furrow/testbed';
import type { Client } from 'pg';
import { RegisterWorker } from '../../application/register-worker.ts';
import { RegisterWorkers } from '../../application/register-workers.ts';
import type { WorkerDraft } from '../../domain/index.ts';
import { GetWorker, WorkerDirectory } from '../../index.ts';
import { aWorkerDraft, OPTIONS } from '../../testing/builders.ts';
import { describeWorkforcePorts } from '../../testing/workforce.contract.ts';
import { type WorkforceOnPostgres, workforceOnPostgres } from '../../testing/workforce-on-postgres.ts';
import { MediaWorkerPhotos } from '../media/media-worker-photos.ts';
import { TypeormWorkerQuery, workersFound } from './typeorm-worker-query.ts';
import { TypeormWorkforceTransactions } from './typeorm-workforce-transactions.ts';

const CLIENTS = 30;

let workforce: WorkforceOnPostgres;
let test: TestDatabase;
let database: Database;
let media: WorkforceOnPostgres['media'];
let transactions: TypeormWorkforceTransactions;
let aCompany: WorkforceOnPostgres['aCompany'];
let register: RegisterWorker;
beforeAll(async () => {
  workforce = await workforceOnPostgres({ poolSize: CLIENTS });
  ({ test, database, media, transactions, aCompany } = workforce);
  register = new RegisterWorker(
    new RegisterWorkers(transactions, new MediaWorkerPhotos(media.store), new SystemClock()),
  );
});
afterAll(() => workforce?.close());

describeWorkforcePorts('PostgreSQL', () => workforce.ports());

describe('many concurrent registrations', () => {
  it('register a crew of clashing initials once each, with codes without a gap', async () => {
    const company = await aCompany(OPTIONS);
    const crew = Array.from({ length: 10 }, (_, index) =>
      aWorkerDraft({ last_name: `L${'abcdefghij'[index]}` }),
    );
    // Every client sends the whole crew, each starting with another worker.
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

  it('create one person once, in any spelling, and number namesakes with different documents', async () => {
    const company = await aCompany(OPTIONS);
    const spellings: WorkerDraft[] = [{}, { last_name: 'LOPEZ' }, { first_name: 'ana maria' }];
    const same = await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        register.execute(company, aWorkerDraft(spellings[client % 3])),
      ),
    );
    expect(same.filter(({ duplicate }) => !duplicate)).toHaveLength(1);

    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) =>
        register.execute(company, aWorkerDraft({ document_id: `${client % 5}` })),
      ),
    );
    const codes = (await workersOf(company)).map(({ code }) => code);
    expect(codes.sort()).toEqual(['AML0315', 'AML0315-2', 'AML0315-3', 'AML0315-4', 'AML0315-5']);
  });

  it('may give two companies the same codes', async () => {
    const companies = [await aCompany(OPTIONS), await aCompany(OPTIONS)];
    const made = await Promise.all(companies.map((company) => register.execute(company, aWorkerDraft())));
    expect(made.map(({ worker }) => worker.code)).toEqual(['AML0315', 'AML0315']);
  });
});

describe('the table of workers', () => {
  it('accepts no code and no person twice, whoever writes', async () => {
    const company = await aCompany(OPTIONS);
    await register.execute(company, aWorkerDraft());
    const copied = (code: string) =>
      `INSERT INTO workforce.workers SELECT company_id, '${newId()}', '${code}', code_stem, 9, first_name, last_name,
         full_name, hire_date, position, employment_type, status, document_id, phone, email, name_key, document_key,
         search_text, created_at, updated_at, NULL FROM workforce.workers`;
    await expect(database.tenant(company, (tx) => tx.query(copied('AML0315')))).rejects.toThrow(
      /workers_company_id_code_key/,
    );
    await expect(database.tenant(company, (tx) => tx.query(copied('AML0315-9')))).rejects.toThrow(
      /workers_active_person/,
    );
  });
});

describe('photos of workers', () => {
  const photoRows = (company: string) =>
    database.tenant(company, (tx) =>
      tx.query<{ key: string; kept: boolean }>('SELECT key, kept FROM media.objects ORDER BY created_at'),
    );

  it('are stored with the worker, once for concurrent registrations', async () => {
    const company = await aCompany(OPTIONS);
    const sent = { ...aWorkerDraft(), photo: dataUrlOf(await aPhoto()) };
    const all = await Promise.all(Array.from({ length: 8 }, () => register.execute(company, sent)));
    const keys = new Set(all.map(({ worker }) => worker.state.photoKey));
    expect(await photoRows(company)).toEqual([{ key: [...keys][0], kept: true }]);
    expect(keys.size).toBe(1);
  });

  it('leave nothing behind when their registration fails, and cannot be removed while a worker has them', async () => {
    const company = await aCompany(OPTIONS);
    const sent = { ...aWorkerDraft(), photo: dataUrlOf(await aPhoto()) };
    await withOwner((owner) => owner.query('ALTER TABLE workforce.workers ADD CHECK (false) NOT VALID'));
    await expect(register.execute(company, sent)).rejects.toThrow(/check constraint/);
    expect(await photoRows(company)).toEqual([]);
    await withOwner((owner) => owner.query('ALTER TABLE workforce.workers DROP CONSTRAINT workers_check'));

    await register.execute(company, sent);
    const removed = withOwner((owner) =>
      owner.query('DELETE FROM media.objects WHERE company_id = $1', [company]),
    );
    await expect(removed).rejects.toThrow(/foreign key/);
  });
});

describe('the list of workers', () => {
  const everybody = { page: 1, pageSize: 25, q: '', status: null, position: null, employment_type: null };
  const list = () => new TypeormWorkerQuery(database, media.store);
  const one = (of: string, worker: string) => new GetWorker(list()).execute(of, worker);
  const clock = new FixedClock('2026-01-31T08:00:00Z');
  let company: string;
  beforeAll(async () => {
    company = await aCompany(OPTIONS);
    const slow = new RegisterWorker(
      new RegisterWorkers(transactions, new MediaWorkerPhotos(media.store), clock),
    );
    const crew: WorkerDraft[] = [
      { first_name: 'Ana María', last_name: 'López', position: 'driver' },
      { first_name: 'Zoë', last_name: '100% Straße', status: 'inactive' },
      { first_name: 'Ανδρέας', last_name: 'Παπάς', employment_type: 'permanent' },
      { first_name: 'Under_score', last_name: 'Back\\slash' },
    ];
    for (const one of crew) {
      await slow.execute(company, aWorkerDraft(one));
      clock.advance(1_000);
    }
    await register.execute(await aCompany(OPTIONS), aWorkerDraft());
  });
  const names = async (search: object) => {
    const { items: workers, total } = await list().page(company, { ...everybody, ...search });
    expect(total).toBe(workers.length);
    return workers.map(({ first_name }) => first_name);
  };

  it('contains all of the company, newest first', async () => {
    expect(await names({})).toEqual(['Under_score', 'Ανδρέας', 'Zoë', 'Ana María']);
  });

  it('has one order also where two were created at the same instant', async () => {
    const large = await aCompany(OPTIONS);
    const still = new RegisterWorker(
      new RegisterWorkers(transactions, new MediaWorkerPhotos(media.store), clock),
    );
    for (const last_name of ['A', 'B', 'C', 'D', 'E'])
      await still.execute(large, aWorkerDraft({ last_name }));
    const paged = [];
    for (const page of [1, 2, 3])
      paged.push(
        ...(await list().page(large, { ...everybody, page, pageSize: 2 })).items.map(({ id }) => id),
      );
    expect(paged).toEqual([...paged].sort().reverse());
    expect(new Set(paged).size).toBe(5);
    expect(await list().page(large, { ...everybody, page: 4, pageSize: 2 })).toEqual({
      items: [],
      total: 5,
    });
  });

  it.each([
    ['maria', ['Ana María']],
    ['MARÍA  LO', ['Ana María']],
    ['aml03', ['Ana María']],
    ['STRASSE', ['Zoë']],
    ['zoe', ['Zoë']],
    ['παπας', ['Ανδρέας']],
    ['%', ['Zoë']],
    ['_', ['Under_score']],
    ['\\', ['Under_score']],
    ['0% s', ['Zoë']],
    ['0315', ['Under_score', 'Ανδρέας', 'Zoë', 'Ana María']],
    ['lopez aml', []],
    ['nobody', []],
    ['   ', ['Under_score', 'Ανδρέας', 'Zoë', 'Ana María']],
  ])('finds %j anywhere in name or code', async (q, found) => {
    expect(await names({ q })).toEqual(found);
  });

  it('is filtered by the chosen values, and by several at once', async () => {
    expect(await names({ status: 'inactive' })).toEqual(['Zoë']);
    expect(await names({ position: 'driver' })).toEqual(['Ana María']);
    expect(await names({ employment_type: 'permanent' })).toEqual(['Ανδρέας']);
    expect(await names({ position: 'harvester', status: 'active', q: 'a' })).toEqual(['Under_score']);
    expect(await names({ position: 'astronaut' })).toEqual([]);
  });

  it('returns one worker by id or by code, completely, with a link to the photo', async () => {
    const sent = aWorkerDraft({ first_name: 'Ines', photo: dataUrlOf(await aPhoto()) });
    const { worker } = await register.execute(company, sent);
    const view = await one(company, worker.id);
    expect(view).toEqual({
      ...{
        id: worker.id,
        worker_id: 'IL0315',
        first_name: 'Ines',
        last_name: 'López',
        full_name: 'Ines López',
      },
      ...{ hire_date: '2025-03-15', position: 'harvester', employment_type: 'seasonal', status: 'active' },
      ...{ document_id: null, phone: null, email: null, group: null },
      photo_url: expect.stringContaining(`/media/${worker.state.photoKey}?expires=`),
      created_at: worker.state.createdAt.toISOString(),
      updated_at: worker.state.updatedAt.toISOString(),
    });
    expect((await one(company, 'IL0315')).id).toBe(worker.id);
    const elsewhere = await aCompany();
    for (const [of, name] of [
      [elsewhere, worker.id],
      [elsewhere, 'IL0315'],
      [company, newId()],
      [company, 'il0315'],
    ])
      await expect(one(of!, name!)).rejects.toMatchObject({ code: 'worker_not_found' });
  });

  it('reads only the index to find matches of a search', async () => {
    await until('no older transaction is open', isVacuumed);
    const plan = await database.tenant(company, async (tx) => {
      await tx.query('SET LOCAL enable_seqscan = off');
      const { statement, parameters } = workersFound(company, { ...everybody, q: 'maria', status: 'active' });
      return tx.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${statement.text}`, parameters);
    });
    expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
      /Index Only Scan using workers_listed[\s\S]*Index Only Scan using workers_listed/,
    );
  });
});

describe('the worker directory', () => {
  const directory = new WorkerDirectory();

  it('names the existing workers of the company', async () => {
    const [own, other] = [await aCompany(OPTIONS), await aCompany(OPTIONS)];
    const { worker } = await register.execute(own, aWorkerDraft());
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
    await register.execute(own, aWorkerDraft(allowed));
    await register.execute(other, aWorkerDraft());
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

const withOwner = <T>(work: (owner: Client) => Promise<T>) => withClient(test.ownerUrl, work);

function workersOf(companyId: string) {
  return database.tenant(companyId, (tx) => tx.query<{ code: string }>('SELECT code FROM workforce.workers'));
}

/** Whether an index alone tells which rows exist: not while an older transaction of the database, as autovacuum's, is open. */
function isVacuumed(): Promise<boolean> {
  return withOwner(async (owner) => {
    await owner.query('VACUUM ANALYZE workforce.workers');
    const { rows } = await owner.query<{ done: boolean }>(
      `SELECT relallvisible = relpages AS done FROM pg_class WHERE oid = 'workforce.workers'::regclass`,
    );
    return rows[0]!.done;
  });
}
