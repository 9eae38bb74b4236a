import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  aProject,
  BULK,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  WORKERS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Client, dateIn, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectCommonHeaders, wrongFields } from '../harness/refusal.ts';

const QUALITIES = '/api/control/production/qualities';
const TODAY = dateIn(ZONE);
const daysAgo = (days: number) => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10);

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ana: Client;
let ben: Client;
let ada: Client;
/**
 * Ana's: one of the day before yesterday, closed long ago; one of today, closed; one of today, open; the last in south.
 */
let lapsed: Json;
let closed: Json;
let open: Json;
let bens: Json;
let theirs: Json;

beforeAll(async () => {
  system = await System.shared();
  const projects = [aProject('north', 'n', 6), aProject('south', 's', 2)];
  farm = await system.provision(
    aFarm('acme', {
      projects,
      qualities: [
        { key: 'b', name: 'Local' },
        { key: 'a', name: 'Export' },
      ],
    }),
  );
  foreign = await system.provision(aFarm('rival'));
  [ana, ben, ada] = [farm.as('ana'), farm.as('ben'), farm.as('ada')];
  lapsed = await farm.session(ana, { openedAt: hoursAgo(24 * 4) });
  closed = await farm.session(ana, { openedAt: hoursAgo(2) });
  await ana.post(`${SESSIONS}/${closed.sessionId}/close`, { finalNotes: 'Rain' });
  open = await farm.session(ana, { ...farm.place('south'), openedAt: hoursAgo(1) });
  bens = await farm.session(ben, { openedAt: hoursAgo(3) });
  theirs = await foreign.session(foreign.as('ana'));
});
afterAll(() => system?.stop());

const list = (client: Client, query: Record<string, string> = {}) =>
  client.get(`${SESSIONS}?${new URLSearchParams(query).toString()}`);
const idsOf = ({ data }: { data: Json }): string[] => data.map(({ sessionId }: Json) => sessionId);

describe('a list of sessions', () => {
  it('contains the user’s own, latest first, each as when it is read alone', async () => {
    const answer = await list(ana);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      status: 'success',
      data: await Promise.all(
        [open, closed, lapsed].map(async ({ sessionId }) => (await ana.get(`${SESSIONS}/${sessionId}`)).data),
      ),
      meta: { page: 1, pageSize: 25, total: 3, totalPages: 1 },
    });
    expect(answer.data.map(({ status }: Json) => status)).toEqual(['open', 'closed', 'closed']);
    expect(idsOf(await list(ben))).toEqual([bens.sessionId]);
  });

  it('contains all of the company for an admin, who still changes none', async () => {
    expect(idsOf(await list(ada))).toEqual([open, closed, bens, lapsed].map(({ sessionId }) => sessionId));
    expect(idsOf(await list(foreign.as('ada')))).toEqual([theirs.sessionId]);
    const close = await ada.post(`${SESSIONS}/${open.sessionId}/close`);
    expect([close.status, close.body.code]).toEqual([403, 'not_session_owner']);
  });

  it('is paged', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => list(ada, { page, pageSize: '2' })));
    expect(pages.map(({ body }) => body.meta)).toEqual(
      [1, 2, 3].map((page) => ({ page, pageSize: 2, total: 4, totalPages: 2 })),
    );
    expect(pages.flatMap(idsOf)).toEqual(idsOf(await list(ada)));
  });

  it.each([
    ['today', { from: TODAY, to: TODAY }, ['open', 'closed', 'bens']],
    ['from today', { from: TODAY }, ['open', 'closed', 'bens']],
    ['until yesterday', { to: daysAgo(1) }, ['lapsed']],
    ['open', { status: 'open' }, ['open', 'bens']],
    ['closed, by whomever', { status: 'closed' }, ['closed', 'lapsed']],
    ['another project', { projectId: 'south' }, ['open']],
    ['a sector', { sectorId: 'closed' }, ['closed']],
    ['a sector of its project', { projectId: 'north', sectorId: 'bens', status: 'open' }, ['bens']],
    ['nothing', { projectId: 'north', sectorId: 'bens', status: 'closed' }, []],
  ])('is filtered to %s', async (_, filters, expected) => {
    const sessions: Record<string, Json> = { open, closed, bens, lapsed };
    const { projectId, sectorId } = filters as Record<string, string>;
    const answer = await list(ada, {
      ...filters,
      ...(projectId && { projectId: farm.ids.projects[projectId]!.toUpperCase() }),
      ...(sectorId && { sectorId: sessions[sectorId].sectorId }),
    });
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(expected.map((name) => sessions[name].sessionId));
    expect(answer.body.meta.total).toBe(expected.length);
  });

  it('has the current totals', async () => {
    const worker = await farm.worker(ben);
    const bodies = [1, 2.5, 4].map((units) => farm.recordBody(bens.sessionId, worker.id, { units }));
    expect((await ben.post(BULK, { records: bodies })).data.summary.created).toBe(3);
    const [{ totals }] = (await list(ben)).data;
    expect(totals).toEqual((await ben.get(`${SESSIONS}/${bens.sessionId}`)).data.totals);
    expect(totals).toMatchObject({ validUnits: 7.5, recordCount: 3, amount: 900 });
  });
});

