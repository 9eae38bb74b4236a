import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aProject,
  aScoutedFarm,
  BULK,
  COMPANY_RECORDS,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  Scout,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Answer, type Client, dateIn, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectCommonHeaders } from '../harness/refusal.ts';

const EVER = { updatedSince: '2000-01-01T00:00:00Z' };
const TODAY = dateIn(ZONE);
const SANTIAGO = { timezone: 'America/Santiago' };

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let worker: Json;
beforeAll(async () => {
  system = await System.shared();
  // Sessions are opened three hours ago and requested by today's date, so they need a project where it is before noon
  // now. Scouts' days are in Santiago's time, which stays the most common zone of the company.
  const projects = [aProject('north', 'n', 2, SANTIAGO), aProject('south', 's', 1, SANTIAGO)];
  farm = await system.provision(
    aScoutedFarm('acme', { projects: [...projects, aProject('orchard', 'o', 5)] }),
  );
  ana = farm.as('ana');
  worker = await farm.worker(ana);
});
afterAll(() => system?.stop());

const ask = (path: string, query: Record<string, string>, client: Client): Promise<Answer> =>
  client.get(`${path}?${new URLSearchParams(query).toString()}`);
const harvest = (query: Record<string, string>, client = farm.program()) => ask(HARVEST, query, client);
const records = (query: Record<string, string>, client = farm.program('phytosanitary')) =>
  ask(COMPANY_RECORDS, query, client);

/** Follows one of the two feeds and keeps its rows. */
class Follower {
  readonly state = new Map<string, Json>();
  readonly received: string[] = [];
  #query: Record<string, string> = EVER;

  constructor(
    private readonly read: (query: Record<string, string>) => Promise<Answer>,
    private readonly id: 'sessionId' | 'record_id',
    private readonly limit = '1000',
  ) {}

  /** Reads until the feed has no more for now. */
  async catchUp(): Promise<void> {
    for (;;) {
      const answer = await this.read({ ...this.#query, limit: this.limit });
      expect(answer.status).toBe(200);
      for (const item of answer.data ?? answer.body.records) {
        this.state.set(item[this.id], item);
        this.received.push(JSON.stringify(item));
      }
      const { nextCursor, hasMore } = answer.body.meta;
      this.#query = { cursor: nextCursor };
      if (!hasMore) return;
    }
  }

  /** Other transactions on this server may be open, and the feed waits for them. */
  catchesUpTo(whole: () => Promise<Json[]>): Promise<unknown> {
    return until('what was received is what there is', async () => {
      await this.catchUp();
      const there = new Map((await whole()).map((item) => [item[this.id], item]));
      return isSame(this.state, there);
    });
  }
}
const isSame = (a: Map<string, Json>, b: Map<string, Json>) =>
  JSON.stringify([...a].sort(byKey)) === JSON.stringify([...b].sort(byKey));
const byKey = ([a]: [string, Json], [b]: [string, Json]) => (a < b ? -1 : 1);

describe('a follower of the harvest feed', () => {
  const whole = async () => (await harvest({ startTime: TODAY, endTime: TODAY })).data as Json[];

  it('ends up with what the report shows, receives no version twice, while phones sync', async () => {
    const follower = new Follower(harvest, 'sessionId', '2');
    let working = true;
    const reading = (async () => {
      while (working) await follower.catchUp();
    })();
    const phone = async () => {
      const session = await farm.session(ana, farm.place('orchard'));
      for (let sync = 0; sync < 3; sync++) {
        const bodies = Array.from({ length: 20 }, () => farm.recordBody(session.sessionId, worker.id));
        expect((await ana.post(BULK, { records: bodies })).data.summary.created).toBe(20);
        const one = await ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id));
        if (sync === 1) await ana.post(`${RECORDS}/${one.data.recordId}/void`);
      }
      return session;
    };
    const sessions = await Promise.all([phone(), phone(), phone()]);
    expect((await ana.post(`${SESSIONS}/${sessions[0]!.sessionId}/close`, {})).status).toBe(200);
    working = false;
    await reading;
    await follower.catchesUpTo(whole);
    expect(follower.state.size).toBe(3);
    expect(new Set(follower.received).size).toBe(follower.received.length);
  });

  it('does not miss a transaction that commits late', async () => {
    const follower = new Follower(harvest, 'sessionId');
    const open = () => farm.session(ana, farm.place('orchard'));
    const [early, late] = [await open(), await open()];
    await follower.catchesUpTo(whole);
    const slow = await system.owner.connect();
    try {
      await slow.query(
        `BEGIN; UPDATE production.sessions SET notes = 'late' WHERE session_id = '${late.sessionId}'`,
      );
      await ana.patch(`${SESSIONS}/${early.sessionId}`, { notes: 'early' });
      await follower.catchUp();
      expect(follower.state.get(early.sessionId).notes).toBeNull();
      await slow.query('COMMIT');
    } finally {
      slow.release();
    }
    await follower.catchesUpTo(whole);
    expect(follower.state.get(late.sessionId).notes).toBe('late');
  });

  it('receives the cursor to continue from and the requested days', async () => {
    const plain = await harvest({ startTime: TODAY, endTime: TODAY, limit: '1' });
    expect(plain.body.meta).toEqual({ sessionCount: plain.data.length, startTime: TODAY, endTime: TODAY });
    expect(plain.data.length).toBeGreaterThan(1);

    // A session whose snapshot is being refreshed is left to a later page.
    const all = await until('every session is told', async () => {
      const answer = await harvest(EVER);
      return answer.data.length === plain.data.length && answer;
    });
    expectCommonHeaders(all);
    expect(all.body.meta).toEqual({
      ...{ sessionCount: plain.data.length, startTime: null, endTime: null },
      ...{ nextCursor: expect.stringMatching(/^[\w-]{55}$/), hasMore: false },
    });
    const narrow = await harvest({ ...EVER, startTime: '2001-01-01', endTime: '2001-12-31' });
    expect(narrow.body).toMatchObject({
      ...{ status: 'success', data: [] },
      meta: { sessionCount: 0, startTime: '2001-01-01', endTime: '2001-12-31', hasMore: false },
    });
    // With a cursor, the query's start is ignored. The end is told again while another transaction on this server is open.
    let cursor = all.body.meta.nextCursor;
    await until('nothing has changed since', async () => {
      const { data, body } = await harvest({ ...EVER, cursor });
      cursor = body.meta.nextCursor;
      return data.length === 0;
    });
  });
});

