import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  aProject,
  BULK,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  WORKERS,
} from '@furrow/testbed/farms';
import { type Answer, type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { describeRefusals, type RefusalCase } from '../harness/refusal-cases.ts';

const UNKNOWN = '0198f000-0000-7000-8000-000000000000';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ana: Client;
let ben: Client;
let ada: Client;
let worker: Json;
/** Ana's, open, with one record. */
let session: Json;
let record: Json;
let recordBody: Record<string, unknown>;
/** Ana's, closed, with one record. */
let closed: Json;
let closedRecord: Json;
let closedRecordBody: Record<string, unknown>;
/** Another company's. */
let theirs: { session: Json; record: Json; worker: Json };

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(
    aFarm('acme', { projects: [aProject('north', 'n', 40), aProject('south', 's', 5)] }),
  );
  foreign = await system.provision(aFarm('other'));
  [ana, ben, ada] = [farm.as('ana'), farm.as('ben'), farm.as('ada')];
  worker = await farm.worker(ana);
  session = await farm.session(ana, { maxDurationHours: 4 });
  recordBody = farm.recordBody(session.sessionId, worker.id, { idempotencyKey: 'taken' });
  record = (await ana.post(RECORDS, recordBody)).data;
  closed = await farm.session(ana, { localId: 'phone-1' });
  closedRecordBody = farm.recordBody(closed.sessionId, worker.id);
  closedRecord = (await ana.post(RECORDS, closedRecordBody)).data;
  await ana.post(`${SESSIONS}/${closed.sessionId}/close`);

  const eve = foreign.as('ana');
  const theirWorker = await foreign.worker(eve);
  const theirSession = await foreign.session(eve);
  const answer = await eve.post(RECORDS, foreign.recordBody(theirSession.sessionId, theirWorker.id));
  theirs = { session: theirSession, record: answer.data, worker: theirWorker };
});
afterAll(() => system?.stop());

const at = (path: string, suffix = '') => `${path}${suffix}`;
const sessionPath = (id: string, action = '') => at(`${SESSIONS}/${id}`, action);
const recordPath = (id: string, action = '') => at(`${RECORDS}/${id}`, action);
const open = (over: Record<string, unknown> = {}, client = ana) =>
  client.post(SESSIONS, farm.sessionBody(over));
const add = (over: Record<string, unknown> = {}, client = ana) =>
  client.post(RECORDS, farm.recordBody(session.sessionId, worker.id, over));

/** Every endpoint of production, called with a valid path and body. */
const production: readonly [string, (client: Client) => Promise<Answer>][] = [
  ['POST sessions', (client) => open({}, client)],
  ['GET session', (client) => client.get(sessionPath(session.sessionId))],
  ['PATCH session', (client) => client.patch(sessionPath(session.sessionId), { notes: 'x' })],
  ['POST close', (client) => client.post(sessionPath(session.sessionId, '/close'), {})],
  [
    'POST extend',
    (client) => client.post(sessionPath(session.sessionId, '/extend'), { maxDurationHours: 8 }),
  ],
  ['POST records', (client) => add({}, client)],
  ['POST bulk', (client) => client.post(BULK, { records: [recordBody] })],
  ['GET record', (client) => client.get(recordPath(record.recordId))],
  ['POST void', (client) => client.post(recordPath(record.recordId, '/void'), {})],
];
const registering: (typeof production)[number] = [
  'POST workers',
  (client) => client.post(WORKERS, farm.workerBody()),
];

