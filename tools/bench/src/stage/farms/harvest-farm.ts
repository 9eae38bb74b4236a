import { takeSnapshots } from '@furrow/production/sql';
import type { Scale } from '../../bench.ts';
import { hire, WORKERS_OF_A_SESSION } from '../crews.ts';
import type { Stage } from '../stage.ts';

const SECTORS = 4;
const OWNERS = 10;
const WORKERS = 200;
const QUALITIES = ['export', 'local', 'industry'];

/** The id of session `n`, computable without a query. */
const SESSION_ID = `md5('session ' || n)::uuid`;

/** A farm with the records of a season. */
export interface HarvestFarm {
  readonly companyId: string;
  /** An API token that may read its production. */
  readonly credential: string;
  /** Local days that hold all of its sessions. */
  readonly start: string;
  readonly end: string;
  readonly sessions: number;
  readonly recordsEach: number;
}

const WHOLE = { sessions: 1_000, recordsEach: 1_000 };
const QUICK = { sessions: 12, recordsEach: 60 };
/** By the address of its database: every bench of a run reads the same farm. */
const seeded = new Map<string, Promise<HarvestFarm>>();

/** What past sessions need of a farm. Each day has one session in each sector. */
export interface PickedIn {
  readonly companyId: string;
  readonly projectId: string;
  readonly sectors: Readonly<Record<string, string>>;
  /** Who opens its sessions, in turns. */
  readonly users: Readonly<Record<string, string>>;
  readonly qualities: Readonly<Record<string, string>>;
  readonly workers: Awaited<ReturnType<typeof hire>>;
  /** The local day of its last sessions. */
  readonly lastDay: string;
  /** How many workers pick in a session. */
  readonly crew: number;
  /** In each session of every seventh day. */
  readonly bonus?: object;
}

/** A farm to which past sessions can be added. */
export type PickedFarm = PickedIn & Awaited<ReturnType<typeof provision>>;

/** Additional content of the farm file. */
interface Beside {
  readonly projects?: readonly object[];
  readonly devices?: readonly object[];
}

export async function harvestFarm(stage: Stage, { quick }: Scale): Promise<HarvestFarm> {
  const { url } = stage.postgres;
  const farm = seeded.get(url) ?? seed(stage, quick ? QUICK : WHOLE);
  seeded.set(url, farm);
  return farm;
}

async function seed(stage: Stage, size: typeof WHOLE): Promise<HarvestFarm> {
  const { sessions, recordsEach } = size;
  stage.say(`seeding ${(sessions * recordsEach).toLocaleString('en')} records`);
  const farm = await openPickedFarm(stage);
  await pick(stage, farm, { first: 0, sessions, recordsEach });
  const { companyId, credential, lastDay } = farm;
  const start = daysBefore(lastDay, Math.ceil(sessions / SECTORS) - 1);
  return { companyId, credential, start, end: lastDay, ...size };
}

export async function openPickedFarm(stage: Stage, beside: Beside = {}): Promise<PickedFarm> {
  const applied = await provision(stage, beside);
  const workers = await hire(stage, applied.companyId, WORKERS);
  const lastDay = daysBefore(new Date().toISOString().slice(0, 10), 1);
  return { ...applied, workers, lastDay, crew: WORKERS_OF_A_SESSION };
}

/**
 * Adds closed sessions from the `first`th before the last day on, each of one crew and of all qualities; tallies and
 * snapshots are computed from the records. Keys are unordered, as phones generate them.
 */
