import type { Json, System } from '@furrow/testbed/system';

/** The movements of a session, each part of a shared one by itself. */
const PARTS = `
  SELECT coalesce(part."workerId", r.worker_id) AS worker_id, r.quality_id, r.kind, coalesce(part.units, r.units) AS units, r.voided_at
  FROM production.records r LEFT JOIN LATERAL jsonb_to_recordset(r.shares) AS part ("workerId" uuid, units numeric) ON true
  WHERE r.session_id = $1`;

/** Totals of a session, computed from its records alone. */
export async function recountTotals(system: System, sessionId: string): Promise<Json> {
  const [row] = await system.sql<{ totals: Json }>(
    `SELECT json_build_object(
       'validUnits', coalesce(sum(units) FILTER (WHERE kind = 'addition' AND voided_at IS NULL), 0),
       'netUnits', coalesce(sum(units), 0),
       'recordCount', count(*) FILTER (WHERE kind = 'addition'),
       'voidedCount', count(*) FILTER (WHERE kind = 'addition' AND voided_at IS NOT NULL),
       'workerCount', (SELECT count(DISTINCT worker_id) FROM (${PARTS}) AS parts),
       'possibleRepeats', 0 -- sessions of these tests mark none
     ) AS totals
     FROM production.records WHERE session_id = $1`,
    [sessionId],
  );
  return row?.totals;
}

/**
 * The workers of a session in the format of the harvest report, computed from its records alone, ordered by worker and
 * quality id.
 */
export async function recountWorkers(system: System, sessionId: string): Promise<Json> {
  const rows = await system.sql<{ worker: Json }>(
    `WITH counted AS (${PARTS}
     ), by_quality AS (
       SELECT worker_id, json_agg(json_build_object('qualityId', quality_id, 'validUnits', valid, 'recordCount', records)
                                  ORDER BY quality_id) AS list
       FROM (SELECT worker_id, quality_id,
                    coalesce(sum(units) FILTER (WHERE kind = 'addition' AND voided_at IS NULL), 0) AS valid,
                    count(*) FILTER (WHERE kind = 'addition') AS records
             FROM counted GROUP BY worker_id, quality_id) AS each
       GROUP BY worker_id
     )
     SELECT json_build_object('workerId', worker_id,
       'validUnits', coalesce(sum(units) FILTER (WHERE kind = 'addition' AND voided_at IS NULL), 0),
       'netUnits', sum(units), 'recordCount', count(*) FILTER (WHERE kind = 'addition'),
       'voidedCount', count(*) FILTER (WHERE kind = 'addition' AND voided_at IS NOT NULL),
       'qualityBreakdown', (array_agg(by_quality.list::jsonb))[1]) AS worker
     FROM counted JOIN by_quality USING (worker_id) GROUP BY worker_id ORDER BY worker_id`,
    [sessionId],
  );
  return rows.map(({ worker }) => worker);
}

/** A report's workers in the order and with the members of the recount. */
export function comparable(workers: Json): Json {
  const byId = (key: string) => (a: Json, b: Json) =>
    String(a[key] ?? '~') < String(b[key] ?? '~') ? -1 : 1;
  return [...workers].sort(byId('workerId')).map(({ worker_name: _, qualityBreakdown, ...worker }) => ({
    ...worker,
    qualityBreakdown: [...qualityBreakdown]
      .sort(byId('qualityId'))
      .map(({ qualityName: __, ...quality }) => quality),
  }));
}
