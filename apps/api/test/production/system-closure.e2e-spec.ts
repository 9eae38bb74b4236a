import { globSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  aProject,
  Client,
  dateIn,
  describeIf,
  expectRefusal,
  fetch,
  HARVEST,
  hoursAgo,
  type Json,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  System,
  until,
  ZONE,
} from '../harness/index.ts';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let worker: Json;

beforeAll(async () => {
  system = await System.start();
  const projects = [
    aProject('north', 'n', 10),
    aProject('strict', 's', 10, { defaults: { syncGraceHours: 0 } }),
  ];
  farm = await system.provision(aFarm('acme', { projects }));
  ana = farm.as('ana');
  worker = await farm.worker(ana);
});
// The tests that kill it are the last ones, so that usually none has to start it again.
beforeEach(async () => {
  if (system.isRunning) return;
  await system.startAgain();
  ana = farm.as('ana');
});
afterAll(() => system?.stop());

/** A session without grace whose maximum duration ends in a few seconds: a busy machine needs them for what comes before. */
async function sessionAboutToEnd(milliseconds: number) {
  const place = farm.place('strict');
  const openedAt = new Date(Date.now() - 3_600_000 + milliseconds).toISOString();
  return { place, session: await farm.session(ana, { ...place, openedAt, maxDurationHours: 1 }) };
}

const statusInDatabase = async (sessionId: string) => {
  const [row] = await system.sql<{ status: string }>(
    'SELECT status FROM production.sessions WHERE session_id = $1',
    [sessionId],
  );
  return row?.status;
};

describe('a session past its end and grace period', () => {
  it('is closed by the system, at its end', async () => {
    const { session } = await sessionAboutToEnd(5_000);
    expect(session).toMatchObject({ status: 'open', closedAt: null });
    const closed = await until('the session is shown closed', async () => {
      const { data } = await ana.get(`${SESSIONS}/${session.sessionId}`);
      return data.status === 'closed' && data;
    });
    expect(closed).toMatchObject({
      closedBy: 'system',
      closedReason: 'max_duration',
      closedAt: session.endsAt,
    });
    await until(
      'the closure is written down',
      async () => (await statusInDatabase(session.sessionId)) === 'closed',
    );
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data).toEqual(closed);
  });

  it('behaves as closed before that is stored', async () => {
    const { session } = await sessionAboutToEnd(5_000);
    const record = farm.recordBody(session.sessionId, worker.id);
    const added = await ana.post(RECORDS, record);
    expect(added.status).toBe(201);

    // This kind of lock lets others add records, and blocks every sweep.
    const keeper = await system.owner.connect();
    try {
      await keeper.query('BEGIN');
      await keeper.query(
        'SELECT FROM production.sessions WHERE company_id = $1 AND session_id = $2 FOR SHARE',
        [...[farm.ids.companyId, session.sessionId]],
      );
      await until('its end has come', () => Date.now() > Date.parse(session.endsAt));
      const { data } = await ana.get(`${SESSIONS}/${session.sessionId}`);
      expect(data).toMatchObject({
        status: 'closed',
        closedAt: session.endsAt,
        closedBy: 'system',
        closedReason: 'max_duration',
      });

      const recordedAt = session.openedAt;
      const late = await ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id, { recordedAt }));
      expectRefusal(late, 409, 'B', 'session_not_open');
      expectRefusal(await ana.post(`${RECORDS}/${added.data.recordId}/void`), 409, 'B', 'session_not_open');
      expect((await ana.post(RECORDS, record)).status).toBe(200);

      const today = dateIn(ZONE);
      const report = await farm
        .reader()
        .get(`${HARVEST}?startTime=${today}&endTime=${today}&sectorId=${session.sectorId}`);
      expect(report.data).toMatchObject([
        {
          status: 'closed',
          closedAt: session.endsAt,
          closedBy: 'system',
          closedReason: 'max_duration',
          totalUnits: 1,
        },
      ]);
      expect(await statusInDatabase(session.sessionId)).toBe('open');
    } finally {
      await keeper.query('ROLLBACK');
      keeper.release();
    }
    const path = `${SESSIONS}/${session.sessionId}`;
    expectRefusal(await ana.patch(path, { notes: 'x' }), 409, 'B', 'session_not_open');
    expectRefusal(await ana.post(`${path}/extend`, { maxDurationHours: 5 }), 409, 'B', 'session_not_open');
    expectRefusal(await ana.post(`${path}/close`), 409, 'B', 'session_not_open', {
      ...{ closedAt: session.endsAt, closedBy: 'system', closedReason: 'max_duration' },
    });
  });

  it('never blocks a new session in its place', async () => {
    const { place, session } = await sessionAboutToEnd(3_000);
    await until('its end has come', () => Date.now() > Date.parse(session.endsAt));
    const next = await ana.post(SESSIONS, { ...place, openedAt: hoursAgo(0.5) });
    expect(next.status).toBe(201);
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data.status).toBe('closed');
  });

  it('is closed at midnight if midnight came first', async () => {
    const session = await farm.session(ana, { openedAt: hoursAgo(13), maxDurationHours: 24 });
    expect(session.status).toBe('open');
    // Removes the project's grace, because otherwise no test could wait until midnight.
    await system.sql(
      `UPDATE production.sessions SET sync_grace_hours = 0, lapses_at = ends_at WHERE session_id = $1`,
      [session.sessionId],
    );
    const expected = {
      status: 'closed',
      closedBy: 'system',
      closedReason: 'midnight_local',
      closedAt: session.endsAt,
    };
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data).toMatchObject(expected);
    await until(
      'the closure is written down',
      async () => (await statusInDatabase(session.sessionId)) === 'closed',
    );
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data).toMatchObject(expected);
  });
});

