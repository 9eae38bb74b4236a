/**
 * Refreshes the quality breakdown of sessions. `sessions` selects their (company_id, session_id); `$1` is the instant
 * of the snapshot. A snapshot of more movements is never overwritten by one of fewer.
 */
export const takeSnapshots = (sessions: string) => `
  INSERT INTO production.quality_snapshots AS kept (company_id, session_id, movements, breakdown, taken_at)
  SELECT company_id, session_id, sum(movements),
         jsonb_agg(jsonb_build_object('qualityId', quality_id, 'qualityName', name, 'units', trim_scale(units),
                     'percent', trim_scale(round(CASE WHEN total = 0 THEN 0 ELSE 100 * units / total END, 6)))
                   ORDER BY units DESC, name, quality_id),
         $1::timestamptz
  FROM (
    SELECT t.company_id, t.session_id, t.quality_id, q.name,
           sum(t.record_count + t.voided_count) AS movements,
           sum(t.units_added - t.units_voided) AS units,
           sum(sum(t.units_added - t.units_voided)) OVER (PARTITION BY t.company_id, t.session_id) AS total
    FROM (${sessions}) AS chosen
    JOIN production.tallies t USING (company_id, session_id)
    LEFT JOIN production.qualities q ON q.company_id = t.company_id AND q.quality_id = t.quality_id
    GROUP BY t.company_id, t.session_id, t.quality_id, q.name
  ) AS by_quality
  GROUP BY company_id, session_id
  ORDER BY company_id, session_id
  ON CONFLICT (company_id, session_id) DO UPDATE
    SET movements = excluded.movements, breakdown = excluded.breakdown, taken_at = excluded.taken_at
    WHERE kept.movements < excluded.movements`;

const lagging = (columns: string, where: string) => `
  SELECT ${columns} FROM production.sessions s
  JOIN production.tallies t USING (company_id, session_id)
  LEFT JOIN production.quality_snapshots q USING (company_id, session_id)
  WHERE s.closed_at IS NULL ${where}
  GROUP BY s.company_id, s.session_id, q.movements
  HAVING sum(t.record_count + t.voided_count) > coalesce(q.movements, 0)`;

/** Open sessions whose snapshot has not seen all of their movements. */
export const LAGGING_SESSIONS = lagging('s.company_id, s.session_id', '');

/** A page of them: the first `$1`, or those after the company `$2` and its session `$3`. */
export const laggingSessionsAfter = (isNext: boolean) => `
  ${lagging(
    's.company_id AS "companyId", s.session_id AS "sessionId"',
    isNext ? 'AND (s.company_id, s.session_id) > ($2::uuid, $3::uuid)' : '',
  )}
  ORDER BY s.company_id, s.session_id LIMIT $1`;