export async function pick(
  stage: Stage,
  farm: PickedIn,
  { first, sessions, recordsEach }: { first: number; sessions: number; recordsEach: number },
): Promise<void> {
  const { companyId, projectId, workers, lastDay, crew, bonus = null } = farm;
  const values = (ids: Readonly<Record<string, string>>) => Object.values(ids);
  const [sectors, owners, qualities] = [values(farm.sectors), values(farm.users), values(farm.qualities)];
  const last = first + sessions - 1;
  const day = `($5::date - n / ${sectors.length})::timestamp AT TIME ZONE 'UTC'`;
  await stage.asSuperuser(async (client) => {
    await client.query(
      `INSERT INTO production.sessions
         (company_id, session_id, project_id, sector_id, sector_name, crop, variety, timezone, owner_user_id, owner_idp_id,
          local_date, day, midnight_at, opened_at, created_at, max_duration_hours, sync_grace_hours, ends_at, end_reason,
          lapses_at, status, closed_at, closed_by, closed_reason, sampling_unit, price_per_unit, notes, fingerprint, bonus)
       SELECT $1, ${SESSION_ID}, $2, ($3::uuid[])[1 + n % ${sectors.length}], 'Sector', 'Cherry', 'Lapins', 'UTC',
              ($4::uuid[])[1 + n % ${owners.length}], 'harvest|owner', day, day, day + interval '1 day', day + interval '7 hours',
              day + interval '7 hours', 12, 48, day + interval '19 hours', 'max_duration', day + interval '67 hours', 'closed',
              day + interval '15 hours', 'user', 'manual', 'kg', 0.42, 'A day like any other', 'seeded',
              CASE WHEN n / ${sectors.length} % 7 = 0 THEN $8::jsonb END
       FROM (SELECT n, ${day} AS day FROM generate_series($6::int, $7::int) AS n) AS made`,
      [companyId, projectId, sectors, owners, lastDay, first, last, bonus],
    );
    // Skips foreign-key checks: the rows reference each other by construction, and checking each would take minutes.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `WITH added AS (
         INSERT INTO production.records
           (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind, client_event_id,
            idempotency_key, recorded_at, created_at, created_by)
         SELECT $1, uuidv7(opened_at - now()), ${SESSION_ID}, ($2::uuid[])[worker], 'Picker ' || worker - 1,
                ($3::uuid[])[1 + r % greatest(cardinality($3::uuid[]), 1)], 1 + (r % 400) / 8.0, 'addition',
                'phone-' || key, key, opened_at, opened_at, ($4::uuid[])[1 + n % ${owners.length}]
         FROM (SELECT n, ${day} + interval '7 hours' AS opened_at FROM generate_series($6::int, $7::int) AS n) AS s,
              generate_series(1, $8::int) AS r,
              LATERAL (SELECT (1 + (n * ${crew} + r % ${crew}) % ${workers.length})::int AS worker,
                              gen_random_uuid()::text AS key) AS made
         RETURNING company_id, session_id, worker_id, quality_id, worker_name, units)
       INSERT INTO production.tallies
         (company_id, session_id, worker_id, quality_id, worker_name, units_added, units_voided, record_count, voided_count)
       SELECT company_id, session_id, worker_id, quality_id, max(worker_name), sum(units), 0, count(*), 0
       FROM added GROUP BY company_id, session_id, worker_id, quality_id`,
      [companyId, workers.map(({ id }) => id), qualities, owners, lastDay, first, last, recordsEach],
    );
    const chosen = `SELECT $2::uuid AS company_id, ${SESSION_ID} AS session_id FROM generate_series($3::int, $4::int) AS n`;
    await client.query('ANALYZE production.tallies');
    await client.query(takeSnapshots(chosen), [new Date(), companyId, first, last]);
    await client.query(
      'VACUUM (ANALYZE) production.sessions, production.records, production.tallies, production.quality_snapshots',
    );
  });
}

/** @param day YYYY-MM-DD */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

async function provision(stage: Stage, { projects = [], devices = [] }: Beside) {
  const owner = (i: number) => ({ idpId: `harvest|${i}`, name: `Owner ${i}`, role: 'supervisor' });
  const sector = (i: number) => ({ key: `s${i}`, name: `Sector ${i}`, crop: 'Cherry' });
  const sectors = Array.from({ length: SECTORS }, (_, i) => sector(i));
  const applied = await stage.apply({
    company: { key: 'harvest', name: 'Harvest', timezone: 'UTC' },
    users: Array.from({ length: OWNERS }, (_, i) => owner(i)),
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC', sectors }, ...projects],
    devices,
    qualities: QUALITIES.map((key) => ({ key, name: key })),
    apiTokens: [{ name: 'reports', scopes: ['read:production'] }],
  });
  const { projects: ids, apiTokens } = applied;
  return { ...applied, projectId: ids['farm'] ?? '', credential: apiTokens['reports']?.credential ?? '' };
}
