import { agronomyRows, wireAgronomyIn } from '@furrow/agronomy';
import { Database } from '@furrow/database';
import { newId, SystemClock } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { wireTelemetry } from '@furrow/telemetry';
import { createTestDatabase } from '@furrow/testbed';
import { Roster, wireWorkforceIn, workforceRows } from '@furrow/workforce';
import { Client } from 'pg';
import { safetyRows } from '../adapters/typeorm/rows.ts';
import { TypeormSafetyTransactions } from '../adapters/typeorm/typeorm-safety-transactions.ts';
import { NOW } from './builders.ts';
import type { SafeFarm, SafetyPorts, WorkOnFarm } from './safety.contract.ts';

/** Safety's adapters on a database of their own. */
export interface SafetyOnPostgres extends SafetyPorts {
  readonly database: Database;
}

export async function safetyOnPostgres(options = { onCitus: false }): Promise<SafetyOnPostgres> {
  const test = await createTestDatabase(options);
  const rows = [...agronomyRows, ...workforceRows, ...safetyRows];
  const database = await Database.connect(test.url, { poolSize: 4, rows });
  const owner = new Client({ connectionString: test.ownerUrl });
  await owner.connect();
  return {
    database,
    transactions: new TypeormSafetyTransactions(database),
    newFarm: () => farmOnFile(database, owner),
    work: (farm, shift) => shiftOnFile(owner, farm, shift),
    measure: (farm, air) => measure(database, farm, air),
    close: async () => {
      await owner.end();
      await database.close();
      await test.drop();
    },
  };
}

async function farmOnFile(database: Database, owner: Client): Promise<SafeFarm> {
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
       VALUES ($1, $3, $2, sha256('secret'), 'active'), ($1, $4, $2, sha256('secret'), 'active')`,
      [companyId, projects['north'], ...stations],
    );
    return { companyId, north: projects['north']!, south: projects['south']!, workers, stations };
  });
}

async function shiftOnFile(owner: Client, { companyId }: SafeFarm, shift: WorkOnFarm): Promise<string> {
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
  database: Database,
  { companyId }: SafeFarm,
  { deviceId, projectId, at, te, hr }: Parameters<SafetyPorts['measure']>[1],
): Promise<void> {
  const { ingestTelemetry } = wireTelemetry(database, new FixedClock(NOW));
  const reading = { ts: new Date(at).toISOString(), te, ...(hr !== null && { hr }) };
  const report = await ingestTelemetry.execute(
    { companyId, deviceId, projectId, sectorId: null },
    { kind: 'weather', payload: Buffer.from(JSON.stringify(reading)) },
  );
  if (report.accepted !== 1) throw new Error(JSON.stringify(report.problems));
}
