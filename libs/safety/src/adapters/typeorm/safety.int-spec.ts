import { agronomyRows, wireAgronomyIn } from '@furrow/agronomy';
import { Database } from '@furrow/database';
import { newId, SystemClock } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { wireTelemetry } from '@furrow/telemetry';
import { createTestDatabase, type TestDatabase } from '@furrow/testbed';
import { Roster, wireWorkforceIn, workforceRows } from '@furrow/workforce';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { aDue, aRule, minutesAgo, NOW } from '../../testing/builders.ts';
import {
  describeSafetyPorts,
  type SafeFarm,
  type SafetyPorts,
  type WorkOnFarm,
} from '../../testing/safety.contract.ts';
import { safetyRows } from './rows.ts';
import { TypeormSafetyTransactions } from './typeorm-safety-transactions.ts';

let test: TestDatabase;
let database: Database;
let transactions: TypeormSafetyTransactions;
let owner: Client;
beforeAll(async () => {
  test = await createTestDatabase();
  const rows = [...agronomyRows, ...workforceRows, ...safetyRows];
  database = await Database.connect(test.url, { poolSize: 4, rows });
  transactions = new TypeormSafetyTransactions(database);
  owner = new Client({ connectionString: test.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await test.drop();
});

describeSafetyPorts('PostgreSQL', async () => ({
  transactions,
  newFarm: aFarm,
  work: aShift,
  measure,
  close: async () => undefined,
}));

describe('rests that are due', () => {
  it('are noted by one transaction of a company after the other', async () => {
    const farm = await aFarm();
    const { companyId, north, workers } = farm;
    const shift = { workerId: workers[0], projectId: north, startedAt: minutesAgo(120) };
    const shiftId = await aShift(farm, shift);
    const counts = await Promise.all(
      Array.from({ length: 4 }, () =>
        transactions.run(companyId, async ({ dues }) => {
          const before = (await dues.standing(NOW)).length;
          await dues.add([aDue({ ...shift, shiftId })]);
          return before;
        }),
      ),
    );
    expect(counts.sort()).toEqual([0, 1, 1, 1]);
  });
});

describe('row-level security of safety', () => {
  it.each(['rest_rules', 'rest_dues'])(
    'hides other companies’ %s from a query without WHERE',
    async (table) => {
      const farms = [await aFarm(), await aFarm()];
      for (const farm of farms) {
        const shift = { workerId: farm.workers[0], projectId: farm.north, startedAt: minutesAgo(120) };
        const shiftId = await aShift(farm, shift);
        await transactions.run(farm.companyId, async ({ rules, dues }) => {
          await rules.save([aRule(farm.north)]);
          await dues.add([aDue({ ...shift, shiftId })]);
        });
      }
      const { companyId } = farms[0]!;
      const seen = await database.tenant(companyId, (tx) =>
        tx.query<{ company_id: string }>(`SELECT DISTINCT company_id FROM safety.${table}`),
      );
      expect(seen).toEqual([{ company_id: companyId }]);
      await expect(
        database.tenant(companyId, (tx) => tx.query(`DELETE FROM safety.${table}`)),
      ).rejects.toThrow(/permission denied/);
    },
  );
});

async function aFarm(): Promise<SafeFarm> {
  const companyId = newId();
  return database.tenant(companyId, async (tx) => {
    await owner.query(
      `INSERT INTO access.companies (company_id, key, name, timezone) VALUES ($1::uuid, $1::uuid::text, 'A farm', 'UTC')`,
      [companyId],
    );
    await owner.query(
      `INSERT INTO access.users (company_id, user_id, idp_id, name, role, status)
       VALUES ($1::uuid, $1::uuid, $1::uuid::text, 'Ada', 'admin', 'active')`,
      [companyId],
    );
    const { projects } = await wireAgronomyIn(tx).applyProjects.execute(
      [
        { key: 'north', name: 'North', timezone: 'America/Santiago', sectors: [] },
        { key: 'south', name: 'South', timezone: 'UTC', sectors: [] },
      ],
      { prune: false },
    );
    const people = ['Ana Rojas', 'Ben Soto'].map((called) => ({ called, since: '2020-02-03' as never }));
    const ids = await wireWorkforceIn(tx, new SystemClock()).enlistWorkers.execute(
      companyId,
      people,
      new Roster([]),
    );
    const workers = [...ids.values()].sort() as [string, string];
    const stations = [`ws-${newId()}`, `ws-${newId()}`] as const;
    await tx.query(
      `INSERT INTO access.devices (company_id, device_id, project_id, secret_hash, status)
       SELECT $1, device_id, $2, sha256('secret'), 'active' FROM unnest($3::text[]) AS device_id`,
      [companyId, projects['north'], stations],
    );
    return { companyId, north: projects['north']!, south: projects['south']!, workers, stations };
  });
}

async function aShift({ companyId }: SafeFarm, shift: WorkOnFarm): Promise<string> {
  const shiftId = newId();
  const breaks = (shift.breaks ?? []).map(({ from, to }) => ({
    ...{ kind: 'rest', startedAt: from.getTime(), endedAt: to.getTime() },
  }));
  await owner.query(
    `INSERT INTO workforce.shifts (company_id, shift_id, worker_id, project_id, kind, timezone, local_date, day, started_at,
       ended_at, breaks, meal_ms, rest_ms, client_event_id, sent_as, created_at, created_by, created_by_idp_id)
     VALUES ($1::uuid, $2::uuid, $3, $4, 'piece', 'UTC', $5::timestamptz::date, $5, $5, $6, $7, 0, 0, $2::uuid::text, '', $5,
       $1::uuid, $1::uuid::text)`,
    [
      ...[companyId, shiftId, shift.workerId, shift.projectId, shift.startedAt, shift.endedAt ?? null],
      JSON.stringify(breaks),
    ],
  );
  return shiftId;
}

async function measure(
  { companyId }: SafeFarm,
  { deviceId, projectId, at, te, hr }: Parameters<SafetyPorts['measure']>[1],
): Promise<void> {
  const { ingestTelemetry } = wireTelemetry(database, new FixedClock(NOW));
  const reading = { ts: new Date(at).toISOString(), te, ...(hr !== null && { hr }) };
  const report = await ingestTelemetry.execute(
    { companyId, deviceId, projectId, sectorId: null },
    { kind: 'weather', payload: Buffer.from(JSON.stringify(reading)) },
  );
  expect(report).toEqual({ accepted: 1, problems: [] });
}
