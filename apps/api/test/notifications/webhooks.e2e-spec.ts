import { Receiver, answering } from '@furrow/notifications/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { until } from '@furrow/testbed';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectCommonHeaders, wrongFields } from '../harness/refusal.ts';

const HOOKS = '/api/control/webhooks';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ada: Client;
let receiver: Receiver;
let failing: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  failing = await Receiver.start(answering(500));
  system = await System.start({
    WEBHOOK_ALLOWED_HOSTS: `${receiver.host}, ${failing.host}`,
    WEBHOOK_RETRIES: '1s',
  });
  farm = await system.provision(aFarm('acme'));
  foreign = await system.provision(aFarm('rival'));
  ada = farm.as('ada');
});
afterAll(async () => {
  await receiver?.stop();
  await failing?.stop();
  await system?.stop();
});

async function aHook(url = receiver.url, events = ['worker.created'], client = ada): Promise<Json> {
  const answer = await client.post(HOOKS, { url, events });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const register = async (of = farm): Promise<string> => (await of.worker(of.as('ada'))).id;
/** The received events about a worker. */
const about = (workerId: string, at = receiver) => at.received.filter(({ body }) => body.includes(workerId));
const deliveries = async ({ webhookId }: Json, query = ''): Promise<Json> =>
  (await ada.get(`${HOOKS}/${webhookId}/deliveries${query}`)).body;

describe('a webhook', () => {
  it('is created, receives what was committed, and is verified with its secret', async () => {
    const { webhookId, secret, ...more } = await aHook();
    expect([secret, more]).toEqual([expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/), {}]);
    const workerId = await register();
    await register(foreign);
    const [sent] = await until('it is sent', () => {
      const found = about(workerId);
      return found.length > 0 && found;
    });
    expect(new Verifier(secret).verify(sent!.body, sent!.headers as Record<string, string>)).toEqual({
      ...{ type: 'worker.created', timestamp: INSTANT, data: { workerId } },
    });
    expect(sent!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Furrow-Webhooks/2',
    });
    const [delivery] = await until('it is audited', async () => {
      const { data } = await deliveries({ webhookId }, '?status=delivered');
      return data.length > 0 && data;
    });
    expect(delivery).toEqual({
      ...{ deliveryId: sent!.headers['webhook-id'], type: 'worker.created', status: 'delivered' },
      ...{ createdAt: INSTANT, nextAttemptAt: null },
      attempts: [{ time: INSTANT, status: 204, duration: expect.any(Number), reason: null }],
    });
  });

  it('is listed and shown without its secret', async () => {
    const { webhookId } = await aHook();
    const shown = await ada.get(`${HOOKS}/${webhookId}`);
    expectCommonHeaders(shown);
    expect(shown.body.data).toEqual({
      ...{ webhookId, url: receiver.url, events: ['worker.created'], description: null, status: 'active' },
      ...{ pausedReason: null, pausedAt: null, createdAt: INSTANT, updatedAt: INSTANT },
    });
    const { data } = (await ada.get(HOOKS)).body;
    expect(data).toContainEqual(shown.body.data);
    expect(JSON.stringify(data)).not.toContain('whsec');
  });

  it('is changed, paused, resumed and removed, and the audit trail has it', async () => {
    const { webhookId } = await aHook();
    const path = `${HOOKS}/${webhookId}`;
    const changes = {
      url: `${failing.url}?x=1`,
      events: ['session.opened'],
      description: ' To  ERP ',
      status: 'paused',
    };
    expect((await ada.patch(path, changes)).body.data).toMatchObject({
      ...{ ...changes, description: 'To ERP', pausedReason: 'requested', pausedAt: INSTANT },
    });
    for (const action of ['/test', '/replay', '/deliveries/x/retry']) {
      const { status, body } = await ada.post(path + action, { since: new Date().toISOString() });
      expect([status, body.code]).toEqual([409, 'webhook_paused']);
    }
    expect((await ada.patch(path, { status: 'active', description: null })).body.data).toMatchObject({
      ...{ status: 'active', pausedReason: null, pausedAt: null, description: null },
    });
    expect((await ada.post(`${path}/rotate-secret`)).body.data).toEqual({
      ...{ webhookId, secret: expect.stringMatching(/^whsec_/), overlapsUntil: INSTANT },
    });
    expect((await ada.request('DELETE', path)).status).toBe(204);
    expect((await ada.get(path)).status).toBe(404);
    const acts = await system.sql<{ act: string }>(
      `SELECT act FROM audit.entries WHERE $1 = ANY (subjects) AND actor = $2 ORDER BY entry_id`,
      [webhookId, farm.idpId('ada')],
    );
    const audited = acts.map(({ act }) => act);
    expect(audited.filter((act) => act.startsWith('webhook.'))).toEqual([
      ...['webhook.added', 'webhook.paused', 'webhook.updated', 'webhook.deleted'],
    ]);
    expect(audited).toEqual(expect.arrayContaining(['webhook_secret.added', 'webhook_secret.deleted']));
  });

  it('is tested by a test event and by a manual repeat under the same id', async () => {
    const { webhookId } = await aHook(failing.url, ['pay_run.frozen']);
    const answer = await ada.post(`${HOOKS}/${webhookId}/test`);
    expect(answer.status).toBe(200);
    const { deliveryId } = answer.body.data;
    const failed = await until('it is given up', async () => {
      const { data } = await deliveries({ webhookId }, '?status=failed');
      return data.length > 0 && data;
    });
    expect(failed).toMatchObject([
      { deliveryId, type: 'webhook.test', attempts: [{ reason: 'answered 500' }, { status: 500 }] },
    ]);
    const { findings } = await system.furrow<Json>('doctor');
    expect(findings).toContainEqual({
      ...{ subject: 'webhooks', state: 'warning', advice: expect.stringContaining(`webhook ${webhookId};`) },
      message: 'The receivers of 1 webhooks failed at the last attempt; it is tried again.',
    });
    expect((await ada.patch(`${HOOKS}/${webhookId}`, { url: receiver.url })).status).toBe(200);
    expect((await ada.post(`${HOOKS}/${webhookId}/deliveries/${deliveryId}/retry`)).status).toBe(200);
    const again = await until('it arrives', () =>
      receiver.received.find(({ headers }) => headers['webhook-id'] === deliveryId),
    );
    expect(JSON.parse(again.body)).toEqual({ type: 'webhook.test', timestamp: INSTANT, data: { webhookId } });
  });

  it('receives earlier events when it asks for a replay, which answers at once and tells how far it is', async () => {
    const since = new Date(Date.now() - 1_000).toISOString();
    const workerId = await register();
    const { webhookId } = await aHook(`${receiver.url}/late`);
    const path = `${HOOKS}/${webhookId}/replay`;
    expect((await ada.get(path)).body.data).toBeNull();
    const { status, body } = await ada.post(path, { since });
    expect([status, body.data]).toEqual([
      202,
      {
        ...{ webhookId, status: 'running', since, requestedAt: INSTANT, readUpTo: null, replayed: 0 },
        ...{ reason: null, nextAttemptAt: null, endedAt: null },
      },
    ]);
    const ended = await until('it is completed', async () => {
      const { data } = (await ada.get(path)).body;
      return data.status === 'completed' && data;
    });
    expect(ended).toEqual({
      ...body.data,
      ...{ status: 'completed', readUpTo: body.data.requestedAt, endedAt: INSTANT },
      replayed: expect.any(Number),
    });
    await until('it arrives', async () => {
      const { data } = await deliveries({ webhookId }, '?status=delivered');
      return data.length >= ended.replayed;
    });
    expect(about(workerId).length).toBeGreaterThan(0);
  });

  it('has one replay at a time, which the same request returns and a pause cancels', async () => {
    const { webhookId } = await aHook();
    const path = `${HOOKS}/${webhookId}/replay`;
    const [first, second] = [2_000, 1_000].map((ms) => new Date(Date.now() - ms).toISOString());
    await ada.post(path, { since: first });
    // As if it were long.
    await system.sql(
      `UPDATE notifications.replays SET outcome = NULL, ended_at = NULL, next_at = now() + interval '1 hour', failures = 3,
         reason = 'past events could not be read; it is tried again' WHERE webhook_id = $1`,
      [webhookId],
    );
    const same = await ada.post(path, { since: first });
    expect([same.status, same.body.data]).toEqual([
      202,
      expect.objectContaining({ status: 'set_aside', reason: expect.any(String), nextAttemptAt: INSTANT }),
    ]);
    const other = await ada.post(path, { since: second });
    expect([other.status, other.body.code]).toEqual([409, 'replay_running']);
    await ada.patch(`${HOOKS}/${webhookId}`, { status: 'paused' });
    expect((await ada.get(path)).body.data).toMatchObject({
      ...{ status: 'cancelled', reason: 'the webhook was paused', endedAt: INSTANT },
    });
    await ada.patch(`${HOOKS}/${webhookId}`, { status: 'active' });
    expect((await ada.post(path, { since: second })).body.data.since).toBe(second);
  });

  it('answers to a replay at once, however many clients request one and however long its work takes', async () => {
    const { webhookId } = await aHook();
    const since = new Date(Date.now() - 60_000).toISOString();
    await register();
    const lock = await system.owner.connect();
    try {
      // Nothing can be queued meanwhile. A request that did so would hold its connection.
      await lock.query('BEGIN; LOCK TABLE notifications.deliveries IN SHARE MODE');
      const asked = Array.from({ length: 60 }, () =>
        until('it is accepted', async () => {
          const { status, body } = await ada.post(`${HOOKS}/${webhookId}/replay`, { since });
          return status === 202 && body.data.status;
        }),
      );
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['running']));
      await until(
        'another company is served',
        async () => (await foreign.as('ada').get(HOOKS)).status === 200,
      );
      expect((await ada.get(`${HOOKS}/${webhookId}/replay`)).body.data).toMatchObject({ replayed: 0 });
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await until('it is completed', async () => {
      const { data } = (await ada.get(`${HOOKS}/${webhookId}/replay`)).body;
      return data.status === 'completed';
    });
  });

  it('lists its deliveries page by page', async () => {
    const { webhookId } = await aHook();
    for (let i = 0; i < 3; i++) await ada.post(`${HOOKS}/${webhookId}/test`);
    const { data, meta } = await deliveries({ webhookId }, '?page=2&pageSize=2');
    expect([data.length, meta]).toEqual([1, { page: 2, pageSize: 2, total: 3, totalPages: 2 }]);
  });
});

