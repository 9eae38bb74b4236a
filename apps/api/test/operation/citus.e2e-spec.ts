import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { audited, migrate, type MigrationClass, tenantTable } from '@furrow/platform';
import { CitusDatabase } from '@furrow/platform/testing';
import { allMigrations } from '@furrow/schema';
import {
  aFarm,
  dateIn,
  describeIf,
  expectRefusal,
  HARVEST,
  type Json,
  type ProvisionedFarm,
  RECORDS,
  System,
  until,
  ZONE,
} from '../harness/index.ts';

const CITUS = process.env['FURROW_TEST_CITUS_URL'];
const TODAY = dateIn(ZONE);
const DAYS = `startTime=${TODAY}&endTime=${TODAY}`;
const SHARDS = ['distribute', '--shards', '4'];
const PATIENT_MS = 60_000;

interface Grower {
  readonly farm: ProvisionedFarm;
  readonly session: Json;
  readonly worker: Json;
}

/** As a later version would bring it: a table that refers to others, triggers and policies in one message. */
class Baskets9763600000000 {
  name = 'Baskets9763600000000';
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
  async down(): Promise<void> {
    /* never */
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
    citus = await CitusDatabase.make(CITUS ?? '');
    system = await System.start({}, citus);
    for (let i = 1; i <= 6; i++) {
      const farm = await system.provision(aFarm(`farm${i}`));
      const ana = farm.as('ana');
      growers.push({ farm, session: await farm.session(ana), worker: await farm.worker(ana) });
    }
  });
  afterAll(async () => {
    await system?.stop();
    if (!system) await citus?.drop();
  });

  const bodyOf = ({ farm, session, worker }: Grower) => farm.recordBody(session.sessionId, worker.id);
  const record = (grower: Grower, body = bodyOf(grower)) => grower.farm.as('ana').post(RECORDS, body);
  const feedOf = ({ farm }: Grower, query: string) => farm.reader().get(`${HARVEST}?${query}`);
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

  it('keeps every row when it is distributed, once', async () => {
    for (const grower of growers) for (let i = 0; i < 3; i++) expect((await record(grower)).status).toBe(201);
    const before = await Promise.all(growers.map(totalOf));
    expect(before).toEqual(growers.map(() => ({ units: 3 })));
    await system.kill();
    await gone();

    const { distributed, workers } = await system.furrow<{ distributed: string[]; workers: number }>(
      ...SHARDS,
    );
    expect(distributed).toEqual(
      expect.arrayContaining(['audit.entries', 'production.records', 'access.users']),
    );
    expect(workers).toBe(2);
    expect(await system.furrow(...SHARDS)).toMatchObject({ distributed: [], foreignKeys: 0 });
    await expect(system.furrow('distribute', '--shards', '8')).rejects.toThrow(
      'The tables are cut into 4 shards already: say --shards 4.',
    );

    await system.startAgain();
    expect(await Promise.all(growers.map(totalOf))).toEqual(before);
    for (const grower of growers) expect((await record(grower)).status).toBe(201);
    expect(await Promise.all(growers.map(totalOf))).toEqual(growers.map(() => ({ units: 4 })));
    const ports = await Promise.all(growers.map(({ farm }) => citus.portOf(farm.ids.companyId)));
    near = growers[0]!;
    far = growers[ports.findIndex((port) => port !== ports[0])]!;
    expect(far).toBeDefined();
  });

  it('is examined by furrow doctor', async () => {
    const { findings } = await system.furrow<{ findings: Json[] }>('doctor');
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    expect(findings).toContainEqual(
      expect.objectContaining({
        ...{ subject: 'Citus', state: 'fine' },
        message: expect.stringContaining('Companies are in 4 shards on'),
      }),
    );
  });

  it('serves companies on other workers while one is away, and all when it is back', async () => {
    const bringBack = await citus.cutOff(await citus.portOf(far.farm.ids.companyId));
    try {
      expectRefusal(await record(far), 503, 'B', 'overloaded');
      // Its connections to the worker were cut as well.
      await until('the others are served', async () => (await record(near)).status === 201);
      expectRefusal(await record(far), 503, 'B', 'overloaded');
    } finally {
      await bringBack();
    }
    await until('all are served', async () => (await record(far)).status === 201, PATIENT_MS);
  });

  it('begins a new epoch of feeds for a company that moves to another worker, and loses nothing', async () => {
    const first = await feedOf(far, 'updatedSince=2000-01-01T00:00:00Z');
    const stays = await feedOf(near, 'updatedSince=2000-01-01T00:00:00Z');
    const cursors = [first, stays].map(({ body }) => body.meta.nextCursor as string);
    const before = (await totalOf(far)).units;
    let acknowledged = 0;
    let moving = true;
    const crew = (async () => {
      while (moving) {
        const body = bodyOf(far);
        await until('it is acknowledged', async () => (await record(far, body)).status < 300, PATIENT_MS);
        acknowledged++;
      }
    })();
    await until('the crew is at work', () => acknowledged > 0);
    await citus.move(far.farm.ids.companyId);
    moving = false;
    await crew;
    expect(await totalOf(far)).toEqual({ units: before + acknowledged });
    const [moved, stayed] = await Promise.all([
      feedOf(far, `cursor=${cursors[0]}`),
      feedOf(near, `cursor=${cursors[1]}`),
    ]);
    expect([moved?.status, moved?.body.code]).toEqual([400, 'cursor_expired']);
    expect(stayed?.status).toBe(200);
    const again = async () => {
      const { data } = await feedOf(far, 'updatedSince=2000-01-01T00:00:00Z');
      return data.map(({ sessionId }: Json) => sessionId);
    };
    // The feed waits for other transactions on this server.
    await until('the session is told', async () => (await again()).length > 0, PATIENT_MS);
    expect(await again()).toEqual([far.session.sessionId]);
  });

  it('takes the migrations of a later version, and is distributed again', async () => {
    await system.kill();
    await gone();
    await migrate(citus.ownerUrl, citus.url, [...allMigrations, Baskets9763600000000]);
    const told = await system.furrow('doctor').then(JSON.stringify, String);
    expect(told).toContain('furrow doctor ended with 1');
    expect(await system.furrow(...SHARDS)).toMatchObject({ distributed: ['workforce.baskets'] });
    await system.startAgain();
    expect((await record(near)).status).toBe(201);
    await system.sql('INSERT INTO workforce.baskets VALUES ($1, gen_random_uuid(), $2)', [
      ...[near.farm.ids.companyId, near.worker.id],
    ]);
    const entries = await system.sql<{ act: string }>(
      'SELECT act FROM audit.entries WHERE company_id = $1 AND act = $2',
      [near.farm.ids.companyId, 'basket.added'],
    );
    expect(entries).toHaveLength(1);
  });

  /** Until PostgreSQL has noticed that the API is gone. */
  const gone = () =>
    until('its connections are closed', async () => {
      const rows = await system.sql(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'furrow'`,
      );
      return rows.length === 0;
    });
});
