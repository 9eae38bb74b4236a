import { describe, expect, it } from '@jest/globals';
import { createFurrow, type Furrow, MemoryStore, Outbox, type OutboxEvent } from '../index.ts';
import { FakeFarm, refusal } from '../testing/fake-farm.ts';
import { FakeTime } from '../testing/fake-time.ts';

const PLACE = { projectId: 'north', sectorId: 'n1', sector_name: 'N1' };
const picked = (units = 1) => ({ sessionId: 's1', workerId: 'luis', units });

function phone(farm = new FakeFarm(), furrow: Furrow = farm.client()) {
  const time = new FakeTime();
  const store = new MemoryStore();
  const outbox = new Outbox(furrow, store, { timing: time });
  return { farm, time, store, outbox };
}

/** A farm that always gives the same answer to a call. */
const always = (answer: () => Response) => {
  let calls = 0;
  const fetch = async () => (calls++, answer());
  return { ...phone(undefined, createFurrow({ baseUrl: 'http://farm.test', fetch })), calls: () => calls };
};

describe('adding', () => {
  it('stores an item with a key and the time before anything is sent', async () => {
    const { outbox, store, farm } = phone();
    const first = await outbox.add(picked());
    const second = await outbox.add({
      ...picked(),
      clientEventId: 'mine',
      recordedAt: '2026-03-02T09:00:00Z',
    });
    expect(first.body).toEqual({
      ...picked(),
      clientEventId: expect.stringMatching(/^.{10,100}$/),
      recordedAt: '2026-03-02T10:00:00.000Z',
    });
    expect(second.body).toMatchObject({ clientEventId: 'mine', recordedAt: '2026-03-02T09:00:00Z' });
    expect(await store.load()).toEqual([first, second]);
    expect(farm.calls).toEqual([]);
  });

  it('reports an item that cannot be stored', async () => {
    const { farm, store } = phone();
    store.put = () => Promise.reject(new Error('disk full'));
    await expect(new Outbox(farm.client(), store).add(picked())).rejects.toThrow('disk full');
  });

  it('continues in order after a restart, whatever the clock says', async () => {
    const { outbox, store, farm, time } = phone();
    await outbox.add(picked(1));
    time.pass(-86_400_000);
    await new Outbox(farm.client(), store, { timing: time }).add(picked(2));
    await outbox.sync();
    expect(farm.calls.flat().map(({ units }) => units)).toEqual([1, 2]);
  });
});

