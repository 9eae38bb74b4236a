import type { Stage } from '../stage.ts';

const TALLIES_EACH = 10;

/**
 * Creates companies with one open session each, whose snapshot is up to date. The rows are filled in without triggers
 * and foreign keys: background jobs read only these tables of a farm in which nothing happens.
 */
export function openFarms(stage: Stage, count: number): Promise<void> {
  return stage.asSuperuser(async (client) => {
    await client.query('SET session_replication_role = replica');
    await client.query(
      `INSERT INTO access.companies (company_id, key, name, timezone)
       SELECT gen_random_uuid(), 'open-' || n, 'Farm', 'UTC' FROM generate_series(1, $1::int) AS n`,
      [count],
    );
    await client.query(
      `INSERT INTO production.sessions
         (company_id, session_id, project_id, sector_id, sector_name, timezone, owner_user_id, owner_idp_id, local_date, day,
          midnight_at, opened_at, created_at, max_duration_hours, sync_grace_hours, ends_at, end_reason, lapses_at, status,
          fingerprint)
       SELECT company_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Sector', 'UTC', gen_random_uuid(), 'owner',
              current_date, current_date, current_date + 1, now(), now(), 12, 48, now() + interval '12 hours', 'max_duration',
              now() + interval '60 hours' * random() + interval '1 hour', 'open', 'filled'
       FROM access.companies WHERE key LIKE 'open-%'`,
    );
    await client.query(
      `INSERT INTO production.tallies
         (company_id, session_id, worker_id, quality_id, worker_name, units_added, units_voided, record_count, voided_count)
       SELECT company_id, session_id, gen_random_uuid(), NULL, 'Picker', 5, 0, 5, 0
       FROM production.sessions, generate_series(1, ${TALLIES_EACH}) ORDER BY company_id, session_id`,
    );
    await client.query(
      `INSERT INTO production.quality_snapshots (company_id, session_id, movements, breakdown, taken_at)
       SELECT company_id, session_id, ${TALLIES_EACH} * 5, '[]', now() FROM production.sessions`,
    );
    await client.query('RESET session_replication_role');
    await client.query(
      'VACUUM (ANALYZE) production.sessions, production.tallies, production.quality_snapshots, access.companies',
    );
  });
}

/** Makes the time of `count` open sessions run out. @returns when all of them are closed, in seconds */
export function lapse(stage: Stage, count: number): Promise<number> {
  return stage.asSuperuser(async (client) => {
    await client.query(
      `UPDATE production.sessions SET lapses_at = now() - interval '1 second'
       WHERE (company_id, session_id) IN (SELECT company_id, session_id FROM production.sessions LIMIT $1)`,
      [count],
    );
    const began = performance.now();
    for (;;) {
      const { rows } = await client.query<{ closed: boolean }>(
        'SELECT NOT EXISTS (SELECT FROM production.sessions WHERE closed_at IS NULL AND lapses_at < now()) AS closed',
      );
      if (rows[0]?.closed) return (performance.now() - began) / 1_000;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
}
