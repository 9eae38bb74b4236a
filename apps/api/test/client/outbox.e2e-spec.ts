import { createFurrow, MemoryStore, Outbox } from '@furrow/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { fetch, STOPPED_API, System } from '@furrow/testbed/system';
import { recountTotals } from '../harness/recount.ts';

/** Enough for two calls. */
const RECORDS = 1_200;

let system: System;
let farm: ProvisionedFarm;
/**
 * The storage of each phone, which survives restarts of the app. In memory, because a folder, which the client's README
 * test uses, is slow.
 */
const disks = new Map<string, MemoryStore>();

beforeAll(async () => {
  system = await System.start();
  farm = await system.provision(aFarm('acme'));
});
afterAll(() => system.stop());

/** Compares the API's answers to the client with docs/openapi.json, too. */
async function described(request: Request): Promise<Response> {
  const { url, method, headers, signal } = request;
  return fetch(url, { method, headers, signal, ...(method === 'POST' && { body: await request.text() }) });
}

/** Ana's phone after a start of the app, which restores its state from storage. */
function phone(name: string, getToken = () => system.key.jwt(farm.idpId('ana')), baseUrl = system.url) {
  const furrow = createFurrow({ baseUrl, getToken, fetch: described });
  const disk = disks.get(name) ?? new MemoryStore();
  disks.set(name, disk);
  return { furrow, outbox: new Outbox(furrow, disk, { attempts: 2, firstWaitMs: 10 }) };
}

const keysOf = async (sessionId: string) => {
  const rows = await system.sql<{ key: string }>(
    'SELECT client_event_id AS key FROM production.records WHERE session_id = $1 ORDER BY record_id',
    [sessionId],
  );
  return rows.map(({ key }) => key);
};

describe('an outbox, while the API crashes and restarts', () => {
  it('opens its session and sends its records once, in order', async () => {
    const { id: workerId } = await farm.worker(farm.as('ana'));
    const keys: string[] = [];
    const pick = async (outbox: Outbox, times: number) => {
      const records = Array.from({ length: times }, (_, i) => ({ workerId, units: 0.1 + (i % 9) }));
      const added = await Promise.all(
        records.map((record) => outbox.add({ sessionLocalId: 'morning', ...record })),
      );
      keys.push(...added.map(({ body }) => body.clientEventId));
    };

    // Nothing listens there, as where an API has crashed.
    const away = phone('crash', undefined, STOPPED_API).outbox;
    await away.openSession({ ...farm.place(), localId: 'morning' });
    await pick(away, RECORDS);
    expect(await away.sync()).toMatchObject({
      ...{ opened: 0, created: 0, refused: 0, waiting: RECORDS + 1 },
      error: { code: 'unreachable' },
    });

    const back = phone('crash').outbox;
    let killed: Promise<unknown> | undefined;
    back.subscribe(({ type, ...event }) => {
      if (type === 'sent' && 'created' in event && event.created > 0) killed ??= system.kill();
    });
    const first = await back.sync();
    await killed;
    expect(first).toMatchObject({ opened: 1, refused: 0, error: { code: 'unreachable' } });
    expect(first.created).toBeGreaterThan(0);
    expect(first.waiting).toBeGreaterThan(0);
    await pick(back, 10);

    await system.startAgain();
    const { outbox } = phone('crash');
    const second = await outbox.sync();
    expect(second).toMatchObject({ refused: 0, waiting: 0 });
    expect(first.created + second.created + second.repeated).toBe(RECORDS + 10);

    const [session] = await system.sql<{ id: string }>(
      "SELECT session_id AS id FROM production.sessions WHERE local_id = 'morning'",
    );
    expect(await keysOf(session!.id)).toEqual(keys);
    const { amount: _, ...totals } = (await farm.as('ana').get(`${SESSIONS}/${session!.id}`)).data.totals;
    expect(totals).toEqual(await recountTotals(system, session!.id));
  });
});