describe('a sync', () => {
  it('opens sessions and sends their records, in order', async () => {
    const { outbox, farm, store } = phone();
    const { body } = await outbox.openSession(PLACE);
    for (const units of [1, 2, 3])
      await outbox.add({ sessionLocalId: body.localId, workerId: 'luis', units });
    expect(await outbox.sync()).toEqual({
      ...{ sent: { session: 1, record: 3 }, opened: 1, created: 3, repeated: 0 },
      ...{ refused: 0, waiting: 0, held: 0 },
    });
    const { sessionId } = farm.sessions.get(body.localId)!;
    expect(farm.calls).toHaveLength(1);
    expect(farm.calls[0]).toMatchObject([1, 2, 3].map((units) => ({ sessionId, units })));
    expect(farm.calls[0]![0]).not.toHaveProperty('sessionLocalId');

    await outbox.add({ sessionLocalId: body.localId, workerId: 'luis', units: 4 });
    expect(await outbox.sync()).toMatchObject({ opened: 0, created: 1, waiting: 0 });
    expect([await outbox.waiting(), await outbox.refused()]).toEqual([[], []]);
    expect(await new Outbox(farm.client(), store).serverIdOf('session', body.localId)).toBe(sessionId);
  });

  it('sends a thousand records at a time', async () => {
    const { outbox, farm } = phone();
    for (let i = 0; i < 1_200; i++) await outbox.add(picked(i + 1));
    await outbox.sync();
    expect(farm.calls.map(({ length }) => length)).toEqual([1_000, 200]);
    expect(farm.calls.flat().map(({ units }) => units)).toEqual(
      Array.from({ length: 1_200 }, (_, i) => i + 1),
    );
  });

  it('joins the sync in progress, which sends what was added meanwhile', async () => {
    const { outbox, farm } = phone();
    await outbox.add(picked(1));
    const first = outbox.sync();
    await outbox.add(picked(2));
    const second = outbox.sync();
    expect(await second).toBe(await first);
    expect(await second).toMatchObject({ created: 2, waiting: 0 });
    expect(farm.calls.flat()).toHaveLength(2);
  });

  it('stops after repeated failures in a row, and keeps everything', async () => {
    const { outbox, calls, time } = always(() => {
      throw new TypeError('fetch failed');
    });
    await outbox.add(picked());
    const report = await outbox.sync();
    expect(report).toMatchObject({ created: 0, waiting: 1, error: { code: 'unreachable' } });
    expect(report).not.toHaveProperty('retryAt');
    expect(calls()).toBe(5);
    expect(time.slept).toEqual([500, 1_000, 2_000, 4_000]);
  });

  it('counts failures from the last success', async () => {
    const { outbox, farm } = phone();
    farm.faults = Array(6).fill('half_done');
    for (let i = 0; i < 64; i++) await outbox.add(picked(i + 1));
    expect(await outbox.sync()).toMatchObject({ created: 64, waiting: 0 });
  });

  it.each([
    ['seconds', 'overloaded', 2_000],
    ['a date', 'rate_limited', 20_000],
  ] as const)('waits as long as the server requests, in %s', async (_, fault, atLeast) => {
    const { outbox, farm, time } = phone();
    farm.faults = [fault];
    await outbox.add(picked());
    expect(await outbox.sync()).toMatchObject({ created: 1 });
    expect(time.slept).toHaveLength(1);
    expect(time.slept[0]).toBeGreaterThanOrEqual(atLeast);
  });

  it('stops if the wait would be long, and the next sync does not start earlier', async () => {
    let answer = () => refusal(503, 'overloaded', { 'retry-after': '120' });
    const { outbox, calls, time } = always(() => answer());
    await outbox.add(picked());
    const retryAt = new Date(time.now() + 120_000);
    expect(await outbox.sync()).toMatchObject({ waiting: 1, retryAt, error: { code: 'overloaded' } });
    time.pass(50_000);
    expect(await outbox.sync()).toMatchObject({ waiting: 1, retryAt, error: { code: 'overloaded' } });
    expect(calls()).toBe(1);
    time.pass(50_000);
    answer = () => refusal(403, 'forbidden');
    expect(await outbox.sync()).toMatchObject({ waiting: 1, error: { code: 'forbidden' } });
    expect([calls(), time.slept]).toEqual([2, [20_000]]);
  });

  it('stops at once when it is aborted', async () => {
    const controller = new AbortController();
    const { outbox, farm } = phone();
    farm.faults = ['overloaded'];
    outbox.subscribe(({ type }) => {
      if (type === 'pausing') controller.abort();
    });
    await outbox.add(picked());
    expect(await outbox.sync(controller)).toMatchObject({ waiting: 1, error: { code: 'aborted' } });
  });

  it('requests a fresh token once', async () => {
    const { outbox, farm } = phone();
    farm.faults = ['token_expired'];
    await outbox.add(picked());
    expect(await outbox.sync()).toMatchObject({ created: 1 });
    expect(farm.authorizations).toEqual(['Bearer old', 'Bearer fresh']);
  });

  it.each([
    [401, 'invalid_token'],
    [403, 'user_not_registered'],
    [403, 'forbidden'],
    [404, 'route_not_found'],
  ])('stops where the caller is refused, and not the content: %i %s', async (status, code) => {
    const { outbox, calls } = always(() => refusal(status, code));
    await outbox.add(picked());
    await outbox.openSession(PLACE);
    expect(await outbox.sync()).toMatchObject({ refused: 0, waiting: 2, error: { status, code } });
    expect(calls()).toBe(1);
  });

  it('finds the one record that makes a call too large', async () => {
    const fetch = async (request: Request) => {
      const { records } = (await request.json()) as { records: { units: number; clientEventId: string }[] };
      if (records.some(({ units }) => units === 3)) return new Response('', { status: 413 });
      const results = records.map(({ clientEventId }, index) => ({ index, clientEventId, status: 201 }));
      return new Response(JSON.stringify({ data: { results } }), { status: 207 });
    };
    const { outbox } = phone(undefined, createFurrow({ baseUrl: 'http://farm.test', fetch }));
    for (const units of [1, 2, 3, 4, 5]) await outbox.add(picked(units));
    expect(await outbox.sync()).toMatchObject({ created: 4, refused: 1, waiting: 0 });
    expect(await outbox.refused()).toMatchObject([{ body: { units: 3 }, problem: { code: 'http_413' } }]);
  });

  it('refuses results that belong to another call', async () => {
    const result = { index: 0, clientEventId: 'not-mine', status: 201 };
    const { outbox } = always(
      () => new Response(JSON.stringify({ data: { results: [result] } }), { status: 207 }),
    );
    await outbox.add(picked());
    expect(await outbox.sync()).toMatchObject({ created: 0, waiting: 1, error: { code: 'unreadable' } });
  });

  it('reports its progress', async () => {
    const { outbox, farm } = phone();
    const events: OutboxEvent[] = [];
    const end = outbox.subscribe((event) => events.push(event));
    farm.faults = ['overloaded'];
    await outbox.add(picked());
    await outbox.add(picked(0));
    await outbox.sync();
    await Promise.resolve();
    expect(events).toMatchObject([
      { type: 'stored' },
      { type: 'stored' },
      { type: 'pausing', ms: 2_500, error: { code: 'overloaded' } },
      { type: 'sent', created: 1 },
      { type: 'refused', entry: { problem: { code: 'validation_failed' } } },
      { type: 'synced', report: { created: 1, refused: 1, waiting: 0 } },
    ]);
    end();
    await outbox.add(picked());
    expect(events).toHaveLength(6);
  });
});

