import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aFarm,
  aProject,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Client, dateIn, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { sessionAboutToEnd, storedStatus, STRICT } from '../harness/farms/lapsing-session.ts';
import { expectRefusal } from '../harness/refusal.ts';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let worker: Json;

beforeAll(async () => {
  system = await System.shared();
  const projects = [aProject('north', 'n', 10), STRICT];
  farm = await system.provision(aFarm('acme', { projects }));
  ana = farm.as('ana');
  worker = await farm.worker(ana);
});
afterAll(() => system?.stop());

describe('a session past its end and grace period', () => {
  it('is closed by the system, at its end', async () => {
    const session = await sessionAboutToEnd(farm, 5_000);
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
      async () => (await storedStatus(system, session.sessionId)) === 'closed',
    );
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).data).toEqual(closed);
  });

  it('behaves as closed before that is stored', async () => {
    const session = await sessionAboutToEnd(farm, 5_000);
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
        .program()
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
      expect(await storedStatus(system, session.sessionId)).toBe('open');
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
    const session = await sessionAboutToEnd(farm, 3_000);
    await until('its end has come', () => Date.now() > Date.parse(session.endsAt));
    const { projectId, sectorId, sector_name } = session;
    const next = await ana.post(SESSIONS, { projectId, sectorId, sector_name, openedAt: hoursAgo(0.5) });
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
      async () => (await storedStatus(system, session.sessionId)) === 'closed',
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
