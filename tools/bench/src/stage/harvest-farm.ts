import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { takeSnapshots } from '@furrow/production/sql';
import { hire, WORKERS_OF_A_SESSION } from './crews.ts';
import type { Stage } from './stage.ts';

const SECTORS = 4;
const OWNERS = 10;
const WORKERS = 200;
const QUALITIES = ['export', 'local', 'industry'];

/** A farm with a season behind it. */
export interface HarvestFarm {
  readonly companyId: string;
  /** Of an API token that may read its production. */
  readonly credential: string;
  /** Local days that hold all of its sessions. */
  readonly start: string;
  readonly end: string;
}

/** Closed sessions, four a day, each with 20 workers and 3 qualities; tallies and snapshots are taken from the records. */
export async function seedHarvest(
  stage: Stage,
  { sessions, recordsEach }: { sessions: number; recordsEach: number },
): Promise<HarvestFarm> {
  const applied = await provision(stage);
  const workers = await hire(stage, applied.companyId, WORKERS);
  const values = (ids: Record<string, string>) => Object.values(ids);
  const days = Math.ceil(sessions / SECTORS);
  const [range] = await stage.asSuperuser(async (client) => {
    // Whole sets of rows that are known to point at each other: checking each one again would take minutes.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO production.sessions
         (company_id, session_id, project_id, sector_id, sector_name, crop, variety, timezone, owner_user_id, owner_idp_id,
          local_date, day, midnight_at, opened_at, created_at, max_duration_hours, sync_grace_hours, ends_at, end_reason,
          lapses_at, status, closed_at, closed_by, closed_reason, sampling_unit, price_per_unit, notes, fingerprint)
       SELECT $1, gen_random_uuid(), $2, ($3::uuid[])[1 + n % ${SECTORS}], 'Sector', 'Cherry', 'Lapins', 'UTC',
              ($4::uuid[])[1 + n % ${OWNERS}], 'harvest|owner', day, day, day + interval '1 day', day + interval '7 hours',
              day + interval '7 hours', 12, 48, day + interval '19 hours', 'max_duration', day + interval '67 hours', 'closed',
              day + interval '15 hours', 'user', 'manual', 'kg', 0.42, 'A day like any other', 'seeded'
       FROM (SELECT n, (current_date - 1 - n / ${SECTORS})::timestamp AT TIME ZONE 'UTC' AS day
             FROM generate_series(0, $5::int - 1) AS n) AS made`,
      [applied.companyId, applied.projectId, values(applied.sectors), values(applied.users), sessions],
    );
    await client.query(
      `INSERT INTO production.records
         (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind, client_event_id,
          idempotency_key, recorded_at, created_at, created_by)
       SELECT s.company_id, gen_random_uuid(), s.session_id, ($2::uuid[])[worker], 'Picker ' || worker - 1,
              ($3::uuid[])[1 + n % ${QUALITIES.length}], 1 + (n % 400) / 8.0, 'addition',
              'phone-' || s.number || '-' || n, s.number || '-' || n, s.opened_at, s.opened_at, s.owner_user_id
       FROM (SELECT *, row_number() OVER (ORDER BY opened_at, session_id) AS number
             FROM production.sessions WHERE company_id = $1) AS s,
            generate_series(1, $4::int) AS n,
            LATERAL (SELECT (1 + (s.number * 7 + n % ${WORKERS_OF_A_SESSION}) % ${WORKERS})::int AS worker) AS who`,
      [applied.companyId, workers.map(({ id }) => id), values(applied.qualities), recordsEach],
    );
    await client.query(
      `INSERT INTO production.tallies
         (company_id, session_id, worker_id, quality_id, worker_name, units_added, units_voided, record_count, voided_count)
       SELECT company_id, session_id, worker_id, quality_id, max(worker_name), sum(units), 0, count(*), 0
       FROM production.records WHERE company_id = $1 GROUP BY company_id, session_id, worker_id, quality_id`,
      [applied.companyId],
    );
    const chosen = 'SELECT company_id, session_id FROM production.sessions WHERE company_id = $2';
    await client.query(takeSnapshots(chosen), [new Date(), applied.companyId]);
    await client.query(
      'VACUUM (ANALYZE) production.sessions, production.records, production.tallies, production.quality_snapshots',
    );
    const { rows } = await client.query<{ start: string; end: string }>(
      `SELECT (current_date - $1::int)::text AS start, current_date::text AS end`,
      [days],
    );
    return rows;
  });
  if (!range) throw new Error('The database did not say which day it is');
  return { companyId: applied.companyId, credential: applied.credential, ...range };
}

async function provision(stage: Stage) {
  const file = join(stage.home, 'harvest.json');
  const owners = Array.from({ length: OWNERS }, (_, i) => ({
    idpId: `harvest|${i}`,
    name: `Owner ${i}`,
    role: 'supervisor',
  }));
  const sectors = Array.from({ length: SECTORS }, (_, i) => ({
    key: `s${i}`,
    name: `Sector ${i}`,
    crop: 'Cherry',
  }));
  const farm = {
    company: { key: 'harvest', name: 'Harvest', timezone: 'UTC' },
    users: owners,
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC', sectors }],
    qualities: QUALITIES.map((key) => ({ key, name: key })),
    apiTokens: [{ name: 'reports', scopes: ['read:production'] }],
  };
  await writeFile(file, JSON.stringify(farm));
  const applied = JSON.parse(await stage.furrow('apply', file, '--json')) as {
    companyId: string;
    users: Record<string, string>;
    projects: { farm: string };
    sectors: Record<string, string>;
    qualities: Record<string, string>;
    apiTokens: { reports: { credential: string } };
  };
  return { ...applied, projectId: applied.projects.farm, credential: applied.apiTokens.reports.credential };
}
