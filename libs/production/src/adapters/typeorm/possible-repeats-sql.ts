/**
 * SQL of the ids of the records that `possibleRepeats` finds in a session; `$1` is the company. It sorts the records of the
 * session, a few thousand at most: an index for it would slow down every insert.
 */
export const possibleRepeatsOf = (session: string, seconds: string): string => `
  SELECT near.record_id FROM (
    SELECT m.record_id, least(m.recorded_at - lag(m.recorded_at) OVER worker, lead(m.recorded_at) OVER worker - m.recorded_at) AS gap
      FROM production.records m
     WHERE m.company_id = $1 AND m.session_id = ${session} AND m.kind = 'addition' AND m.voided_at IS NULL
    WINDOW worker AS (PARTITION BY m.worker_id ORDER BY m.recorded_at)
  ) AS near WHERE near.gap <= make_interval(secs => ${seconds})`;

/** The same ids as an array, of a row `s` of the sessions; null for a session that marks none, of which nothing is read. */
export const REPEATS_OF_SESSION = `
  CASE WHEN s.repeat_seconds IS NOT NULL THEN ARRAY(${possibleRepeatsOf('s.session_id', 's.repeat_seconds')}) END`;
