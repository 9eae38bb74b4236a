import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, type ProvisionedFarm, WORKERS } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal, wrongFields } from '../harness/refusal.ts';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
});
afterAll(() => system?.stop());

/** Each list needs a farm of its own, without other workers. */
let farms = 0;
const newFarm = () => system.provision(aFarm(`farm${++farms}`));
const lopez = { first_name: 'Ana María', last_name: 'López' };

describe('creating a worker', () => {
  it('answers 201 with the worker, and 200 with the same one for the same person', async () => {
    const acme = await newFarm();
    const client = acme.as('ana');
    const body = acme.workerBody({ ...lopez, email: 'ana@example.com' });
    const created = await client.post(WORKERS, body);
    expectCommonHeaders(created);
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        status: 'success',
        data: {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          ...{ worker_id: 'AML0315', ...lopez, full_name: 'Ana María López', hire_date: '2025-03-15' },
          ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
          ...{ document_id: null, phone: null, email: 'ana@example.com', group: null, photo_url: null },
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          updated_at: created.data.created_at,
        },
      },
    });
    const spelt = { ...body, first_name: ' ANA  maria', last_name: 'LOPEZ', email: 'other@example.com' };
    const again = await client.post(WORKERS, spelt);
    expect({ status: again.status, body: again.body }).toEqual({
      status: 200,
      body: { status: 'success', data: created.data, meta: { duplicate: true } },
    });
  });

  it('stores a crew of clashing initials once each, for 30 clients at once', async () => {
    const acme = await newFarm();
    const crew = Array.from({ length: 10 }, (_, i) =>
      acme.workerBody({ first_name: 'Ana', last_name: `L${'abcdefghij'[i]}` }),
    );
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, turn) => {
        const turned = [...crew.slice(turn % 10), ...crew.slice(0, turn % 10)];
        const sent = [];
        for (const body of turned) sent.push(await acme.as(turn % 2 ? 'ana' : 'ben').post(WORKERS, body));
        return sent;
      }),
    );
    const all = answers.flat();
    expect(all.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(all.filter(({ status }) => status === 200)).toHaveLength(290);
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(10);
    expect(new Set(all.map(({ data }) => data.worker_id)).size).toBe(10);
  });

  it('names every wrong field at once', async () => {
    const wrong = await ana.post(WORKERS, {
      ...{ first_name: '', last_name: 7, hire_date: '15.03.2025', position: 'pilot', email: 'nobody' },
      ...{
        employment_type: null,
        document_id: {},
        phone: 'x'.repeat(51),
        photo: 'https://example.com/me.jpg',
      },
    });
    expectRefusal(wrong, 400, 'B', 'validation_failed');
    expect(wrongFields(wrong)).toEqual(
      ['document_id', 'email', 'employment_type', 'first_name', 'hire_date', 'last_name', 'phone', 'photo']
        .concat('position', 'status')
        .sort(),
    );
  });

  it('is allowed to supervisors and admins', async () => {
    expectRefusal(await farm.as('gus').post(WORKERS, farm.workerBody()), 403, 'B', 'forbidden');
    expectRefusal(await system.stranger.post(WORKERS, farm.workerBody()), 401, 'B', 'unauthenticated');
    expect((await farm.as('ada').post(WORKERS, farm.workerBody())).status).toBe(201);
  });
});

describe('the list of workers', () => {
  let acme: ProvisionedFarm;
  let made: Json[];
  beforeAll(async () => {
    acme = await newFarm();
    made = [];
    for (let count = 0; count < 30; count++) made.unshift(await acme.worker(acme.as('ana')));
    made.unshift(await acme.worker(acme.as('ana'), { ...lopez, position: 'driver', status: 'inactive' }));
    await newFarm().then((other) => other.worker(other.as('ana'), lopez));
  });
  const list = async (query = '', name = 'ana') => {
    const answer = await acme.as(name).get(`${WORKERS}${query}`);
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer.body;
  };

  it('is newest first, 25 per page, with the total number', async () => {
    expect(await list()).toEqual({
      ...{ status: 'success', data: made.slice(0, 25) },
      meta: { page: 1, pageSize: 25, total: 31, totalPages: 2 },
    });
    expect((await list('?page=2')).data).toEqual(made.slice(25));
    expect(await list('?page=4&pageSize=10')).toMatchObject({
      ...{ data: [made[30]], meta: { page: 4, pageSize: 10, total: 31, totalPages: 4 } },
    });
    expect(await list('?page=9&pageSize=100')).toMatchObject({
      ...{ data: [], meta: { page: 9, pageSize: 100, total: 31, totalPages: 1 } },
    });
  });

  it.each(['maria', 'MARÍA LÓ', 'lopez', 'aml0315', 'ml03'])('finds %s', async (q) => {
    const found = await list(`?q=${encodeURIComponent(q)}`);
    expect([found.data, found.meta.total]).toEqual([[made[0]], 1]);
  });

  it.each(['%', '_', 'a%', '\\', "'", 'nobody', 'López aml'])('finds no worker by %j', async (q) => {
    expect(await list(`?q=${encodeURIComponent(q)}`)).toMatchObject({
      data: [],
      meta: { total: 0, totalPages: 0 },
    });
  });

  it('filters, and finds no worker by a value that no option has', async () => {
    expect((await list('?status=inactive')).data).toEqual([made[0]]);
    expect((await list('?position=driver&q=ana')).data).toEqual([made[0]]);
    expect((await list('?employment_type=seasonal&pageSize=100')).meta.total).toBe(31);
    expect((await list('?status=active&position=driver')).data).toEqual([]);
    expect((await list('?employment_type=volunteer')).data).toEqual([]);
    expect((await list('?q=&status=')).meta.total).toBe(31);
  });

  it.each([
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=', 'page'],
    ['pageSize=0', 'pageSize'],
    ['pageSize=101', 'pageSize'],
    ['page=1&page=2', 'page'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=%00', 'q'],
  ])('refuses %s', async (query, field) => {
    const answer = await acme.as('ana').get(`${WORKERS}?${query}`);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([field]);
  });

  it('is readable for every user of the company', async () => {
    for (const name of ['ana', 'ada', 'gus']) expect((await list('', name)).meta.total).toBe(31);
    expectRefusal(await system.stranger.get(WORKERS), 401, 'B', 'unauthenticated');
  });
});

describe('one worker', () => {
  it('is found by id and by code, for every user of the company', async () => {
    const worker = await farm.worker(ana, { first_name: 'Ýrsa', last_name: 'Ñandú' });
    expect(worker.worker_id).toBe('YN0315');
    for (const path of [worker.id, worker.worker_id, worker.id.toUpperCase()])
      expect((await farm.as('gus').get(`${WORKERS}/${path}`)).body).toEqual({
        status: 'success',
        data: worker,
      });
  });

  it('is found by a code in another script, however it is encoded', async () => {
    const worker = await farm.worker(ana, { first_name: 'Йонас', last_name: 'Їжак' });
    const decomposed = encodeURIComponent(worker.worker_id.normalize('NFD'));
    expect((await ana.get(`${WORKERS}/${decomposed}`)).data).toEqual(worker);
  });

  it('of another company is not found, like one that does not exist', async () => {
    const worker = await farm.worker(ana);
    const other = await newFarm();
    for (const [client, path] of [
      [other.as('ana'), worker.id],
      [other.as('ada'), worker.worker_id],
      [ana, '0198c0de-0000-7000-8000-000000000001'],
      [ana, 'nobody'],
      [ana, '%25'],
    ] as const)
      expectRefusal(await client.get(`${WORKERS}/${path}`), 404, 'B', 'worker_not_found');
  });
});
