import { hire } from '../crews.ts';
import type { Stage } from '../stage.ts';

const ADMIN = 'paid|admin';
/** The first local day of the seeded month: a Monday, so that its weeks end within it. */
export const FIRST_DAY = '2026-06-01';
const DAY = `($2::date + day)::timestamp AT TIME ZONE 'UTC'`;

/** A farm whose workers did piece work on every day of a month. */
export interface PaidFarm {
  readonly companyId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly jwt: string;
  readonly workers: Awaited<ReturnType<typeof hire>>;
}

export interface MonthOfWork {
  readonly workers: number;
  readonly days: number;
  /** Approximate records of each worker on each day. */
  readonly records: number;
}

/** Workers per crew; a crew works one sector and one session per day. */
const CREW = 50;

export async function seedPaidFarm(stage: Stage, size: MonthOfWork): Promise<PaidFarm> {
  const crews = Math.ceil(size.workers / CREW);
  const applied = await provision(stage, crews);
  const { companyId } = applied;
  const workers = await hire(stage, companyId, size.workers);
  const jwt = await stage.jwt(ADMIN);
  const userId = applied.users[ADMIN] ?? '';
  const projectId = applied.projects['farm'] ?? '';
  await stage.asSuperuser(async (client) => {
    // Skips foreign-key checks: the rows reference each other by construction, and checking each would take minutes.
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO production.sessions
         (company_id, session_id, project_id, sector_id, sector_name, timezone, owner_user_id, owner_idp_id,
          local_date, day, midnight_at, opened_at, created_at, max_duration_hours, sync_grace_hours, ends_at, end_reason,
          lapses_at, status, closed_at, closed_by, closed_reason, sampling_unit, price_per_unit, bonus, fingerprint)
       SELECT $1, md5('paid ' || day || ' ' || crew)::uuid, $3, ($4::uuid[])[crew], 'Sector', 'UTC', $5, $6,
              $2::date + day, at, at, at + interval '7 hours', at, 12, 48, at + interval '19 hours', 'max_duration',
              at + interval '67 hours', 'closed', at + interval '15 hours', 'user', 'manual', 'kg', 0.417,
              CASE WHEN day % 7 = 0 THEN '{"type": "fixed", "value": 100}'::jsonb END, 'seeded'
       FROM generate_series(0, $7::int - 1) AS day, generate_series(1, $8::int) AS crew, LATERAL (SELECT ${DAY} AS at) AS t`,
      [companyId, FIRST_DAY, projectId, Object.values(applied.sectors), userId, ADMIN, size.days, crews],
    );
    await client.query(
      `WITH added AS (
         INSERT INTO production.records
           (company_id, record_id, session_id, worker_id, worker_name, units, kind, client_event_id, recorded_at,
            created_at, created_by)
         SELECT $1, gen_random_uuid(), md5('paid ' || day || ' ' || (w - 1) / ${CREW} + 1)::uuid, ($3::uuid[])[w], 'Picker',
                (20 + (w * 7 + r * 3 + day) % 40) / 8.0, 'addition', 'phone-' || day || '-' || w || '-' || r,
                ${DAY} + interval '7 hours' + r * interval '40 minutes', ${DAY}, $4
         FROM generate_series(0, $5::int - 1) AS day, generate_series(1, cardinality($3::uuid[])) AS w,
              generate_series(1, $6::int) AS r
         RETURNING company_id, session_id, worker_id, units)
       INSERT INTO production.tallies
         (company_id, session_id, worker_id, worker_name, units_added, units_voided, record_count, voided_count)
       SELECT company_id, session_id, worker_id, 'Picker', sum(units), 0, count(*), 0
       FROM added GROUP BY company_id, session_id, worker_id`,
      [companyId, FIRST_DAY, workers.map(({ id }) => id), userId, size.days, size.records],
    );
    await client.query(
      `INSERT INTO workforce.shifts
         (company_id, shift_id, worker_id, project_id, kind, timezone, local_date, day, started_at, ended_at, breaks,
          meal_ms, rest_ms, client_event_id, sent_as, created_at, created_by, created_by_idp_id)
       SELECT $1, gen_random_uuid(), ($3::uuid[])[w], $4, 'piece', 'UTC', $2::date + day, at, at + interval '7 hours',
              at + interval '15 hours' + (w % 60) * interval '1 minute', '[]', 1800000, 1200000, 'shift-' || day || '-' || w,
              '', at, $5, $6
       FROM generate_series(0, $7::int - 1) AS day, generate_series(1, cardinality($3::uuid[])) AS w,
            LATERAL (SELECT ${DAY} AS at) AS t`,
      [companyId, FIRST_DAY, workers.map(({ id }) => id), projectId, userId, ADMIN, size.days],
    );
    await client.query(
      'VACUUM (ANALYZE) production.sessions, production.records, production.tallies, workforce.shifts, workforce.workers',
    );
  });
  return { companyId, userId, projectId, jwt, workers };
}

function provision(stage: Stage, crews: number) {
  const sectors = Array.from({ length: crews }, (_, i) => ({
    key: `s${i}`,
    name: `Sector ${i}`,
    crop: 'Cherry',
  }));
  const policy = {
    ...{ validFrom: '2026-01-01', minimumWage: { amount: 11, per: 'hour' }, minimumWageBasis: 'workweek' },
    ...{ restBreaks: 'average', overtime: { weeklyHours: 40, dailyHours: 9, premium: 0.5 } },
  };
  return stage.apply({
    company: { key: 'paid', name: 'Paid', timezone: 'UTC', currency: 'USD' },
    users: [{ idpId: ADMIN, name: 'Admin', role: 'admin' }],
    projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC', sectors }],
    payPolicies: [policy],
  });
}