it('all wrong members of a webhook are named at once', async () => {
  const post = async (body: object) => wrongFields(await ada.post(HOOKS, body));
  expect(await post({})).toEqual(['events', 'url']);
  expect(await post({ url: 'nonsense', events: ['nope'], description: 'x'.repeat(501) })).toEqual([
    ...['description', 'events', 'url'],
  ]);
  expect(await post({ url: 'ftp://hooks.example/', events: [] })).toEqual(['events', 'url']);
  expect(await post({ url: 7, events: 'session.opened' })).toEqual(['events', 'url']);
  const { webhookId } = await aHook();
  const path = `${HOOKS}/${webhookId}`;
  expect(wrongFields(await ada.patch(path, { status: 'gone', url: null, events: null }))).toEqual([
    'events',
    'status',
    'url',
  ]);
  expect(wrongFields(await ada.get(`${path}/deliveries?status=lost&page=0`))).toEqual(['page', 'status']);
  for (const since of ['yesterday', '2020-01-01T00:00:00Z', new Date(Date.now() + 60_000).toISOString()])
    expect(wrongFields(await ada.post(`${path}/replay`, { since }))).toEqual(['since']);
});

it('a company has at most twenty webhooks, even if it requests many at once', async () => {
  const many = await system.provision(aFarm('many'));
  const admin = many.as('ada');
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => admin.post(HOOKS, { url: receiver.url, events: ['pay_run.frozen'] })),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    Array.from({ length: 5 }, () => [409, 'too_many_webhooks']),
  );
});