describe('late syncs', () => {
  it('are accepted in the grace period, for records made before the end', async () => {
    const openedAt = hoursAgo(3);
    const session = await farm.session(ana, { openedAt, maxDurationHours: 1 });
    const send = (recordedAt?: string) =>
      ana.post(
        RECORDS,
        farm.recordBody(session.sessionId, worker.id, recordedAt === undefined ? {} : { recordedAt }),
      );
    expect((await send(session.endsAt)).status).toBe(201);
    const after = new Date(Date.parse(session.endsAt) + 1).toISOString();
    expectRefusal(await send(after), 422, 'B', 'recorded_after_end', { endsAt: session.endsAt });
    expectRefusal(await send(), 422, 'B', 'recorded_after_end', { endsAt: session.endsAt });
  });
});

describe('a session that either of two processes could close', () => {
  it('is closed by the process that sweeps, and by another one when that is killed', async () => {
    const another = await system.another();
    const leads = async (url: string) => {
      const { text } = await new Client(url).get('/metrics');
      const found = [...text.matchAll(/^furrow_background_leader\{kind="([^"]+)"\} (\d)$/gm)];
      return new Map(found.map(([, job = '', state]) => [job, Number(state)]));
    };
    await until('each job has one leader', async () => {
      const [here, there] = [await leads(system.url), await leads(another.url)];
      expect([...there.keys()]).toEqual([...here.keys()]);
      return here.size > 0 && [...here].every(([job, state]) => state + (there.get(job) ?? 0) === 1);
    });
    expect((await leads(system.url)).get('session sweep')).toBe(1);

    const swept = await sessionAboutToEnd(3_000);
    await until('it is swept', async () => (await statusInDatabase(swept.session.sessionId)) === 'closed');
    expect(another.output()).not.toContain('lapsed sessions');
    const { session } = await sessionAboutToEnd(3_000);
    await system.kill();
    await until(
      'the other one sweeps it',
      async () => (await statusInDatabase(session.sessionId)) === 'closed',
    );
    // It says so after its commit.
    await until('it says so', () => another.output().includes('closed 1 lapsed sessions'));
    system.continueWith(another);
    ana = farm.as('ana');
  });
});

const [LIBFAKETIME = ''] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

describeIf(LIBFAKETIME !== '', 'faketime', 'a process whose clock is days ahead', () => {
  it('closes what has lapsed by the clock of the database, and nothing else', async () => {
    const standing = await farm.session(ana);
    const { session } = await sessionAboutToEnd(3_000);
    await system.kill();
    const ahead = await system.another({
      LD_PRELOAD: LIBFAKETIME,
      FAKETIME: `+${Number(process.env['FAKETIME'] ?? 0) + 3 * 86_400}`,
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_CACHE_DURATION: '1000000', NO_FAKE_STAT: '1' },
    });
    const { headers } = await fetch(`${ahead.url}/health/live`);
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(Date.now() + 2 * 86_400_000);
    await until('it has swept', async () => (await statusInDatabase(session.sessionId)) === 'closed');
    expect(await statusInDatabase(standing.sessionId)).toBe('open');
    await ahead.end();
  });
});
