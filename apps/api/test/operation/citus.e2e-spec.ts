import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrate, type MigrationClass, tenantTable } from '@furrow/database';
import { audited } from '@furrow/journal';
import { allMigrations } from '@furrow/schema';
import { CitusDatabase, describeIf, PLAIN_ENVIRONMENT, PROGRAMS, until } from '@furrow/testbed';
import { BULK, HARVEST, ZONE } from '@furrow/testbed/farms';
import { dateIn, type Json, System } from '@furrow/testbed/system';
import { answeredByAll, citusFindings, unansweredBy } from '../harness/citus-findings.ts';
import { Grower } from '../harness/farms/grower.ts';
import { expectRefusal } from '../harness/refusal.ts';

const CITUS = process.env['FURROW_TEST_CITUS_URL'];
const TODAY = dateIn(ZONE);
const DAYS = `startTime=${TODAY}&endTime=${TODAY}`;
const SHARDS = ['distribute', '--shards', '2'];
const SYNC = 20;

/** How far a distribution has come: tables that Citus has, and what was dropped and is not restored yet. */
const HOW_FAR = `
  SELECT (SELECT count(*)::int FROM pg_dist_partition) AS tables,
         to_regclass('feed.foreign_keys_kept') IS NOT NULL AS "hasNoKeys",
         to_regclass('feed.triggers_kept') IS NOT NULL AS "hasNoTriggers",
         (SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND conparentid = 0) AS keys`;

interface HowFar {
  readonly tables: number;
  readonly hasNoKeys: boolean;
  readonly hasNoTriggers: boolean;
  readonly keys: number;
}

/** Foreign keys and triggers, as PostgreSQL writes them down, without those of the coordinator's own shards. */
const DEFINITIONS = `
  SELECT definition FROM (
    SELECT conrelid, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE contype = 'f' AND conparentid = 0
    UNION ALL SELECT tgrelid, pg_get_triggerdef(oid) FROM pg_trigger
    WHERE NOT tgisinternal AND tgparentid = 0 AND tgname <> 'stamped_by_node'
  ) AS defined (of, definition)
  WHERE of::regclass::text !~ '_[0-9]{6}$' ORDER BY of, definition`;

/** As a later version would bring it: a table that refers to others, triggers and policies in one message. */
class Baskets9763600000000 {
  async up(runner: Parameters<InstanceType<MigrationClass>['up']>[0]): Promise<void> {
    await runner.query(`
      CREATE TABLE workforce.baskets (
        company_id uuid NOT NULL,
        basket_id uuid NOT NULL,
        worker_id uuid NOT NULL,
        PRIMARY KEY (company_id, basket_id),
        FOREIGN KEY (company_id, worker_id) REFERENCES workforce.workers
      );
      ALTER TABLE workforce.workers ADD COLUMN basket integer;
      CREATE FUNCTION workforce.told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER told AFTER UPDATE ON workforce.workers FOR EACH STATEMENT EXECUTE FUNCTION workforce.told();
      ${tenantTable('workforce.baskets', { tenant: 'SELECT, INSERT' })}
      ${audited('workforce.baskets', { kind: 'basket', key: 'basket_id' })}`);
  }
}