describeRefusals(
  'a receiver may not be at',
  'B',
  [
    ...[
      'http://hooks.example.com/',
      'https://user:secret@hooks.example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
    ],
    ...[
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0177.0.0.1/',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
    ],
    ...[
      'https://169.254.169.254/latest/meta-data',
      'https://[64:ff9b::7f00:1]/',
      'http://127.0.0.1:1/',
      'https://[fe80::1]/',
    ],
  ].map(
    (url) =>
      [url, () => ada.post(HOOKS, { url, events: ['session.opened'] }), 422, 'url_not_allowed'] as const,
  ),
);

describeRefusals('what is refused of webhooks', 'B', [
  ...['ana', 'gus'].map(
    (name) => [`the list for ${name}`, () => farm.as(name).get(HOOKS), 403, 'forbidden'] as const,
  ),
  ['a webhook for nobody', () => system.stranger.post(HOOKS, {}), 401, 'unauthenticated'],
  ['the list for an API token', () => farm.program().get(HOOKS), 401, 'invalid_token'],
  ['a webhook that is none', () => ada.get(`${HOOKS}/x`), 404, 'webhook_not_found'],
  [
    'another company’s webhook',
    async () => ada.get(`${HOOKS}/${(await aHook(receiver.url, undefined, foreign.as('ada'))).webhookId}`),
    ...([404, 'webhook_not_found'] as const),
  ],
  [
    'a delivery that is none',
    async () => ada.post(`${HOOKS}/${(await aHook()).webhookId}/deliveries/evt_x/retry`),
    ...([404, 'delivery_not_found'] as const),
  ],
]);
