import { partsIn } from './shares-sql.ts';

/**
 * SQL of the ids of the records that `possibleRepeats` finds in a session; `$1` is the company. It sorts the records of the
 * session, a few thousand at most: an index for it would slow down every insert.
 */
export const possibleRepeatsOf = (session: string, seconds: string): string => `
  SELECT DISTINCT near.record_id FROM (
    SELECT r.record_id, least(r.recorded_at - lag(r.recorded_at) OVER worker, lead(r.recorded_at) OVER worker - r.recorded_at) AS gap
      FROM production.records r LEFT JOIN LATERAL ${partsIn('r')} ON true
     WHERE r.company_id = $1 AND r.session_id = ${session} AND r.kind = 'addition' AND r.voided_at IS NULL
    WINDOW worker AS (PARTITION BY coalesce(r.worker_id, part.worker_id) ORDER BY r.recorded_at)
  ) AS near WHERE near.gap <= make_interval(secs => ${seconds})`;

/** The same ids as an array, of a row `s` of the sessions; null for a session that marks none, of which nothing is read. */
export const REPEATS_OF_SESSION = `
  CASE WHEN s.repeat_seconds IS NOT NULL THEN ARRAY(${possibleRepeatsOf('s.session_id', 's.repeat_seconds')}) END`;
