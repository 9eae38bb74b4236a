import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aFarm,
  HARVEST,
  PROJECTS,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Answer, Client, dateIn, type Json, System } from '@furrow/testbed/system';
import { copySession } from '../harness/farms/many-sessions.ts';
import { SlowReader } from '../harness/network/slow-reader.ts';
import { expectRefusal } from '../harness/refusal.ts';

const TODAY = dateIn(ZONE);
const REPORT = `${HARVEST}?startTime=${TODAY}&endTime=${TODAY}`;
/** More than the buffers between service and client hold. */
const MANY = 3_000;
const LARGE_REPORT = `${HARVEST}?startTime=2020-02-02&endTime=2020-02-02`;
const SERVICE = `application_name LIKE 'furrow%' AND datname = current_database()`;

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let session: Json;

beforeAll(async () => {
  system = await System.start();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  session = await farm.session(ana);
  for (let i = 0; i < 4; i++) {
    const worker = await farm.worker(ana);
    await ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id));
  }
  await copySession(system, session.sessionId, MANY, '2020-02-02');
});
afterAll(() => system?.stop());

const openReport = () => SlowReader.open(farm.program(), LARGE_REPORT);
/** How many reports are blocked because their clients do not read. */
const waitingReports = async () => {
  const [row] = await system.superuser<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE ${SERVICE} AND xact_start IS NOT NULL AND wait_event = 'ClientRead'
       AND (query LIKE 'FETCH %' OR query LIKE '%sectorId%')`,
  );
  return row!.count;
};

describe('an unexpected error', () => {
  it('is a 500 of shape A on the harvest report, before its first byte', async () => {
    await system.sql('REVOKE SELECT ON production.quality_snapshots FROM furrow_tenant');
    try {
      expectRefusal(await farm.program().get(REPORT), 500, 'A', 'internal');
    } finally {
      await system.sql('GRANT SELECT ON production.quality_snapshots TO furrow_tenant');
    }
    expect((await farm.program().get(REPORT)).status).toBe(200);
    // A separate thread writes log lines.
    await until('the log tells it whole', () => /permission denied/.test(system.log));
  });

  it('is a 500 of shape B elsewhere', async () => {
    const path = `${SESSIONS}/${session.sessionId}`;
    await system.sql('ALTER TABLE production.tallies RENAME COLUMN units_added TO units_lost');
    try {
      expectRefusal(await ana.get(path), 500, 'B', 'internal');
      expectRefusal(
        await ana.post(RECORDS, farm.recordBody(session.sessionId, session.sessionId)),
        404,
        'B',
        'worker_not_found',
      );
    } finally {
      await system.sql('ALTER TABLE production.tallies RENAME COLUMN units_lost TO units_added');
    }
    expect((await ana.get(path)).status).toBe(200);
  });
});

describe('a report that fails while it is sent', () => {
  it('breaks the connection instead of ending as if it were complete', async () => {
    const reader = await openReport();
    expect(reader.status).toBe(200);
    await until('the report waits for its reader', async () => (await waitingReports()) === 1);
    await system.superuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVICE}`);
    const { text, complete } = await reader.rest();
    expect(complete).toBe(false);
    expect(text.startsWith('{"status":"success","data":[{')).toBe(true);
    expect(() => JSON.parse(text)).toThrow();
    // Only that answer is lost.
    expect((await ana.get(PROJECTS)).status).toBe(200);
    const whole = await farm.program().get(LARGE_REPORT);
    expect(whole.body.meta.sessionCount).toBe(MANY);
  });

  it('holds no transaction after its reader disconnects', async () => {
    const reader = await openReport();
    await until('the report waits for its reader', async () => (await waitingReports()) === 1);
    reader.hangUp();
    await until('its transaction is over', async () => (await waitingReports()) === 0);
    expect((await farm.program().get(REPORT)).status).toBe(200);
  });

  it('is one of a limited number: more must wait', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, openReport));
    await until('all wait for their readers', async () => (await waitingReports()) === 6);
    expectRefusal(await farm.program().get(REPORT), 503, 'A', 'overloaded');
    // The blocked reports leave connections for others.
    expect((await ana.get(`${SESSIONS}/${session.sessionId}`)).status).toBe(200);
    for (const reader of readers) reader.hangUp();
    await until('a report is answered again', async () => (await farm.program().get(REPORT)).status === 200);
  });
});

describe('while the database is unavailable', () => {
  it('the API answers 503 with Retry-After in both shapes, and recovers by itself', async () => {
    const database = new URL(system.environmentOfApi['DATABASE_URL']!).pathname.slice(1);
    await system.sql(`REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`);
    try {
      await system.superuser(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${SERVICE}`);
      await until(
        'the service has noticed',
        async () => (await system.stranger.get('/health/ready')).status === 503,
      );
      expectRefusal(await system.stranger.get('/health/ready'), 503, 'B', 'overloaded');
      expectRefusal(await ana.get(PROJECTS), 503, 'B', 'overloaded');
      expectRefusal(await farm.program().get(REPORT), 503, 'A', 'overloaded');
      expect((await system.stranger.get('/health/live')).status).toBe(200);
    } finally {
      await system.sql(`GRANT CONNECT ON DATABASE ${database} TO PUBLIC`);
    }
    await until('it is ready again', async () => (await system.stranger.get('/health/ready')).status === 200);
    expect((await ana.get(PROJECTS)).status).toBe(200);
  });
});

describe('under overload', () => {
  it('the API refuses new requests at once, and serves all accepted ones', async () => {
    const small = await system.another({ DATABASE_POOL_SIZE: '2' });
    const client = new Client(small.url, ana.headers);
    expect((await client.get(PROJECTS)).status).toBe(200);
    const lock = await system.owner.connect();
    try {
      await lock.query('BEGIN; LOCK TABLE agronomy.projects IN ACCESS EXCLUSIVE MODE');
      const inside: Promise<Answer>[] = [];
      const refused = await until('newcomers are refused', async () => {
        const asked = client.get(PROJECTS);
        const answer = await Promise.race([asked, sleep(500)]);
        if (answer === undefined) inside.push(asked);
        return answer ?? false;
      });
      expect(inside.length).toBeGreaterThan(2);
      expectRefusal(refused, 503, 'B', 'overloaded');
      expect((await client.get('/health/live')).status).toBe(200);
      await lock.query('ROLLBACK');
      for (const { status } of await Promise.all(inside)) expect(status).toBe(200);
      expect((await client.get(PROJECTS)).status).toBe(200);
    } finally {
      lock.release();
      await small.end();
    }
  });

  it('requests of a company that wait for its locks make no other company wait', async () => {
    const rival = await system.provision(aFarm('rival'));
    const lock = await system.owner.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('SELECT FROM production.sessions WHERE session_id = $1 FOR UPDATE', [
        session.sessionId,
      ]);
      const path = `${SESSIONS}/${session.sessionId}`;
      const crowd = Array.from({ length: 60 }, () => ana.patch(path, { notes: 'heavy dew' }));
      await until('they wait', async () => {
        const [row] = await system.superuser<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE ${SERVICE} AND wait_event_type = 'Lock'`,
        );
        return row!.count > 0;
      });
      const others = await Promise.all(Array.from({ length: 20 }, () => rival.as('ana').get(PROJECTS)));
      expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
      await lock.query('ROLLBACK');
      // Those that came while the first ones waited for long were refused, and nothing else happened to any.
      for (const { status } of await Promise.all(crowd)) expect([200, 503]).toContain(status);
      expect((await ana.patch(path, { notes: 'dry' })).status).toBe(200);
    } finally {
      lock.release();
    }
  });
});
