import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Database } from '@furrow/database';
import { LeaderElection } from '@furrow/jobs';
import { DebianPostgres, describeWith, Line, until } from '@furrow/testbed';
import {
  aProject,
  aScoutedFarm,
  COMPANY_RECORDS,
  COMPANY_SUMMARY,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  WORKERS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Answer, ApiProcess, Client, dateIn, type Json, System } from '@furrow/testbed/system';

const TODAY = dateIn(ZONE);
const DAYS = { startTime: TODAY, endTime: TODAY };
const EVER = { updatedSince: '2000-01-01T00:00:00Z' };
type Server = 'replica' | 'primary';

describeWith('postgresql', 'with DATABASE_READ_URL', () => {
  let folder: string;
  let primary: DebianPostgres;
  let standby: DebianPostgres;
  let toPrimary: Line;
  let toReplica: Line;
  /** One API reads from the replica whatever its lag; one if it lags at most a second; and one never does. */
  let system: System;
  let strict: ApiProcess;
  let plain: ApiProcess;
  let farm: ProvisionedFarm;
  let ana: Client;
  let places: Json[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'furrow-replica-'));
    primary = await DebianPostgres.primary(join(folder, 'one'));
    toPrimary = await Line.lay(primary.port);
    toReplica = await Line.lay();
    const database = {
      url: primary.url('furrow_app', 'furrow', toPrimary.port),
      ownerUrl: primary.url('furrow_owner', 'furrow', toPrimary.port),
      drop: () => Promise.resolve(),
    };
    const replica = primary.url('furrow_app', 'furrow', toReplica.port);
    // It starts, and serves, before there is a replica.
    system = await System.start({ DATABASE_READ_URL: replica, DATABASE_READ_MAX_LAG: '1h' }, database);
    standby = await DebianPostgres.standbyOf(primary, join(folder, 'two'));
    toReplica.leadTo(standby.port);
    [strict, plain] = await Promise.all([
      system.another({ DATABASE_READ_MAX_LAG: '1s' }),
      system.another({ DATABASE_READ_URL: '' }),
    ]);
    farm = await system.provision(
      aScoutedFarm('acme', {
        projects: [aProject('north', 'n', 20)],
        devices: [{ deviceId: 'ws-01', project: 'north', sector: 'n1' }],
      }),
    );
    ana = farm.as('ana');
    places = Array.from({ length: 8 }, () => farm.place());
  });
  afterAll(async () => {
    await Promise.all([strict?.end(), plain?.end()]);
    await system?.stop();
    await Promise.all([toPrimary?.close(), toReplica?.close()]);
    await Promise.all([primary?.remove(), standby?.remove()]);
    await rm(folder, { recursive: true, force: true });
  });

  const at = (url: string, token = 'production') =>
    new Client(url, { authorization: `Bearer ${farm.ids.apiTokens[token]!.credential}` });
  const ask = (client: Client, path: string, query: Record<string, string>): Promise<Answer> =>
    client.get(`${path}?${new URLSearchParams(query).toString()}`);
  const harvest = (query: Record<string, string>, url = system.url) => ask(at(url), HARVEST, query);
  const readsOf = async (url: string): Promise<Record<Server, number>> => {
    const { text } = await new Client(url).get('/metrics');
    const of = (server: Server) =>
      Number(
        new RegExp(`^furrow_database_reads_total\\{server="${server}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
      );
    return { replica: of('replica'), primary: of('primary') };
  };
  /**
   * Repeats a request until this server alone has answered it, because a blocked process may not know the replica's
   * state.
   */
  const answeredBy = (server: Server, question: () => Promise<Answer>, url = system.url) =>
    until(`the ${server} answers`, async () => {
      const before = await readsOf(url);
      const answer = await question();
      expect([answer.status, answer.body?.error]).toEqual([200, undefined]);
      const after = await readsOf(url);
      const other = server === 'replica' ? 'primary' : 'replica';
      return after[server] > before[server] && after[other] === before[other] && answer;
    });
  const readiness = async (url: string) => (await new Client(url).get('/health/ready')).data?.reads;
  const open = async (notes: string) => farm.session(ana, { ...places.pop(), notes });
  const note = async (session: Json, notes: string) =>
    expect((await ana.patch(`${SESSIONS}/${session.sessionId}`, { notes })).status).toBe(200);
  const notesIn = ({ data }: Answer) => (data as Json[]).map(({ notes }) => notes).sort();
  /** The content of one page of a feed, and its cursor. */
  const followed = (answer: Answer) => ({
    notes: notesIn(answer),
    cursor: answer.body.meta.nextCursor as string,
  });
  /** Reads on until all of these were delivered exactly once, and nothing else. */
  const tells = async (expected: readonly string[], from: Record<string, string>, url = system.url) => {
    const notes: string[] = [];
    let next = from;
    await until(`${expected.join()} are notes`, async () => {
      const page = followed(await harvest(next, url));
      notes.push(...page.notes);
      next = { cursor: page.cursor };
      return notes.length >= expected.length;
    });
    expect(notes.sort()).toEqual([...expected].sort());
    return next;
  };

  const doctor = async () => {
    const { findings } = await system.furrow<{ findings: Json[] }>('doctor');
    return findings.find(({ subject }) => subject === 'read replica');
  };

  it('reports, series, indicators and exports are read from the replica', async () => {
    await until('it is used', async () => (await readiness(system.url)) === 'replica');
    const projectId = farm.ids.projects['north']!;
    const scout = at(system.url, 'phytosanitary');
    const ada = farm.as('ada');
    const range = { from: `${TODAY}T00:00:00`, to: `${TODAY}T12:00:00`, timezone: ZONE };
    const key = new Client(system.url, { 'x-api-key': farm.ids.apiTokens['production']!.credential });
    const reads: [string, () => Promise<Answer>][] = [
      ['harvest', () => harvest(DAYS)],
      ['its feed', () => harvest(EVER)],
      ['movements', () => ask(at(system.url), `${RECORDS}/export`, { ...DAYS, format: 'ndjson' })],
      ['scouting', () => ask(scout, COMPANY_SUMMARY, DAYS)],
      ['its records', () => ask(scout, COMPANY_RECORDS, DAYS)],
      ['their feed', () => ask(scout, COMPANY_RECORDS, EVER)],
      ['weather', () => ask(key, '/api/iot/weather', { projectId, ...range })],
      ['plants', () => ask(key, '/api/iot/plant', { projectId, ...range })],
      ['irrigation', () => ask(key, '/api/iot/irrigation', { projectId, ...range })],
      ['chill', () => ask(key, '/api/iot/indicators/chill', { projectId, from: TODAY, to: TODAY })],
      ['workers', () => ask(ana, WORKERS, { format: 'csv' })],
      ['shifts', () => ask(ada, '/api/control/shifts', { from: TODAY, to: TODAY, format: 'csv' })],
      ['treatments', () => ask(ada, '/api/control/treatments', { format: 'csv' })],
      ['a form', () => ask(ada, `/api/control/forms/${farm.ids.forms['scout']}/records`, { format: 'csv' })],
      ['its feed', () => ask(ada, `/api/control/forms/${farm.ids.forms['scout']}/records`, EVER)],
    ];
    for (const [what, question] of reads)
      expect([what, (await answeredBy('replica', question)).status]).toEqual([what, 200]);
  });

  it('are never older than DATABASE_READ_MAX_LAG', async () => {
    await standby.sql('SELECT pg_wal_replay_pause()');
    await open('not replayed');
    expect(notesIn(await answeredBy('replica', () => harvest(DAYS)))).not.toContain('not replayed');
    await until('it lags', async () => (await readiness(strict.url)) === 'primary');
    // From here on it is in every answer of either server.
    expect(notesIn(await harvest(DAYS, strict.url))).toContain('not replayed');
    await standby.sql('SELECT pg_wal_replay_resume()');
    const caughtUp = await answeredBy('replica', () => harvest(DAYS, strict.url), strict.url);
    expect(notesIn(caughtUp)).toContain('not replayed');
  });

  it('a feed skips and repeats nothing, whichever server answers each page', async () => {
    const session = await open('first');
    const start = await tells(['not replayed', 'first'], EVER, plain.url);
    await until('replayed', async () => notesIn(await harvest(DAYS)).includes('first'));
    await standby.sql('SELECT pg_wal_replay_pause()');
    await note(session, 'second');
    // A cursor of the primary is ahead of the replica, and does not move back.
    const ahead = await tells(['second'], start, plain.url);
    const behind = followed(await answeredBy('replica', () => harvest(ahead)));
    expect(behind).toEqual({ notes: [], cursor: ahead['cursor'] });
    const old = followed(await answeredBy('replica', () => harvest(start)));
    expect(old.notes).toEqual([]);
    await standby.sql('SELECT pg_wal_replay_resume()');
    await open('third');
    await tells(['third'], ahead);
    await tells(['second', 'third'], { cursor: old.cursor });
    await tells(['second', 'third'], { cursor: old.cursor }, plain.url);
  });

  it('a feed on the replica waits for transactions that commit late on the primary', async () => {
    const [slow, quick] = [await open('slow'), await open('quick')];
    const start = await tells(['not replayed', 'second', 'third', 'slow', 'quick'], EVER, plain.url);
    const late = await system.owner.connect();
    try {
      await late.query(
        `BEGIN; UPDATE production.sessions SET notes = 'slow again' WHERE session_id = '${slow.sessionId}'`,
      );
      await note(quick, 'quick again');
      const isReplayed = async () =>
        notesIn(await answeredBy('replica', () => harvest(DAYS))).includes('quick again');
      await until('replayed', isReplayed);
      const waiting = followed(await answeredBy('replica', () => harvest(start)));
      expect(waiting.notes).toEqual([]);
      await late.query('COMMIT');
      await tells(['slow again', 'quick again'], { cursor: waiting.cursor });
    } finally {
      late.release();
    }
  });

  it('the primary answers while the replica is unavailable, silent, or not a replica', async () => {
    const isUsed = (server: Server) =>
      until(`the ${server} is used`, async () => (await readiness(system.url)) === server);
    await isUsed('replica');
    toReplica.hold();
    await answeredBy('primary', () => harvest(DAYS));
    toReplica.release();
    await isUsed('replica');
    await standby.kill();
    expect((await harvest(DAYS)).status).toBe(200);
    await answeredBy('primary', () => harvest(DAYS));
    await standby.start();
    await isUsed('replica');
    expect(await doctor()).toMatchObject({ state: 'fine' });
    toReplica.leadTo(primary.port);
    toReplica.cut();
    await isUsed('primary');
    expect(await doctor()).toMatchObject({ state: 'warning' });
    expect((await harvest(DAYS)).status).toBe(200);
    expect(system.log).toContain('not a replica');
    toReplica.leadTo(standby.port);
    toReplica.cut();
    await isUsed('replica');
  });

  it('no process leads background work on a read-only server', async () => {
    const url = primary.url('furrow_app', 'furrow', standby.port);
    const database = await Database.connect(url, { poolSize: 1, rows: [] });
    const election = new LeaderElection(database.address, ['work']);
    await election.start();
    expect(election.leads('work')).toBe(false);
    await election.stop();
    await database.close();
  });

  it('feeds begin a new epoch as soon as the standby takes over', async () => {
    const { cursor } = followed(await harvest(EVER));
    await until('replayed', async () => (await readiness(system.url)) === 'replica');
    await primary.kill();
    await standby.promote();
    toPrimary.leadTo(standby.port);
    toPrimary.cut();
    const first = await until('it is served again', async () => {
      const answer = await harvest({ cursor }, plain.url);
      return answer.status !== 503 && answer;
    });
    expect(first.body.code).toBe('cursor_expired');
    expect((await harvest(EVER)).data).toHaveLength((await harvest(DAYS, plain.url)).data.length);
  });
});