describe('what the server refuses permanently', () => {
  it('is not sent again, and is kept for a person to retry or discard', async () => {
    const { outbox, farm } = phone();
    const bad = await outbox.add(picked(0));
    await outbox.add(picked());
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 1, waiting: 0 });
    expect(await outbox.refused()).toMatchObject([
      { id: bad.id, problem: { code: 'validation_failed', status: 400, message: 'units must be > 0' } },
    ]);
    expect(await outbox.sync()).toMatchObject({ created: 0, refused: 0, waiting: 0 });
    expect(farm.calls).toHaveLength(1);

    expect(await outbox.retry(bad.id)).toBe(true);
    expect(await outbox.refused()).toEqual([]);
    expect(await outbox.waiting()).toEqual([{ ...bad, queuedAt: expect.any(String) }]);
    expect(await outbox.sync()).toMatchObject({ refused: 1 });
    expect(await outbox.discard(bad.id)).toBe(true);
    expect(await outbox.refused()).toEqual([]);
    expect([await outbox.discard(bad.id), await outbox.retry(bad.id)]).toEqual([false, false]);
  });

  it('does not count as waiting', async () => {
    const { outbox } = phone();
    const { id } = await outbox.add(picked());
    expect([await outbox.discard(id), await outbox.retry(id)]).toEqual([false, false]);
    expect(await outbox.waiting()).toHaveLength(1);
  });

  it('as a session holds back its records until there is a session for them', async () => {
    const { outbox, farm } = phone();
    farm.unknownSectors.add('n9');
    const { body, id } = await outbox.openSession({ ...PLACE, sectorId: 'n9' });
    await outbox.add({ sessionLocalId: body.localId, workerId: 'luis', units: 1 });
    await outbox.add(picked(2));
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 1, waiting: 1 });
    expect(await outbox.refused()).toMatchObject([{ id, problem: { code: 'sector_not_found' } }]);

    expect(await outbox.useSession(body.localId, 's7')).toBe(true);
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 0, waiting: 0 });
    expect(farm.calls.at(-1)).toMatchObject([{ sessionId: 's7', units: 1 }]);
    expect(await outbox.refused()).toEqual([]);
    expect(await outbox.useSession('nobody’s', 's7')).toBe(false);
  });

  it('may be a record of a session that was not opened here', async () => {
    const { outbox } = phone();
    const { id } = await outbox.add({ sessionLocalId: 'evening', workerId: 'luis', units: 1 });
    expect(await outbox.sync()).toMatchObject({ refused: 1, waiting: 0 });
    expect(await outbox.refused()).toMatchObject([{ problem: { code: 'session_unknown' } }]);
    await outbox.openSession({ ...PLACE, localId: 'evening' });
    await outbox.retry(id);
    expect(await outbox.sync()).toMatchObject({ opened: 1, created: 1, waiting: 0 });
  });
});

describe('a phone whose clock is ahead', () => {
  it('waits for time to pass, at most a day', async () => {
    const { outbox, farm, time } = phone();
    await outbox.add({ ...picked(), notes: 'tomorrow' });
    await outbox.add(picked(2));
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 0, waiting: 1 });
    expect(farm.calls).toHaveLength(1);
    expect(await outbox.waiting()).toMatchObject([{ problem: { code: 'recorded_in_future' } }]);
    time.pass(86_400_000);
    expect(await outbox.sync()).toMatchObject({ refused: 1, waiting: 0 });
  });
});

describe('an opened session', () => {
  it('is forgotten after a month, unless a record still names it', async () => {
    const { outbox, time } = phone();
    for (const localId of ['a', 'b']) await outbox.openSession({ ...PLACE, localId });
    await outbox.add({ sessionLocalId: 'b', workerId: 'luis', units: 0 });
    await outbox.sync();
    time.pass(29 * 86_400_000);
    await outbox.sync();
    const known = () => Promise.all(['a', 'b'].map((localId) => outbox.serverIdOf('session', localId)));
    expect(await known()).toEqual(['server-a', 'server-b']);
    time.pass(2 * 86_400_000);
    await outbox.sync();
    expect(await known()).toEqual([undefined, 'server-b']);
    expect(await outbox.refused()).toMatchObject([{ kind: 'record', body: { sessionLocalId: 'b' } }]);
  });
});
