import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, superuserUrl, type TestDatabase, until, withClient } from '@furrow/testbed';
import { type ElectionTimes, LeaderElection, LEADERS } from './leader-election.ts';

/** Short enough to see a takeover, and a lease far longer than any test waits where it is not about leases. */
const QUICK: ElectionTimes = { heartbeatMs: 20, leaseMs: 60_000, silenceMs: 120_000 };
const JOBS = ['sweep', 'media'];

let test: TestDatabase;
let owner: pg.Client;
const elections = new Set<LeaderElection>();
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await Promise.all([...elections].map((election) => election.stop()));
  elections.clear();
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});

async function elects(isPooled: boolean, times = QUICK): Promise<LeaderElection> {
  const election = new LeaderElection({ url: test.url, isPooled, times }, JOBS);
  elections.add(election);
  await election.start();
  return election;
}

const ledBy = (election: LeaderElection) => JOBS.filter((job) => election.leads(job));

async function untilLeader(election: LeaderElection): Promise<void> {
  while (elections.has(election) && ledBy(election).length < JOBS.length) await delay(5);
}

/** @returns the process of PostgreSQL that holds each lock */
async function holders(): Promise<number[]> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
     WHERE locktype = 'advisory' AND objsubid = 2`,
  );
  return rows.map(({ pid }) => pid);
}

/** As the kernel does with the connections of a process that dies. */
const cutOff = (pid: number | undefined) =>
  withClient(superuserUrl(), (client) => client.query('SELECT pg_terminate_backend($1)', [pid]));

describe.each([
  ['on a connection of its own', false],
  ['through a pooler of transactions', true],
])('an election %s', (_, isPooled) => {
  it('has one leader for each job, and another one when that stops', async () => {
    const [first, second] = [await elects(isPooled), await elects(isPooled)];
    expect([ledBy(first), ledBy(second)]).toEqual([JOBS, []]);
    await first.stop();
    expect(ledBy(first)).toEqual([]);
    await untilLeader(second);
  });

  it('has another leader when the connection of the first breaks', async () => {
    const both = [await elects(isPooled), await elects(isPooled)];
    const [before] = await holders();
    await cutOff(before);
    const isHeldAnew = (pids: number[]) =>
      pids.length === JOBS.length && new Set(pids).size === 1 && !pids.includes(before ?? 0);
    while (!isHeldAnew(await holders())) await delay(5);
    // The first one hears of its end when this process reads what has arrived on its connection.
    const leads = () => both.map((election) => ledBy(election).length).sort();
    const hasOneLeader = () => leads()[0] === 0 && leads()[1] === JOBS.length;
    expect(await until('one of them leads', hasOneLeader)).toBe(true);
  });

  it('is over for a leader whose queries are not answered, even if it still holds the locks', async () => {
    const election = await elects(isPooled, { heartbeatMs: 3_600_000, leaseMs: 50, silenceMs: 120_000 });
    while (ledBy(election).length > 0) await delay(5);
    expect(await holders()).toHaveLength(JOBS.length);
  });

  it('gives the lead of a suspended process to another one, after the first has given it up', async () => {
    const suspended = await elects(isPooled, { heartbeatMs: 3_600_000, leaseMs: 300, silenceMs: 600 });
    expect(await holders()).toHaveLength(JOBS.length);
    const second = await elects(isPooled);
    while (ledBy(second).length < JOBS.length) {
      expect(ledBy(suspended).length > 0 && ledBy(second).length > 0).toBe(false);
      await delay(5);
    }
    expect(ledBy(suspended)).toEqual([]);
  });
});

it('stops also while it connects', async () => {
  const election = new LeaderElection({ url: test.url, isPooled: false, times: QUICK }, JOBS);
  const starting = election.start();
  await election.stop();
  await starting;
  expect(ledBy(election)).toEqual([]);
});

it('an operator sees which process leads', async () => {
  await elects(false);
  const { rows } = await owner.query(LEADERS);
  expect(rows).toEqual([{ holder: expect.stringMatching(`:${process.pid}$`), jobs: JOBS.length }]);
});

it('an ambiguous name is refused', () => {
  const election = { url: test.url, isPooled: false };
  expect(() => new LeaderElection(election, ["a'; DROP TABLE b"])).toThrow(TypeError);
});
