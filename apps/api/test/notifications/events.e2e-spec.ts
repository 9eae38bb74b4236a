import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aFarm, BULK, type ProvisionedFarm, RECORDS, SESSIONS, WORKERS } from '@furrow/testbed/farms';
import { Client, fetch, type Json, System } from '@furrow/testbed/system';
import { EventReader } from '../harness/event-reader.ts';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectRefusal } from '../harness/refusal.ts';

const EVENTS = '/api/control/events';

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ana: Client;
let worker: Json;
beforeAll(async () => {
  system = await System.shared();
  [farm, foreign] = [await system.provision(aFarm('acme')), await system.provision(aFarm('rival'))];
  ana = farm.as('ana');
  worker = await farm.worker(farm.as('ada'));
});
afterAll(async () => {
  for (const reader of readers) reader.hangUp();
  await system?.stop();
});

const readers: EventReader[] = [];
const listen = async (client: Client, query?: string, headers?: Record<string, string>) => {
  const reader = await EventReader.open(client, query, headers);
  readers.push(reader);
  expect(reader.status).toBe(200);
  return reader;
};
const summaryOf = ({ events }: EventReader) => events.map(({ event, data }) => [event, data.data]);
/**
 * Forgets what came up to an event that is caused now. A stream may begin with events that were committed before it was
 * opened, while another transaction is still under way.
 */
const fromNowOn = async (streams: readonly EventReader[], of = farm) => {
  const { id } = await of.worker(of.as('ada'));
  for (const stream of streams) {
    const isIt = ({ data }: { data: Json }) => data.data.workerId === id;
    const place = await until('the mark', () => stream.events.findIndex(isIt) + 1 || undefined);
    stream.events.splice(0, place);
  }
};
/** Causes an event that follows all earlier ones and that everybody receives. */
const mark = () => farm.worker(farm.as('ada'));
const upTo = async (reader: EventReader, { id }: Json) => {
  for (let count = 1; ; count++) {
    const events = await reader.received(count);
    if (events[count - 1]?.data.data.workerId === id) return summaryOf(reader).slice(0, -1);
  }
};

