import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KillablePostgres, Line, until } from '@furrow/testbed';
import { aFarm, PROJECTS, type ProvisionedFarm, RECORDS } from '@furrow/testbed/farms';
import { type Answer, type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

/** A connection is given up after 2.4 s of silence; in production after 18 s. */
const LIMITS = { DATABASE_STATEMENT_TIMEOUT: '2s', DATABASE_POOL_SIZE: '4' };

let postgres: KillablePostgres;
let line: Line;
let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let session: Json;
let worker: Json;

beforeAll(async () => {
  const made = await KillablePostgres.make();
  postgres = made.postgres;
  const url = new URL(made.database.url);
  line = await Line.lay(Number(url.port));
  url.port = String(line.port);
  system = await System.start(LIMITS, { ...made.database, url: url.href });
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  session = await farm.session(ana);
  worker = await farm.worker(ana);
});
afterAll(async () => {
  await system?.stop();
  await line?.close();
  await postgres?.remove();
});

const records = (count: number) =>
  Array.from({ length: count }, () => farm.recordBody(session.sessionId, worker.id));
const ready = () => system.stranger.get('/health/ready');
const isReadyAgain = () => until('it is ready again', async () => (await ready()).status === 200);
const events = async (bodies: readonly Json[]) => {
  const rows = await system.sql<{ event: string }>(
    'SELECT client_event_id AS event FROM production.records WHERE client_event_id = ANY ($1)',
    [bodies.map(({ clientEventId }) => clientEventId)],
  );
  return rows.map(({ event }) => event).sort();
};
/** Repeats a request with its key until it is acknowledged, as a phone does. @returns the first answer */
async function insist(body: Json): Promise<Answer> {
  const first = await ana.post(RECORDS, body);
  await until('the record is there', async () => (await ana.post(RECORDS, body)).status < 300);
  return first;
}
const expectUnavailable = (answer: Answer) => {
  expectRefusal(answer, 503, 'B', 'overloaded');
  expect(answer.headers.get('retry-after')).toBe('2');
};

describe('a PostgreSQL connection that falls silent', () => {
  it('is given up: its requests get 503, and the API recovers by itself', async () => {
    const bodies = records(8);
    await Promise.all(Array.from({ length: 8 }, () => ana.get(PROJECTS)));
    line.silence();
    const began = performance.now();
    const first = await Promise.all(bodies.map(insist));
    expect(performance.now() - began).toBeLessThan(40_000);
    expect(first.map(({ status }) => status)).toContain(503);
    for (const answer of first) if (answer.status >= 300) expectUnavailable(answer);
    expect(await events(bodies)).toEqual(bodies.map(({ clientEventId }) => clientEventId).sort());
    await isReadyAgain();
  });

  it('during a write with an unknown outcome loses and doubles nothing', async () => {
    const bodies = records(6);
    const other = await system.owner.connect();
    await other.query('BEGIN; LOCK TABLE production.records IN EXCLUSIVE MODE');
    const writing = bodies.map(insist);
    const areWriting = async () => {
      const [row] = await system.sql<{ count: number }>(
        'SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted',
      );
      return row!.count > 0; // concurrent writes for one company share a transaction
    };
    try {
      await until('some wait for the lock', areWriting);
    } finally {
      line.silence();
      await other.query('ROLLBACK');
      other.release();
    }
    await Promise.all(writing);
    expect(await events(bodies)).toEqual(bodies.map(({ clientEventId }) => clientEventId).sort());
  });
});

describe('a PostgreSQL that is frozen', () => {
  it('makes the API not ready within two seconds, with the name of the check, until it resumes', async () => {
    const thaw = postgres.freeze();
    try {
      const began = performance.now();
      const answer = await ready();
      expect(performance.now() - began).toBeLessThan(20_000);
      expectUnavailable(answer);
      expect(answer.body.message).toBe('Not ready (database): PostgreSQL does not answer within 2 s.');
    } finally {
      thaw();
    }
    await isReadyAgain();
  });

  it('is reported by the root within seconds, and that it answers again', async () => {
    const root = (accept: string) => system.stranger.get('/', { headers: { accept } });
    const isWell = async () => (await root('application/json')).data.ready as boolean;
    const thaw = postgres.freeze();
    try {
      await until('it is not well', async () => !(await isWell()));
      const before = performance.now();
      const page = await root('text/html');
      expect([page.status, page.text]).toEqual([
        200,
        expect.stringContaining('It cannot take requests right now'),
      ]);
      expect(performance.now() - before).toBeLessThan(30_000);
    } finally {
      thaw();
    }
    await until('it is well', isWell);
    await isReadyAgain();
  });

  it('makes requests 503 in a limited time, and stores each record once after it resumes', async () => {
    const bodies = records(6);
    const thaw = postgres.freeze();
    try {
      for (const answer of await Promise.all(bodies.map((body) => ana.post(RECORDS, body))))
        expectUnavailable(answer);
    } finally {
      thaw();
    }
    await Promise.all(bodies.map(insist));
    expect(await events(bodies)).toEqual(bodies.map(({ clientEventId }) => clientEventId).sort());
    await isReadyAgain();
  });
});

describe('a PostgreSQL that refuses', () => {
  it('writes makes them 503 and the API not ready while reads are answered, until it recovers', async () => {
    const allow = await postgres.refuseWrites();
    await until('it takes no writes', async () => (await ready()).status === 503);
    expect((await ready()).body.message).toMatch(/^Not ready \(writes\)/);
    const [body] = records(1);
    expectUnavailable(await ana.post(RECORDS, body));
    expect((await ana.get(PROJECTS)).status).toBe(200);
    await allow();
    await until('it takes writes', async () => (await ana.post(RECORDS, body)).status === 201);
    await isReadyAgain();
  });

  it('connections makes requests 503 and the API not ready, until it recovers', async () => {
    await postgres.superuser(
      'ALTER ROLE furrow_app CONNECTION LIMIT 0',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'furrow_app'`,
    );
    await until('it has noticed', async () => (await ready()).status === 503);
    expectUnavailable(await ana.get(PROJECTS));
    await postgres.superuser('ALTER ROLE furrow_app CONNECTION LIMIT -1');
    await isReadyAgain();
    expect((await ana.get(PROJECTS)).status).toBe(200);
  });

  it('disk space makes requests 503 and the API not ready, until it recovers', async () => {
    await postgres.superuser(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`,
      'CREATE TRIGGER full_disk BEFORE INSERT ON production.records EXECUTE FUNCTION full_disk()',
    );
    const [body] = records(1);
    expectUnavailable(await ana.post(RECORDS, body));
    expect((await ready()).body.message).toMatch(/^Not ready \(writes\)/);
    await postgres.superuser('DROP FUNCTION full_disk CASCADE');
    expect((await ana.post(RECORDS, body)).status).toBe(201);
    await isReadyAgain();
  });
});
