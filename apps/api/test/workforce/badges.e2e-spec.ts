import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const BADGES = '/api/control/badges';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let eva: Json;
let luis: Json;
beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('badges'));
  ana = farm.as('ana');
  [eva, luis] = [await farm.worker(ana), await farm.worker(ana)];
});
afterAll(() => system?.stop());

const of = (code: string) => `${BADGES}/${encodeURIComponent(code)}`;
const heldBy = async (worker: Json) =>
  (await ana.get(`${BADGES}?workerId=${worker.id}`)).data.map(({ code }: Json) => code);

describe('a badge', () => {
  it('is given, stands, passes to another worker and is taken back', async () => {
    const given = await ana.put(of('K 7/?'), { workerId: eva.id });
    expect({ status: given.status, data: given.data }).toEqual({
      status: 201,
      data: {
        assignmentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ...{ code: 'K 7/?', workerId: eva.id, from: expect.any(String), until: null },
      },
    });
    const again = await farm.as('ada').put(of('K 7/?'), { workerId: eva.id.toUpperCase() });
    expect([again.status, again.data]).toEqual([200, given.data]);
    expect(await heldBy(eva)).toEqual(['K 7/?']);
    expect((await ana.put(of('K 7/?'), { workerId: luis.id })).status).toBe(201);
    expect([await heldBy(eva), await heldBy(luis)]).toEqual([[], ['K 7/?']]);
    for (let turn = 0; turn < 2; turn++) expect((await ana.delete(of('K 7/?'))).status).toBe(204);
    expect(await heldBy(luis)).toEqual([]);
    const entries = await system.sql<Json>(
      `SELECT act, within FROM audit.entries WHERE subjects = ARRAY['K 7/?'] ORDER BY entry_id`,
    );
    expect(entries).toEqual([
      { act: 'badge.assigned', within: [eva.id] },
      { act: 'badge.returned', within: [eva.id] },
      { act: 'badge.assigned', within: [luis.id] },
      { act: 'badge.returned', within: [luis.id] },
    ]);
  });

  it('given from an earlier instant on replaces what came later', async () => {
    await ana.put(of('early'), { workerId: eva.id, from: '2026-01-10T09:00:00Z' });
    const { data } = await ana.put(of('early'), { workerId: luis.id, from: '2026-01-10T06:00:00+01:00' });
    expect(data).toMatchObject({ from: '2026-01-10T05:00:00.000Z', until: null });
    expect([await heldBy(eva), await heldBy(luis)]).toEqual([[], ['early']]);
  });

  it('of eight who are given it at once has one worker in the end', async () => {
    const workers = await Promise.all(Array.from({ length: 8 }, () => farm.worker(ana)));
    const given = await Promise.all(workers.map(({ id }) => ana.put(of('race'), { workerId: id })));
    expect(given.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const held = await Promise.all(workers.map(heldBy));
    expect(held.flat()).toEqual(['race']);
  });

  it('is refused to other roles, for unknown workers and with a code that is none', async () => {
    const body = { workerId: eva.id };
    expectRefusal(await farm.as('gus').put(of('x'), body), 403, 'B', 'forbidden');
    const nobody = { workerId: '0198c0de-0000-7000-8000-000000000001' };
    expectRefusal(await ana.put(of('x'), nobody), 404, 'B', 'worker_not_found');
    expectRefusal(await ana.put(of('x'), { workerId: 'Eva' }), 404, 'B', 'worker_not_found');
    for (const code of [' x', 'x ', 'ñ', 'x'.repeat(65), 'a\tb']) {
      const wrong = await ana.put(of(code), body);
      expectRefusal(wrong, 400, 'B', 'validation_failed');
      expect(wrongFields(wrong)).toEqual(['code']);
    }
    const wrong = await ana.put(of('x'), { from: 'yesterday' });
    expect([wrong.status, wrongFields(wrong)]).toEqual([400, ['from', 'workerId']]);
    expectRefusal(await ana.delete(of('never given')), 404, 'B', 'badge_not_found');
    expectRefusal(await ana.get(`${BADGES}?workerId=${nobody.workerId}`), 404, 'B', 'worker_not_found');
  });

  it('of another company is another badge', async () => {
    const other = await system.provision(aFarm('badges2'));
    const worker = await other.worker(other.as('ana'));
    await ana.put(of('shared'), { workerId: eva.id });
    expect((await other.as('ana').put(of('shared'), { workerId: worker.id })).status).toBe(201);
    expectRefusal(await other.as('ana').put(of('s'), { workerId: eva.id }), 404, 'B', 'worker_not_found');
    expect((await other.as('ana').get(BADGES)).data).toMatchObject([{ code: 'shared', workerId: worker.id }]);
    expect(await heldBy(eva)).toEqual(['shared']);
  });
});

it('the feed tells each assignment when it is made and when it ends', async () => {
  const acme = await system.provision(aFarm('badges3'));
  const client = acme.as('ana');
  const [one, two] = [await acme.worker(client), await acme.worker(client)];
  const received: Json[] = [];
  let cursor = '';
  const catchUp = async (query: Record<string, string>) => {
    const { body } = await client.get(`${BADGES}?${new URLSearchParams(query).toString()}`);
    received.push(...body.data);
    cursor = body.meta.nextCursor;
  };
  await client.put(of('1'), { workerId: one.id });
  await catchUp({ updatedSince: '2026-01-01T00:00:00Z' });
  await until('it is received', async () => {
    await catchUp({ cursor });
    return received.length >= 1;
  });
  expect(received).toMatchObject([{ code: '1', workerId: one.id, until: null }]);
  const { data } = await client.put(of('1'), { workerId: two.id });
  await until('both are received', async () => {
    await catchUp({ cursor });
    return received.length >= 3;
  });
  expect(received.slice(1)).toHaveLength(2);
  expect(received.slice(1)).toEqual(expect.arrayContaining([data, { ...received[0], until: data.from }]));
});