describe('what the API refuses', () => {
  it('permanently is kept with its reason, and the rest is delivered', async () => {
    const ana = farm.as('ana');
    const [{ sessionId }, { id: workerId }] = await Promise.all([farm.session(ana), farm.worker(ana)]);
    const { outbox, furrow } = phone('refused');
    await outbox.add({ sessionId, workerId, units: 1 });
    await outbox.add({ sessionId, workerId: 'nobody', units: 1 });
    await outbox.add({ sessionId, workerId, units: 0.1234567 });
    await outbox.add({
      sessionId,
      workerId,
      units: 2,
      recordedAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 2, waiting: 1 });
    expect((await outbox.refused()).map(({ problem }) => problem)).toMatchObject([
      { code: 'worker_not_found', status: 404 },
      { code: 'validation_failed', status: 400, message: expect.stringContaining('units') },
    ]);
    expect(await outbox.waiting()).toMatchObject([{ problem: { code: 'recorded_in_future' } }]);

    const params = { path: { sessionId } };
    const closed = await furrow.POST('/api/control/production/sessions/{sessionId}/close', {
      params,
      body: {},
    });
    expect(closed).toMatchObject({ ok: true, body: { data: { sessionId, status: 'closed' } } });
    const late = await outbox.add({ sessionId, workerId, units: 1 });
    // The waiting item is refused with it, because the session will never accept it.
    expect(await outbox.sync()).toMatchObject({ refused: 2, waiting: 0 });
    expect((await outbox.refused()).find(({ id }) => id === late.id)?.problem.code).toBe('session_not_open');
  });

  it('as a second session of a place names the first session, which takes its records', async () => {
    const ana = farm.as('ana');
    const place = farm.place();
    const { id: workerId } = await farm.worker(ana);
    const { sessionId } = await farm.session(ana, place);
    const { outbox } = phone('second');
    await outbox.openSession({ ...place, localId: 'again' });
    await outbox.add({ sessionLocalId: 'again', workerId, units: 3 });
    expect(await outbox.sync()).toMatchObject({ created: 0, refused: 1, waiting: 1 });
    const [{ problem }] = (await outbox.refused()) as [Awaited<ReturnType<Outbox['refused']>>[number]];
    expect(problem).toMatchObject({ code: 'session_already_open', facts: { sessionId } });
    await outbox.useSession('again', problem.facts['sessionId'] as string);
    expect(await outbox.sync()).toMatchObject({ created: 1, refused: 0, waiting: 0 });
    expect(await keysOf(sessionId)).toHaveLength(1);
  });

  it('for its token is accepted with a fresh token', async () => {
    const ana = farm.as('ana');
    const [{ sessionId }, { id: workerId }] = await Promise.all([farm.session(ana), farm.worker(ana)]);
    const tokens = [system.key.jwt(farm.idpId('ana'), { exp: 1 }), system.key.jwt(farm.idpId('ana'))];
    const { outbox } = phone('token', () => tokens.shift()!);
    await outbox.add({ sessionId, workerId, units: 1 });
    expect(await outbox.sync()).toMatchObject({ created: 1, waiting: 0 });
    expect(tokens).toEqual([]);
  });
});

describe('the typed client', () => {
  it('knows the responses and errors of each operation', async () => {
    const { furrow } = phone('typed');
    const sessionId = '0199d3f0-0000-7000-8000-000000000000';
    const missing = await furrow.GET('/api/control/production/sessions/{sessionId}', {
      params: { path: { sessionId } },
    });
    if (missing.ok) throw new Error('There is no such session.');
    expect(missing.error.code).toBe('session_not_found');
    // @ts-expect-error whatever this operation refuses with, it is not that
    expect(missing.error.code === 'worker_not_found').toBe(false);
    expect(missing.error.requestId).toMatch(/^[\w.-]{1,128}$/);

    const opened = await furrow.POST('/api/control/production/sessions', {
      body: { ...farm.place(), openedAt: 'yesterday' },
    });
    expect(opened.error).toMatchObject({ code: 'validation_failed', details: [{ field: 'openedAt' }] });

    const query = { clientEventId: 'never-used' };
    const used = await furrow.HEAD('/api/control/production/records/check-idempotency', {
      params: { query },
    });
    expect(used.error?.status).toBe(404);
  });
});