describe('a follower of the scouting feed', () => {
  it('ends up with what company-records shows', async () => {
    const scout = Scout.of(farm);
    const at = (hour: string) => `2025-03-10T${hour}:00-03:00`;
    const follower = new Follower(records, 'record_id', '2');
    const whole = async () =>
      (await records({ startTime: '2025-03-10', endTime: '2025-03-10' })).body.records as Json[];
    for (const hour of ['08:00', '09:00', '10:00'])
      await scout.submit('north/n1', at(hour), { moth: [1, 5] });
    await follower.catchesUpTo(whole);
    expect(follower.state.size).toBe(3);
    await scout.submit(null, at('11:00'), { moth: [0, null] });
    await follower.catchesUpTo(whole);
    expect(follower.state.size).toBe(4);
    expect(follower.received).toHaveLength(4);

    const { body } = await records({ ...EVER, startTime: '2025-03-10' });
    expect(body).toEqual({
      ...{ status: 'success', range: { startTime: '2025-03-10', endTime: null }, totalRecords: 4 },
      ...{ companyTimezone: 'America/Santiago', companyId: farm.ids.companyId },
      records: expect.any(Array),
      meta: { nextCursor: expect.any(String), hasMore: false },
    });
  });
});

const cursorOf = async (query: Record<string, string> = EVER) => (await harvest(query)).body.meta.nextCursor;

describeRefusals('following the harvest', 'A', [
  ['a cursor of nothing', () => harvest({ cursor: 'abc' }), 400, 'validation_failed'],
  ['an empty cursor', () => harvest({ cursor: '' }), 400, 'validation_failed'],
  [
    'an instant without a zone',
    () => harvest({ updatedSince: '2026-01-01T00:00:00' }),
    400,
    'validation_failed',
  ],
  ['a day for an instant', () => harvest({ updatedSince: '2026-01-01' }), 400, 'validation_failed'],
  ['none at a time', () => harvest({ ...EVER, limit: '0' }), 400, 'validation_failed'],
  ['too many at a time', () => harvest({ ...EVER, limit: '1001' }), 400, 'validation_failed'],
  ['a wrong day', () => harvest({ ...EVER, startTime: '2026-02-30' }), 400, 'validation_failed'],
  [
    'days the wrong way round',
    () => harvest({ ...EVER, startTime: '2026-02-02', endTime: '2026-02-01' }),
    422,
    'invalid_date_range',
  ],
  [
    'a cursor of other filters',
    async () => harvest({ cursor: await cursorOf(), startTime: TODAY }),
    400,
    'cursor_mismatch',
  ],
  [
    'a cursor of another feed',
    async () => harvest({ cursor: (await records(EVER)).body.meta.nextCursor }),
    400,
    'cursor_mismatch',
  ],
  [
    'a cursor of an earlier epoch',
    async () => {
      const cursor = await cursorOf();
      // The request begins the next epoch, so the specs after this one find the right place again.
      await system.sql(`UPDATE feed.epochs SET place = 'where the dump was made'`);
      return harvest({ cursor });
    },
    400,
    'cursor_expired',
  ],
]);

describeRefusals('following records', 'B', [
  ['neither days nor a place to begin', () => records({}), 400, 'validation_failed'],
  ['a cursor of nothing', () => records({ cursor: 'abc' }), 400, 'validation_failed'],
  ['a cursor of another feed', async () => records({ cursor: await cursorOf() }), 400, 'cursor_mismatch'],
]);

it('every wrong parameter is named', async () => {
  const { body } = await harvest({ updatedSince: 'yesterday', cursor: 'x', limit: 'all', startTime: 'now' });
  expect(body.details.map(({ field }: Json) => field).toSorted()).toEqual([
    ...['cursor', 'limit', 'startTime', 'updatedSince'],
  ]);
});