describe('the movements of a session', () => {
  let session: Json;
  let path: string;
  let inOrder: Json[];
  beforeAll(async () => {
    session = await farm.session(ana, { openedAt: hoursAgo(2) });
    path = `${SESSIONS}/${session.sessionId}/records`;
    const worker = await farm.worker(ana);
    const add = async (recordedAt: string) => {
      const body = farm.recordBody(session.sessionId, worker.id, { recordedAt });
      return (await ana.post(RECORDS, body)).data;
    };
    const [late, early] = [await add(hoursAgo(0.5)), await add(hoursAgo(1))];
    const voided = await ana.post(`${RECORDS}/${late.recordId}/void`, { reason: 'Weighed twice' });
    const ids = [early.recordId, late.recordId, voided.data.counterRecordId];
    inOrder = await Promise.all(ids.map(async (id) => (await ana.get(`${RECORDS}/${id}`)).data));
  });

  it('are in the order of recording, each as when it is read alone', async () => {
    const answer = await ana.get(path);
    expectCommonHeaders(answer);
    const meta = { page: 1, pageSize: 25, total: 3, totalPages: 1 };
    expect(answer.body).toEqual({ status: 'success', data: inOrder, meta });
    expect(inOrder.map(({ kind, voided, units }) => [kind, voided, units])).toEqual([
      ['addition', false, 1],
      ['addition', true, 1],
      ['void', false, -1],
    ]);
    expect((await ada.get(path)).body).toEqual(answer.body);
  });

  it('are paged', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => ana.get(`${path}?page=${page}&pageSize=2`)));
    expect(pages.flatMap(({ data }) => data)).toEqual(inOrder);
    expect(pages[2]!.body).toEqual({
      ...{ status: 'success', data: [] },
      meta: { page: 3, pageSize: 2, total: 3, totalPages: 2 },
    });
  });

  it('are an empty list at first, and remain after the session is closed', async () => {
    const { sessionId } = await farm.session(ana, { openedAt: hoursAgo(2) });
    expect((await ana.get(`${SESSIONS}/${sessionId}/records`)).body).toMatchObject({
      data: [],
      meta: { total: 0, totalPages: 0 },
    });
    await ana.post(`${SESSIONS}/${session.sessionId}/close`);
    expect((await ana.get(path)).data).toEqual(inOrder);
  });
});