describeIf(CITUS !== undefined, 'FURROW_TEST_CITUS_URL', 'an installation with data on a Citus', () => {
  let citus: CitusDatabase;
  let system: System;
  /** Two companies, on different workers once they are distributed. */
  let near: Grower;
  let far: Grower;
  const growers: Grower[] = [];

  beforeAll(async () => {
    citus = await CitusDatabase.make(CITUS ?? '', 1);
    system = await System.start({}, citus);
    for (let i = 1; i <= 6; i++) growers.push(await Grower.provision(system, `farm${i}`));
  });
  afterAll(async () => {
    await system?.stop();
    if (!system) await citus?.drop();
  });

  /** Ids of companies are random, and so is the worker of each. */
  const growerNotAt = async (port: number): Promise<Grower> => {
    for (let i = growers.length; ; i++) {
      for (const grower of growers)
        if ((await citus.portOf(grower.farm.ids.companyId)) !== port) return grower;
      growers.push(await Grower.provision(system, `farm${i + 1}`));
    }
  };
  const sync = (grower: Grower, records: object[]) => grower.farm.as('ana').post(BULK, { records });
  const allOf = ({ status, data }: Json) => status === 207 && data.summary.failed === 0;
  const feedOf = ({ farm }: Grower, query: string) => farm.program().get(`${HARVEST}?${query}`);
  /** The season's total, once the breakdown by quality has followed. */
  const totalOf = (grower: Grower) =>
    until('the report is settled', async () => {
      const { status, data } = await feedOf(grower, DAYS);
      return status === 200 && !data[0].needsRecalc && { units: data[0].totalUnits as number };
    });

  it('is not distributed while a service runs, and furrow says why', async () => {
    await expect(system.furrow(...SHARDS)).rejects.toThrow(
      /of running services use this database: stop the API/,
    );
  });

  it('keeps every row when it is distributed, however often that is interrupted, and once', async () => {
    for (const grower of growers)
      for (let i = 0; i < 3; i++) expect((await grower.record()).status).toBe(201);
    const before = await Promise.all(growers.map(totalOf));
    expect(before).toEqual(growers.map(() => ({ units: 3 })));
    await system.kill();
    await gone();
    const definitions = await system.sql(DEFINITIONS);

    await killedWhen(({ hasNoKeys, hasNoTriggers }) => hasNoKeys && hasNoTriggers);
    await killedWhen(({ tables }) => tables > 12);
    expect(await system.furrow('doctor').catch(String)).toContain('furrow doctor ended with 1');
    await killedWhen(({ hasNoKeys, keys }) => hasNoKeys && keys > 9);
    await killedWhen(({ hasNoKeys, hasNoTriggers }) => !hasNoKeys && hasNoTriggers);
    const { workers } = await system.furrow<{ workers: number }>(...SHARDS);
    expect(workers).toBe(1);
    expect(await system.sql(DEFINITIONS)).toEqual(definitions);
    expect(await system.furrow(...SHARDS)).toMatchObject({ distributed: [], foreignKeys: 0 });
    await expect(system.furrow('distribute', '--shards', '8')).rejects.toThrow(
      'The tables are cut into 2 shards already: say --shards 2.',
    );

    await system.startAgain();
    expect(await Promise.all(growers.map(totalOf))).toEqual(before);
    for (const grower of growers) expect((await grower.record()).status).toBe(201);
    expect(await Promise.all(growers.map(totalOf))).toEqual(growers.map(() => ({ units: 4 })));
  });

  it('continues to read events for webhooks after distribution', async () => {
    const nodes = () =>
      system.sql<{ node: number }>(`SELECT node FROM audit.readers WHERE reader = 'webhooks' ORDER BY node`);
    await until('all nodes are read', async () => (await nodes()).length === 2);
    expect(await nodes()).toEqual([{ node: 0 }, { node: 1 }]);
  });

  it('begins a new epoch of feeds for companies that move to a worker that is added, and loses nothing', async () => {
    const portsOf = () => Promise.all(growers.map(({ farm }) => citus.portOf(farm.ids.companyId)));
    const before = await portsOf();
    const first = await Promise.all(
      growers.map((grower) => feedOf(grower, 'updatedSince=2000-01-01T00:00:00Z')),
    );
    let adding = true;
    const crews = growers.map(async (grower) => {
      let synced = 0;
      while (adding) {
        const records = Array.from({ length: SYNC }, () => grower.recordBody());
        // A move of shards holds writes back, for as long as it takes.
        await until('a sync is acknowledged', async () => allOf(await sync(grower, records)));
        synced += SYNC;
      }
      return synced;
    });
    await citus.addWorkers();
    adding = false;
    const synced = await Promise.all(crews);
    expect(await Promise.all(growers.map(totalOf))).toEqual(synced.map((units) => ({ units: 4 + units })));

    const after = await portsOf();
    for (const [index, grower] of growers.entries()) {
      const hasMoved = before[index] !== after[index];
      const next = await feedOf(grower, `cursor=${first[index]?.body.meta.nextCursor}`);
      expect([next.status, next.body.code]).toEqual(hasMoved ? [400, 'cursor_expired'] : [200, undefined]);
      const told = async () => {
        const { data } = await feedOf(grower, 'updatedSince=2000-01-01T00:00:00Z');
        return data.map(({ sessionId }: Json) => sessionId);
      };
      // The feed waits for other transactions on this server.
      await until('the session is told', async () => (await told()).length > 0);
      expect(await told()).toEqual([grower.session.sessionId]);
    }
    near = growers[0]!;
    far = await growerNotAt(await citus.portOf(near.farm.ids.companyId));
  });

  it('is examined by furrow doctor', async () => {
    const { findings } = await system.furrow<{ findings: Json[] }>('doctor');
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        ...{ subject: 'Citus', state: 'fine' },
        message: expect.stringContaining('Companies are in 2 shards on'),
      }),
    );
  });

  it('serves companies on other workers while one is away, and all when it is back', async () => {
    const port = await citus.portOf(far.farm.ids.companyId);
    const bringBack = await citus.cutOff(port);
    try {
      expectRefusal(await far.record(), 503, 'B', 'overloaded');
      expect(await citusFindings(system)).toEqual(unansweredBy(port));
      // Its connections to the worker were cut as well.
      await until('the others are served', async () => (await near.record()).status === 201);
      expectRefusal(await far.record(), 503, 'B', 'overloaded');
    } finally {
      await bringBack();
    }
    await until('all are served', async () => (await far.record()).status === 201);
    expect(await citusFindings(system)).toEqual(answeredByAll());
  });

  it('takes the migrations of a later version, and is distributed again', async () => {
    await system.kill();
    await gone();
    await migrate(citus.ownerUrl, citus.url, [...allMigrations, Baskets9763600000000]);
    const told = await system.furrow('doctor').then(JSON.stringify, String);
    expect(told).toContain('furrow doctor ended with 1');
    expect(await system.furrow(...SHARDS)).toMatchObject({ distributed: ['workforce.baskets'] });
    await system.startAgain();
    expect((await near.record()).status).toBe(201);
    await system.sql('INSERT INTO workforce.baskets VALUES ($1, gen_random_uuid(), $2)', [
      ...[near.farm.ids.companyId, near.worker.id],
    ]);
    const entries = await system.sql<{ act: string }>(
      'SELECT act FROM audit.entries WHERE company_id = $1 AND act = $2',
      [near.farm.ids.companyId, 'basket.added'],
    );
    expect(entries).toHaveLength(1);
  });

  /** Distributes, and kills the command once it has come so far. */
  const killedWhen = async (isSoFar: (done: HowFar) => boolean) => {
    const env = { ...PLAIN_ENVIRONMENT, ...system.environmentOfApi };
    const child: ChildProcess = spawn(process.execPath, [PROGRAMS.furrow, ...SHARDS], {
      env,
      stdio: 'ignore',
    });
    const exit = once(child, 'exit');
    const howFar = async () => isSoFar((await system.sql<HowFar>(HOW_FAR))[0]!);
    await until('the command has come so far', async () => child.exitCode !== null || howFar());
    child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);
  };

  /** Until PostgreSQL has noticed that the API is gone. */
  const gone = () =>
    until('its connections are closed', async () => {
      const rows = await system.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'furrow'`,
      );
      return rows.length === 0;
    });
});
