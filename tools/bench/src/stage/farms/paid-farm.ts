import { hire } from '../crews.ts';
import type { Stage } from '../stage.ts';
import { daysBefore, pick } from './harvest-farm.ts';

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
const BONUS = { type: 'fixed', value: 100 };

export const lastDayOf = ({ days }: MonthOfWork): string => daysBefore(FIRST_DAY, 1 - days);

export async function seedPaidFarm(stage: Stage, size: MonthOfWork): Promise<PaidFarm> {
  const crews = Math.ceil(size.workers / CREW);
  const applied = await provision(stage, crews);
  const { companyId } = applied;
  const workers = await hire(stage, companyId, size.workers);
  const jwt = await stage.jwt(ADMIN);
  const userId = applied.users[ADMIN] ?? '';
  const projectId = applied.projects['farm'] ?? '';
  const picked = { ...applied, projectId, workers, lastDay: lastDayOf(size), crew: CREW, bonus: BONUS };
  await pick(stage, picked, { first: 0, sessions: size.days * crews, recordsEach: CREW * size.records });
  await stage.asSuperuser(async (client) => {
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
    await client.query('VACUUM (ANALYZE) workforce.shifts, workforce.workers');
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