describeRefusals('lists of sessions and movements that are refused', 'B', [
  ['for an agronomist', () => list(farm.as('gus')), 403, 'forbidden'],
  ['for nobody', () => list(system.stranger), 401, 'unauthenticated'],
  ['page 0', () => list(ana, { page: '0' }), 400, 'validation_failed'],
  ['more than 100 a page', () => list(ana, { pageSize: '101' }), 400, 'validation_failed'],
  ['a status that is none', () => list(ana, { status: 'lapsed' }), 400, 'validation_failed'],
  ['a date that is none', () => list(ana, { from: '2026-02-30' }), 400, 'validation_failed'],
  ['an instant', () => list(ana, { to: '2026-02-20T00:00:00Z' }), 400, 'validation_failed'],
  [
    'wrong fields before dates',
    () => list(ana, { from: TODAY, to: daysAgo(1), page: 'x' }),
    400,
    'validation_failed',
  ],
  ['dates reversed', () => list(ana, { from: TODAY, to: daysAgo(1) }), 422, 'invalid_date_range'],
  [
    'dates before filters',
    () => list(ana, { from: TODAY, to: daysAgo(1), projectId: 'x' }),
    422,
    'invalid_date_range',
  ],
  ['a project of nobody', () => list(ana, { projectId: 'x' }), 404, 'project_not_found'],
  [
    'another company’s project',
    () => list(ada, { projectId: foreign.ids.projects['north']! }),
    404,
    'project_not_found',
  ],
  [
    'another company’s sector',
    () => list(ada, { sectorId: foreign.ids.sectors['north/n1']! }),
    404,
    'sector_not_found',
  ],
  [
    'a sector of another project',
    () => list(ana, { projectId: farm.ids.projects['north']!, sectorId: open.sectorId }),
    422,
    'sector_not_in_project',
  ],
  [
    'movements for a colleague',
    () => ben.get(`${SESSIONS}/${open.sessionId}/records`),
    403,
    'not_session_owner',
  ],
  [
    'movements for an agronomist',
    () => farm.as('gus').get(`${SESSIONS}/${open.sessionId}/records`),
    403,
    'forbidden',
  ],
  [
    'movements of another company',
    () => ada.get(`${SESSIONS}/${theirs.sessionId}/records`),
    404,
    'session_not_found',
  ],
  ['movements of nothing', () => ana.get(`${SESSIONS}/x/records`), 404, 'session_not_found'],
  [
    'page 0 of movements',
    () => ana.get(`${SESSIONS}/${open.sessionId}/records?page=0`),
    400,
    'validation_failed',
  ],
]);

it('a list names every wrong parameter at once', async () => {
  const query = { page: '1e1', pageSize: '', from: 'today', to: '', status: '' };
  expect(wrongFields(await list(ana, query))).toEqual(['from', 'page', 'pageSize', 'status', 'to']);
});

describe('the options for records', () => {
  it('are the qualities that the company uses now', async () => {
    const { a, b } = farm.ids.qualities as { a: string; b: string };
    const both = [
      { qualityId: a, key: 'a', name: 'Export' },
      { qualityId: b, key: 'b', name: 'Local' },
    ];
    for (const client of [ana, ada])
      expect((await client.get(QUALITIES)).body).toEqual({ status: 'success', data: both });
    await system.sql('UPDATE production.qualities SET active = false WHERE quality_id = $1', [b]);
    expect((await ana.get(QUALITIES)).data).toEqual([both[0]]);
    expect((await farm.as('gus').get(QUALITIES)).body.code).toBe('forbidden');
    expect((await foreign.as('ana').get(QUALITIES)).data.map(({ name }: Json) => name)).toEqual([
      'Export',
      'Local',
    ]);
  });

  it('are the options of workers', async () => {
    for (const name of ['ana', 'gus', 'ada'])
      expect((await farm.as(name).get(`${WORKERS}/options`)).body).toEqual({
        status: 'success',
        data: {
          group: [],
          position: ['driver', 'harvester'],
          employment_type: ['seasonal'],
          status: ['active', 'inactive'],
        },
      });
    expect((await system.stranger.get(`${WORKERS}/options`)).body.code).toBe('unauthenticated');
  });
});
