import { ZONE } from '@furrow/testbed/farms';
import { firstInstantOf, type System } from '@furrow/testbed/system';

/**
 * Copies a closed session with its tallies to another day, in SQL, for tests that need large numbers. Each has notes as
 * long as may be, so that fewer make a long answer: of four workers, 4 kB in a report.
 */
export async function copySession(
  system: System,
  sessionId: string,
  count: number,
  date: string,
): Promise<void> {
  await system.copyRows(
    `WITH copies AS (SELECT gen_random_uuid() AS id FROM generate_series(1, $2)),
     made AS (
       INSERT INTO production.sessions
       SELECT copy.* FROM production.sessions s, copies, jsonb_populate_record(s, jsonb_build_object(
         'session_id', copies.id, 'local_date', $3::text, 'day', $4::text, 'status', 'closed', 'local_id', null,
         'closed_at', $4::text, 'closed_by', 'system', 'closed_reason', 'midnight_local',
         'notes', repeat('🍒', 500))) AS copy
       WHERE s.session_id = $1
       RETURNING company_id, session_id
     )
     INSERT INTO production.tallies (company_id, session_id, worker_id, quality_id, worker_name, units_added,
                                     units_voided, record_count, voided_count)
     SELECT made.company_id, made.session_id, t.worker_id, t.quality_id, t.worker_name, t.units_added, t.units_voided,
            t.record_count, t.voided_count
     FROM made, production.tallies t WHERE t.session_id = $1`,
    [sessionId, count, date, firstInstantOf(date, ZONE)],
  );
}
