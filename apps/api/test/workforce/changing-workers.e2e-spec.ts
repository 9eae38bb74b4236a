import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm, WORKERS } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('changing'));
  ana = farm.as('ana');
});
afterAll(() => system?.stop());

describe('changing a worker', () => {
  it('answers 200 with the worker, by id or code, and the audit trail says what changed', async () => {
    const worker = await farm.worker(ana, { phone: '1' });
    const changed = await ana.patch(`${WORKERS}/${worker.worker_id}`, { last_name: 'Sotto', phone: null });
    expect({ status: changed.status, body: changed.body }).toEqual({
      status: 200,
      body: {
        status: 'success',
        data: {
          ...worker,
          ...{ last_name: 'Sotto', full_name: `${worker.first_name} Sotto`, phone: null },
          updated_at: expect.any(String),
        },
      },
    });
    expect((await ana.get(`${WORKERS}?q=sotto`)).data).toEqual([changed.data]);
    const entries = await system.sql<Json>(
      `SELECT act, actor, changed FROM audit.entries WHERE subjects = ARRAY[$1] ORDER BY entry_id DESC LIMIT 1`,
      [worker.id],
    );
    expect(entries).toEqual([
      { act: 'worker.updated', actor: farm.idpId('ana'), changed: ['last_name', 'phone'] },
    ]);
  });

  it('refuses roles, wrong fields, unknown workers and another active person', async () => {
    const [one, two] = [await farm.worker(ana), await farm.worker(ana)];
    const path = `${WORKERS}/${two.id}`;
    expectRefusal(await farm.as('gus').patch(path, { phone: '1' }), 403, 'B', 'forbidden');
    const wrong = await ana.patch(path, { first_name: null, status: 'gone' });
    expectRefusal(wrong, 400, 'B', 'validation_failed');
    expect(wrongFields(wrong)).toEqual(['first_name', 'status']);
    expectRefusal(await ana.patch(`${WORKERS}/nobody`, { phone: '1' }), 404, 'B', 'worker_not_found');
    const same = { first_name: one.first_name.toUpperCase() };
    const exists = await farm.as('ada').patch(path, same);
    expectRefusal(exists, 409, 'B', 'worker_exists', { workerId: one.id });
    expect((await ana.patch(`${WORKERS}/${one.id}`, { status: 'inactive' })).status).toBe(200);
    expect((await ana.patch(path, same)).data).toMatchObject({ id: two.id, ...same });
    const back = await ana.patch(`${WORKERS}/${one.id}`, { status: 'active' });
    expectRefusal(back, 409, 'B', 'worker_exists', { workerId: two.id });
  });

  it('of concurrent changes to one person exactly one wins', async () => {
    const workers = await Promise.all(Array.from({ length: 8 }, () => farm.worker(ana)));
    const same = { first_name: 'Same', last_name: 'Person' };
    const answers = await Promise.all(workers.map(({ id }) => ana.patch(`${WORKERS}/${id}`, same)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
});

describe('registering many workers', () => {
  it('has a result for each, and a dry run that writes nothing', async () => {
    const acme = await system.provision(aFarm('crew'));
    const known = await acme.worker(acme.as('ana'));
    const fresh = acme.workerBody();
    const workers = [{ ...known, photo: null }, fresh, { ...fresh, hire_date: 'soon' }, 7, fresh];
    const send = (query = '') => acme.as('ana').post(`${WORKERS}/bulk${query}`, { workers });
    const refused = [
      { index: 2, status: 400, code: 'validation_failed', message: expect.stringMatching(/^hire_date /) },
      { index: 3, status: 400, code: 'validation_failed', message: 'must be an object' },
    ].map((one) => ({ ...one, clientEventId: null }));
    const tried = await send('?dryRun=true');
    expect({ status: tried.status, data: tried.data }).toEqual({
      status: 207,
      data: {
        results: [
          { index: 0, clientEventId: null, status: 200, workerId: known.id },
          { index: 1, clientEventId: null, status: 201 },
          ...refused,
          { index: 4, clientEventId: null, status: 200, workerId: expect.any(String) },
        ],
        summary: { created: 1, repeated: 2, failed: 2 },
      },
    });
    expect((await acme.as('ana').get(WORKERS)).data).toEqual([known]);
    const { data } = await send();
    const [, made] = data.results;
    expect(data).toEqual({
      results: [
        { index: 0, clientEventId: null, status: 200, workerId: known.id },
        { index: 1, clientEventId: null, status: 201, workerId: expect.any(String) },
        ...refused,
        { index: 4, clientEventId: null, status: 200, workerId: made.workerId },
      ],
      summary: { created: 1, repeated: 2, failed: 2 },
    });
    expect((await acme.as('ana').get(`${WORKERS}/${made.workerId}`)).data).toMatchObject(fresh);
  });

  it('takes 500 at once, and refuses none, more, and other roles', async () => {
    const crew = Array.from({ length: 500 }, () => farm.workerBody());
    const began = performance.now();
    const { status, data } = await ana.post(`${WORKERS}/bulk`, { workers: crew });
    expect([status, data.summary]).toEqual([207, { created: 500, repeated: 0, failed: 0 }]);
    expect(performance.now() - began).toBeLessThan(5_000);
    for (const workers of [undefined, [], [...crew, farm.workerBody()]])
      expectRefusal(await ana.post(`${WORKERS}/bulk`, { workers }), 400, 'B', 'validation_failed');
    const asGus = await farm.as('gus').post(`${WORKERS}/bulk`, { workers: crew.slice(0, 1) });
    expectRefusal(asGus, 403, 'B', 'forbidden');
  });
});

it('the feed tells each worker who is registered or changes, once', async () => {
  const acme = await system.provision(aFarm('following'));
  const reader = acme.as('gus');
  const received: Json[] = [];
  let cursor = '';
  const catchUp = async (query: Record<string, string>) => {
    const { body } = await reader.get(`${WORKERS}?${new URLSearchParams(query).toString()}`);
    received.push(...body.data);
    cursor = body.meta.nextCursor;
    return body.meta.hasMore;
  };
  const [one, two] = [await acme.worker(acme.as('ana')), await acme.worker(acme.as('ana'))];
  await catchUp({ updatedSince: '2026-01-01T00:00:00Z', limit: '1' });
  await until('both are received', async () => {
    await catchUp({ cursor });
    return received.length >= 2;
  });
  expect(received).toEqual([one, two]);
  const { data: changed } = await acme.as('ana').patch(`${WORKERS}/${one.id}`, { status: 'inactive' });
  await until('the change is received', async () => {
    await catchUp({ cursor });
    return received.length >= 3;
  });
  expect(received).toEqual([one, two, changed]);
  const csv = await reader.get(`${WORKERS}?cursor=${cursor}&format=csv`);
  expectRefusal(csv, 400, 'B', 'validation_failed');
  expectRefusal(await reader.get(`${WORKERS}?cursor=${cursor}&status=active`), 400, 'B', 'cursor_mismatch');
});
