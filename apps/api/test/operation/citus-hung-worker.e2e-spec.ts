import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CitusDatabase, describeIf, OperatorCli, until } from '@furrow/testbed';
import { PROJECTS } from '@furrow/testbed/farms';
import { type Json, System } from '@furrow/testbed/system';
import { answeredByAll, citusFindings, unansweredBy } from '../harness/citus-findings.ts';
import { Grower } from '../harness/farms/grower.ts';
import { expectRefusal } from '../harness/refusal.ts';

const CITUS = process.env['FURROW_TEST_CITUS_URL'];
const POOL = 10;
/** A statement is cancelled after 2 s; in production after 15 s. */
const LIMITS = { DATABASE_STATEMENT_TIMEOUT: '2s', DATABASE_POOL_SIZE: String(POOL) };
/** How long a request can hold a connection to a worker that hangs: the statement, and a rollback of 5 s. */
const HELD_MS = 7_000;
const SOON_MS = 1_000;

describeIf(CITUS !== undefined, 'FURROW_TEST_CITUS_URL', 'a worker of a Citus that hangs', () => {
  let citus: CitusDatabase;
  let system: System;
  /** Companies on different workers. */
  let near: Grower;
  let far: Grower;
  let farPort: number;

  beforeAll(async () => {
    citus = await CitusDatabase.behindLines(CITUS ?? '');
    await distribute(citus);
    system = await System.start(LIMITS, citus);
    near = await Grower.provision(system, 'near');
    const nearPort = await citus.portOf(near.farm.ids.companyId);
    // Ids of companies are random, and so is the worker of each.
    for (let i = 1; far === undefined; i++) {
      const grower = await Grower.provision(system, `farm${i}`);
      farPort = await citus.portOf(grower.farm.ids.companyId);
      if (farPort !== nearPort) far = grower;
    }
  });
  afterAll(async () => {
    if (farPort) citus.lineTo(farPort).release();
    await system?.stop();
    if (!system) await citus?.drop();
  });

  it('is named by furrow doctor, until it answers', async () => {
    const line = citus.lineTo(farPort);
    line.hold();
    try {
      expect(await citusFindings(system)).toEqual(unansweredBy(farPort));
    } finally {
      line.release();
    }
    expect(await citusFindings(system)).toEqual(answeredByAll());
  });

  const eventsOf = async ({ farm }: Grower, bodies: readonly Json[]) => {
    const rows = await system.sql<{ event: string }>(
      'SELECT client_event_id AS event FROM production.records WHERE company_id = $1 AND client_event_id = ANY ($2)',
      [farm.ids.companyId, bodies.map(({ clientEventId }) => clientEventId)],
    );
    return rows.map(({ event }) => event).sort();
  };

  it('refuses requests of its companies in a limited time, serves the others, and stores each record once', async () => {
    expect((await far.record()).status).toBe(201);
    const line = citus.lineTo(farPort);
    line.hold();
    const bodies = Array.from({ length: 8 }, () => far.recordBody());
    let waiting = bodies.length;
    const refused = bodies.map(async (body) => {
      expectRefusal(await far.record(body), 503, 'B', 'overloaded');
      waiting--;
    });
    let served = 0;
    for (; waiting > 0; served++) expect((await near.record()).status).toBe(201);
    await Promise.all(refused);
    expect(served).toBeGreaterThan(bodies.length);

    line.release();
    for (const body of bodies) await until('it is stored', async () => (await far.record(body)).status < 300);
    expect(await eventsOf(far, bodies)).toEqual(bodies.map(({ clientEventId }) => clientEventId).sort());
  });

  it('leaves connections for companies on other workers, however many requests its own companies send', async () => {
    const line = citus.lineTo(farPort);
    const ana = far.farm.as('ana');
    // Each connection of the coordinator has one to the worker, on which it would wait.
    await Promise.all(Array.from({ length: 3 * POOL }, () => ana.get(PROJECTS)));
    let isRefusedAtOnce = false;
    let isOver = false;
    line.hold();
    const clients = Array.from({ length: 3 * POOL }, async () => {
      while (!isOver) {
        const began = performance.now();
        const answer = await ana.get(PROJECTS);
        if (isOver) break;
        expectRefusal(answer, 503, 'B', 'overloaded');
        expect(answer.headers.get('retry-after')).toBe('2');
        isRefusedAtOnce ||= performance.now() - began < SOON_MS;
        await delay(100);
      }
    });
    let longestMs = 0;
    for (const began = performance.now(); performance.now() - began < HELD_MS || !isRefusedAtOnce;) {
      const asked = performance.now();
      expect((await near.record()).status).toBe(201);
      longestMs = Math.max(longestMs, performance.now() - asked);
    }
    expect(longestMs).toBeLessThan(HELD_MS / 2);

    isOver = true;
    line.release();
    await Promise.all(clients);
    await until('it is served again', async () => (await far.record()).status === 201);
  });
});

async function distribute({ url, ownerUrl }: CitusDatabase): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'furrow-api-test-'));
  const operator = new OperatorCli(() => ({
    ...{ FURROW_HOME: home, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl },
  }));
  await operator.ask('migrate');
  await operator.ask('distribute', '--shards', '2');
  await rm(home, { recursive: true, force: true });
}