it('no cache stores a company’s data or refusals, however the path is written', async () => {
  const answers = [
    await ana.get(`${SESSIONS}/${session.sessionId}`),
    await ana.get(`${SESSIONS}/${session.sessionId}`.replace('/api/', '/API/')),
    await ana.get(`${SESSIONS}/${UNKNOWN}`),
    await ana.post(RECORDS, {}),
    await system.stranger.get(WORKERS),
    await system.stranger.get('/api/nothing'),
    await system.stranger.get(`/media/${UNKNOWN}/none.jpg`),
  ];
  expect(answers.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual(
    [200, 200, 404, 400, 401, 404, 403].map((status) => [status, 'no-store']),
  );
});

describeRefusals('who may', 'B', [
  ...[...production, registering].flatMap(([name, ask]): RefusalCase[] => [
    [`${name}: nobody`, () => ask(system.stranger), 401, 'unauthenticated'],
    [`${name}: an agronomist`, () => ask(farm.as('gus')), 403, 'forbidden'],
    [`${name}: somebody not registered`, () => ask(system.user('idp|nobody')), 403, 'user_not_registered'],
    [`${name}: somebody inactive`, () => ask(farm.as('ida')), 403, 'user_not_registered'],
    [`${name}: an API token`, () => ask(farm.program()), 401, 'invalid_token'],
  ]),
  ...production
    .filter(([name]) => !['POST sessions', 'POST bulk'].includes(name))
    .flatMap(([name, ask]): RefusalCase[] => [
      [`${name}: another supervisor`, () => ask(ben), 403, 'not_session_owner'],
      [`${name}: an admin`, () => ask(ada), 403, 'not_session_owner'],
    ]),
]);

describeRefusals('what is not there, or another company’s', 'B', [
  ...['no-uuid', '7', UNKNOWN, "'; DROP TABLE x", '%F0%9F%8D%92'].flatMap((id): RefusalCase[] => [
    [`GET session ${id}`, () => ana.get(sessionPath(id)), 404, 'session_not_found'],
    [`PATCH session ${id}`, () => ana.patch(sessionPath(id), {}), 404, 'session_not_found'],
    [`POST close ${id}`, () => ana.post(sessionPath(id, '/close')), 404, 'session_not_found'],
    [
      `POST extend ${id}`,
      () => ana.post(sessionPath(id, '/extend'), { maxDurationHours: 4 }),
      404,
      'session_not_found',
    ],
    [`GET record ${id}`, () => ana.get(recordPath(id)), 404, 'record_not_found'],
    [`POST void ${id}`, () => ana.post(recordPath(id, '/void')), 404, 'record_not_found'],
    [`project ${id}`, () => open({ projectId: id }), 404, 'project_not_found'],
    [`sector ${id}`, () => open({ ...farm.place(), sectorId: id }), 404, 'sector_not_found'],
    [`session of a record ${id}`, () => add({ sessionId: id }), 404, 'session_not_found'],
    [`worker ${id}`, () => add({ workerId: id }), 404, 'worker_not_found'],
    [`quality ${id}`, () => add({ qualityId: id }), 404, 'quality_not_found'],
  ]),
  ['their session', () => ana.get(sessionPath(theirs.session.sessionId)), 404, 'session_not_found'],
  [
    'patching their session',
    () => ana.patch(sessionPath(theirs.session.sessionId), {}),
    404,
    'session_not_found',
  ],
  [
    'closing their session',
    () => ana.post(sessionPath(theirs.session.sessionId, '/close')),
    404,
    'session_not_found',
  ],
  ['their record', () => ana.get(recordPath(theirs.record.recordId)), 404, 'record_not_found'],
  [
    'voiding their record',
    () => ana.post(recordPath(theirs.record.recordId, '/void')),
    404,
    'record_not_found',
  ],
  ['their project', () => open({ projectId: theirs.session.projectId }), 404, 'project_not_found'],
  [
    'their sector',
    () => open({ ...farm.place(), sectorId: theirs.session.sectorId }),
    404,
    'sector_not_found',
  ],
  ['a record in their session', () => add({ sessionId: theirs.session.sessionId }), 404, 'session_not_found'],
  ['their worker', () => add({ workerId: theirs.worker.id }), 404, 'worker_not_found'],
  ['their quality', () => add({ qualityId: foreign.ids.qualities['export']! }), 404, 'quality_not_found'],
  [
    'their company in a body',
    () => ana.patch(sessionPath(theirs.session.sessionId), { companyId: foreign.ids.companyId }),
    404,
    'session_not_found',
  ],
  ['a path of nobody', () => ana.get('/api/control/production/nothing'), 404, 'route_not_found'],
  ['a method of nobody', () => ana.request('DELETE', sessionPath(session.sessionId)), 404, 'route_not_found'],
]);

describeRefusals('what the state or the moment forbids', 'B', [
  [
    'patching a closed session',
    () => ana.patch(sessionPath(closed.sessionId), { notes: 'x' }),
    409,
    'session_not_open',
  ],
  [
    'closing a closed session',
    () => ana.post(sessionPath(closed.sessionId, '/close')),
    409,
    'session_not_open',
    { closedAt: INSTANT, closedBy: 'user', closedReason: 'manual' },
  ],
  [
    'extending a closed session',
    () => ana.post(sessionPath(closed.sessionId, '/extend'), { maxDurationHours: 24 }),
    409,
    'session_not_open',
  ],
  ['adding to a closed session', () => add({ sessionId: closed.sessionId }), 409, 'session_not_open'],
  [
    'voiding in a closed session',
    () => ana.post(recordPath(closedRecord.recordId, '/void')),
    409,
    'session_not_open',
  ],
  [
    'a session more than 5 minutes ahead',
    () => open({ openedAt: hoursAgo(-0.1) }),
    422,
    'opened_in_future',
    { serverTime: INSTANT },
  ],
  [
    'a record more than 5 minutes ahead',
    () => add({ recordedAt: hoursAgo(-0.1) }),
    422,
    'recorded_in_future',
    { serverTime: INSTANT },
  ],
  [
    'a record more than 5 minutes before the opening',
    () => add({ recordedAt: hoursAgo(3.1) }),
    422,
    'recorded_before_opening',
  ],
  [
    'a duration that is past',
    () => ana.post(sessionPath(session.sessionId, '/extend'), { maxDurationHours: 2 }),
    422,
    'duration_elapsed',
  ],
  [
    'a sector of another project',
    () => open({ ...farm.place(), sectorId: farm.ids.sectors['south/s1'] }),
    422,
    'sector_not_in_project',
  ],
  ['somebody else’s idpId on create', () => open({ idpId: farm.idpId('ben') }), 403, 'identity_mismatch'],
  ['… on patch', () => ana.patch(sessionPath(session.sessionId), { idpId: 'x' }), 403, 'identity_mismatch'],
  [
    '… on close',
    () => ana.post(sessionPath(session.sessionId, '/close'), { idpId: 'x' }),
    403,
    'identity_mismatch',
  ],
  [
    '… on extend',
    () => ana.post(sessionPath(session.sessionId, '/extend'), { idpId: 'x', maxDurationHours: 8 }),
    403,
    'identity_mismatch',
  ],
]);

describeRefusals('the order of checks', 'B', [
  [
    'credential before body',
    () => system.stranger.post(SESSIONS, undefined, { raw: '{' }),
    401,
    'unauthenticated',
  ],
  ['role before body', () => farm.as('gus').post(SESSIONS, undefined, { raw: '{' }), 403, 'forbidden'],
  ['role before existence', () => farm.as('gus').get(sessionPath(UNKNOWN)), 403, 'forbidden'],
  ['body before identity', () => open({ idpId: 'x', openedAt: 'today' }), 400, 'validation_failed'],
  ['body before existence', () => ana.patch(sessionPath(UNKNOWN), { notes: 7 }), 400, 'validation_failed'],
  [
    'identity before existence',
    () => ana.patch(sessionPath(UNKNOWN), { idpId: 'x' }),
    403,
    'identity_mismatch',
  ],
  [
    'identity before owner',
    () => ben.patch(sessionPath(session.sessionId), { idpId: 'x' }),
    403,
    'identity_mismatch',
  ],
  ['existence before owner', () => add({ workerId: UNKNOWN }, ben), 404, 'worker_not_found'],
  [
    'existence before contradiction',
    () => open({ ...farm.place('south'), projectId: UNKNOWN }),
    404,
    'project_not_found',
  ],
  [
    'existence before the future',
    () => open({ projectId: UNKNOWN, openedAt: hoursAgo(-1) }),
    404,
    'project_not_found',
  ],
  ['owner before state', () => ben.post(sessionPath(closed.sessionId, '/close')), 403, 'not_session_owner'],
  ['owner before replay', () => ben.post(RECORDS, recordBody), 403, 'not_session_owner'],
  [
    'owner before what kind of record it is',
    async () => {
      const { data } = await ana.post(recordPath(record.recordId, '/void'));
      return ben.post(recordPath(data.counterRecordId, '/void'));
    },
    403,
    'not_session_owner',
  ],
  [
    'replay by key before state',
    () => ana.post(RECORDS, { ...closedRecordBody, units: 9 }),
    422,
    'idempotency_key_reused',
  ],
  [
    'replay by key before time',
    () => ana.post(RECORDS, { ...recordBody, recordedAt: hoursAgo(40) }),
    422,
    'idempotency_key_reused',
  ],
  [
    'replay of a localId before time',
    () => open({ localId: 'phone-1', openedAt: hoursAgo(-1) }),
    422,
    'idempotency_key_reused',
  ],
  [
    'state before time',
    () => add({ sessionId: closed.sessionId, recordedAt: hoursAgo(40) }),
    409,
    'session_not_open',
  ],
]);

describe('refused requests', () => {
  it('change nothing', async () => {
    const { data } = await ana.get(sessionPath(session.sessionId));
    expect(data).toMatchObject({ status: 'open', notes: null, maxDurationHours: 4 });
    expect(data.totals).toMatchObject({ recordCount: 1, voidedCount: 1 });
    expect((await foreign.as('ana').get(sessionPath(theirs.session.sessionId))).data).toEqual({
      ...theirs.session,
      totals: expect.objectContaining({ recordCount: 1 }),
    });
  });
});
