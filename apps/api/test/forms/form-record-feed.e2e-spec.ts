import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarmWithForms, aFormRecord, FORM_RECORD } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';

const FORMS_PATH = '/api/control/forms';

let system: System;

beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

async function submit(client: Client, record: object): Promise<Json> {
  const { status, data, text } = await client.post(FORM_RECORD, record);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return data;
}

it('the feed of form records contains new records and renamed places once, and nothing of other companies', async () => {
  const name = (user: string) => `idp|feed-${user}`;
  const users = (anas: string) => [
    { idpId: name('ana'), name: anas, role: 'supervisor' },
    { idpId: name('gus'), name: 'Gus', role: 'agronomist' },
  ];
  const provision = (anas: string, sections = {}) =>
    system.provision(aFarmWithForms('feed', { users: users(anas), tasks: [], ...sections }));
  const own = await provision('Ana');
  const form = own.ids.forms['scout']!;
  const reader = own.as('gus');
  const forced_location = { projectId: own.ids.projects['north'], sectorId: own.ids.sectors['north/n1'] };
  const one = await submit(own.as('ana'), aFormRecord(form, { forced_location }));
  const two = await submit(own.as('ana'), aFormRecord(form));
  let cursor = '';
  const ask = (query: Record<string, string>) =>
    reader.get(`${FORMS_PATH}/${form}/records?${new URLSearchParams(query).toString()}`);
  const received: Json[] = [];
  const catchUp = async (query: Record<string, string>) => {
    const answer = await ask(query);
    expect(answer.status).toBe(200);
    received.push(...answer.data);
    cursor = answer.body.meta.nextCursor;
    return answer;
  };
  const ids = () => received.map(({ recordId }) => recordId);
  // Other transactions on this server may be open, and the feed waits for them.
  await catchUp({ updatedSince: '2026-01-01T00:00:00Z', limit: '1' });
  await until('both are received', async () => {
    await catchUp({ cursor });
    return received.length >= 2;
  });
  expect(ids()).toEqual([one.recordId, two.recordId]);
  const answer = await catchUp({ cursor });
  expect(Object.keys(answer.body)).toEqual(['status', 'data', 'versions', 'meta']);
  expect(answer.body.meta).toEqual({ nextCursor: expect.stringMatching(/^[\w-]{55}$/), hasMore: false });

  received.length = 0;
  const three = await submit(own.as('ana'), aFormRecord(form));
  await until('the new one is received', async () => {
    await catchUp({ cursor });
    return received.length > 0;
  });
  expect(received).toEqual([(await ask({})).data.find(({ recordId }: Json) => recordId === three.recordId)]);

  received.length = 0;
  const { projects } = aFarmWithForms('feed') as Json;
  await provision('Ana', {
    projects: [{ ...projects[0], name: 'Renamed' }, projects[1]],
  });
  await until('the one that lies there is received', async () => {
    await catchUp({ cursor });
    return received.length > 0;
  });
  expect(received).toMatchObject([{ recordId: one.recordId, project_name: 'Renamed' }]);

  received.length = 0;
  await provision('Ana María', { projects: [{ ...projects[0], name: 'Renamed' }, projects[1]] });
  await until('all of hers are received', async () => {
    await catchUp({ cursor });
    return received.length > 2;
  });
  expect(ids().sort()).toEqual([one, two, three].map(({ recordId }) => recordId).sort());
  expect(received.every(({ user_name }) => user_name === 'Ana María')).toBe(true);

  const other = await ask({ cursor, projectId: own.ids.projects['north']! });
  expect([other.status, other.body.code]).toEqual([400, 'cursor_mismatch']);
});