describe('a stream of live events', () => {
  it('contains what each role may read, one event for a whole sync', async () => {
    const names = ['ada', 'ana', 'ben', 'gus'];
    const streams = await Promise.all(names.map((name) => listen(farm.as(name))));
    const theirs = await listen(foreign.as('ada'));
    await fromNowOn(streams);
    await fromNowOn([theirs], foreign);
    const [one, two] = [await farm.session(ana), await farm.session(ana)];
    const of = ({ sessionId }: Json, count: number) =>
      Array.from({ length: count }, () => farm.recordBody(sessionId, worker.id));
    await ana.post(BULK, { records: [...of(one, 120), ...of(two, 2)] });
    const record = (await ana.post(RECORDS, farm.recordBody(two.sessionId, worker.id))).data;
    await ana.post(`${RECORDS}/${record.recordId}/void`, {});
    await ana.patch(`${SESSIONS}/${one.sessionId}`, { notes: 'North side' });
    await ana.post(`${SESSIONS}/${one.sessionId}/close`, {});
    await ana.patch(`${WORKERS}/${worker.id}`, { phone: '7' });
    const last = await mark();
    const [admin, own, colleague, agronomist] = await Promise.all(
      streams.map((stream) => upTo(stream, last)),
    );
    const sessionId = one.sessionId as string;
    expect(admin).toEqual([
      ['session.opened', { sessionId }],
      ['session.opened', { sessionId: two.sessionId }],
      expect.anything(),
      expect.anything(),
      ['records.added', { sessionId: two.sessionId, count: 1, recordIds: [record.recordId] }],
      ['record.voided', { recordId: record.recordId, sessionId: two.sessionId }],
      ['session.updated', { sessionId }],
      ['session.closed', { sessionId }],
      ['worker.updated', { workerId: worker.id }],
    ]);
    expect(admin?.slice(2, 4)).toEqual(
      expect.arrayContaining([
        ['records.added', { sessionId, count: 120 }],
        [
          'records.added',
          { sessionId: two.sessionId, count: 2, recordIds: [expect.any(String), expect.any(String)] },
        ],
      ]),
    );
    expect(own).toEqual(admin);
    const ofAll = [['worker.updated', { workerId: worker.id }]];
    expect([colleague, agronomist]).toEqual([ofAll, ofAll]);
    expect(theirs.events).toEqual([]);
    expect(streams[0]?.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const [first] = streams[0]?.events ?? [];
    expect(first?.data).toEqual({
      type: first?.event,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: expect.anything(),
    });
  });

  it('resumes after the last event, without gaps or repeats', async () => {
    const ada = farm.as('ada');
    const first = await listen(ada);
    const whole = await listen(ada);
    await fromNowOn([first, whole]);
    await mark();
    const [{ id } = { id: undefined }] = await first.received(1);
    first.hangUp();
    const missed = [await mark(), await farm.session(ana)];
    const again = await listen(ada, '', { 'last-event-id': String(id) });
    const last = await mark();
    await upTo(again, last);
    await upTo(whole, last);
    expect(again.events).toEqual(whole.events.slice(1));
    expect(summaryOf(again).slice(0, 2)).toEqual([
      ['worker.created', { workerId: missed[0].id }],
      ['session.opened', { sessionId: missed[1].sessionId }],
    ]);
  });

  it('reports where it cannot resume: the event is unknown, older than an hour, or another company’s', async () => {
    const theirs = await listen(foreign.as('ada'));
    const own = await listen(farm.as('ada'));
    await fromNowOn([theirs], foreign);
    await fromNowOn([own]);
    await foreign.worker(foreign.as('ada'));
    await mark();
    const [foreignEvent] = await theirs.received(1);
    const [old] = await own.received(1);
    await system.sql(`UPDATE audit.entries SET at = now() - interval '61 minutes' WHERE subjects = $1`, [
      [old?.data.data.workerId],
    ]);
    for (const id of ['rubbish', 'evt_1_1_0', String(foreignEvent?.id), String(old?.id)]) {
      const reader = await listen(farm.as('ada'), '', { 'last-event-id': id });
      const last = await mark();
      const [reset] = await reader.received(1);
      expect([reset?.event, reset?.id, reset?.data.data]).toEqual(['reset', '', {}]);
      expect((await upTo(reader, last)).map(([event]) => event)).not.toContain('session.opened');
    }
  });

  it('ends after the requested time, and with the credential', async () => {
    const asked = await listen(ana, '?seconds=1');
    const seconds = Math.floor(Date.now() / 1_000);
    const shortly = system.key.jwt(farm.idpId('ana'), { exp: seconds + 1 });
    const expiring = await listen(Client.withBearer(system.url, shortly));
    expect(await Promise.all([asked.end(), expiring.end()])).toEqual(['well', 'well']);
  });

  it('ends when the rights of its user change, and is not opened again', async () => {
    const bea = aFarm('beans');
    const beans = await system.provision(bea);
    const [ben, ada] = [await listen(beans.as('ben')), await listen(beans.as('ada'))];
    const users = (bea['users'] as Json[]).map((user) =>
      user.idpId === beans.idpId('ben') ? { ...user, status: 'inactive' } : user,
    );
    await system.provision({ ...bea, users });
    expect(await ben.end()).toBe('well');
    expectRefusal(await beans.as('ben').get(EVENTS), 403, 'B', 'user_not_registered');
    expect(ada.ended).toBeUndefined();
  });

  it('is one of at most twenty per user', async () => {
    const gus = farm.as('gus');
    const open = [];
    // One has been open since the first test.
    for (let count = 1; count < 20; count++) open.push(await listen(gus));
    const refused = await gus.get(EVENTS);
    expectRefusal(refused, 429, 'B', 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    open[0]?.hangUp();
    expect((await listenWhenFree(gus)).status).toBe(200);
  });

  it('can be opened by a session of the console', async () => {
    const headers = { 'sec-fetch-site': 'same-origin' };
    const signIn = `${system.url}/api/console/sign-in?user=${encodeURIComponent(farm.idpId('ben'))}`;
    const signedIn = await fetch(signIn, { method: 'POST', headers, redirect: 'manual' });
    const cookie = signedIn.headers.getSetCookie().join().replace(/;.*/, '');
    const reader = await listen(new Client(system.url, { ...headers, cookie }));
    await fromNowOn([reader]);
    const last = await mark();
    expect(await upTo(reader, last)).toEqual([]);
  });

  it('has no body for HEAD', async () => {
    expect((await farm.as('ada').head(EVENTS)).status).toBe(200);
  });

  it('ends cleanly when the process stops', async () => {
    const another = await system.another();
    const reader = await listen(new Client(another.url, ana.headers));
    const whole = await listen(ana);
    await fromNowOn([whole]);
    await another.end('SIGTERM');
    expect(await reader.end()).toBe('well');
    const last = await mark();
    expect(await upTo(whole, last)).toEqual([]);
  });
});

/** The server notices a disconnect a little later. */
async function listenWhenFree(client: Client): Promise<EventReader> {
  for (;;) {
    const reader = await EventReader.open(client);
    readers.push(reader);
    if (reader.status === 200) return reader;
  }
}

describeRefusals('a stream of events is refused', 'B', [
  ['to nobody', () => system.stranger.get(EVENTS), 401, 'unauthenticated'],
  ['to a program', () => farm.program().get(EVENTS), 401, 'invalid_token'],
  ['to whoever is inactive', () => farm.as('ida').get(EVENTS), 403, 'user_not_registered'],
  ['for less than a second', () => ana.get(`${EVENTS}?seconds=0`), 400, 'validation_failed'],
  ['for more than an hour', () => ana.get(`${EVENTS}?seconds=3601`), 400, 'validation_failed'],
]);
