import { PROBE } from '../farm.ts';
import type { Kind } from '../work/operation.ts';

/** The stored row of one operation. */
export interface Row {
  readonly key: string;
  /** The id under which the API reports it. */
  readonly id: string;
  /** In the form of `Operation.content`. */
  readonly content: Readonly<Record<string, unknown>>;
}

const READING_KEY = `device_id || ' ' || (extract(epoch FROM ts) * 1000)::bigint`;

/** For each kind, the rows of a company ($1) with the key and the content of its operations. */
export const ROWS: Readonly<Record<Kind, string>> = {
  session: `SELECT owner_user_id || ' ' || local_id AS key, session_id::text AS id,
      json_build_object('projectId', project_id, 'sectorId', sector_id,
        'openedAt', to_char(opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS content
    FROM production.sessions WHERE company_id = $1`,
  record: `SELECT created_by || ' ' || client_event_id AS key, record_id::text AS id,
      json_build_object('sessionId', session_id, 'workerId', worker_id, 'units', units, 'qualityId', quality_id,
        'idempotencyKey', idempotency_key, 'container', container, 'count', container_count, 'gross', gross, 'shares', (
          SELECT json_agg(json_build_object('workerId', part."workerId", 'units', part.units))
          FROM jsonb_to_recordset(shares) AS part ("workerId" uuid, units numeric))) AS content
    FROM production.records WHERE company_id = $1 AND kind = 'addition'`,
  void: `SELECT voids_record_id::text AS key, record_id::text AS id, json_build_object('units', units) AS content
    FROM production.records WHERE company_id = $1 AND kind = 'void'`,
  close: `SELECT session_id::text AS key, session_id::text AS id, '{}'::json AS content
    FROM production.sessions WHERE company_id = $1 AND closed_by = 'user'`,
  worker: `SELECT last_name AS key, worker_id::text AS id,
      json_build_object('first_name', first_name, 'last_name', last_name, 'hire_date', hire_date) AS content
    FROM workforce.workers WHERE company_id = $1`,
  form: `SELECT created_by || ' ' || client_record_id AS key, record_id::text AS id,
      json_build_object('trees', form_values->'trees', 'media', (
        SELECT count(*) FROM forms.record_media m JOIN media.objects o ON (o.company_id, o.key) = (m.company_id, m.media_key)
        WHERE (m.company_id, m.record_id) = (r.company_id, r.record_id) AND o.kept)) AS content
    FROM forms.records r WHERE company_id = $1`,
  shift: `SELECT created_by || ' ' || client_event_id AS key, shift_id::text AS id,
      json_build_object('workerId', worker_id, 'kind', kind) AS content
    FROM workforce.shifts WHERE company_id = $1`,
  treatment: `SELECT created_by || ' ' || client_event_id AS key, treatment_id::text AS id,
      json_build_object('product', product, 'dose', dose) AS content
    FROM agronomy.treatments WHERE company_id = $1`,
  reading: `SELECT key, key AS id, content FROM (
      SELECT ${READING_KEY} AS key, json_build_object('te', te) AS content
      FROM telemetry.weather WHERE company_id = $1 AND device_id <> '${PROBE}') AS each`,
  soil: `SELECT key, key AS id, content FROM (
      SELECT ${READING_KEY} AS key, json_build_object('depth', depth, 'moisture', moisture) AS content
      FROM telemetry.soil WHERE company_id = $1 AND device_id <> '${PROBE}') AS each`,
  uplink: `SELECT key, key AS id, content FROM (
      SELECT ${READING_KEY} AS key, json_build_object('te', te, 'moisture', moisture) AS content
      FROM (SELECT * FROM telemetry.weather WHERE company_id = $1 AND device_id = '${PROBE}') AS air
      FULL JOIN (SELECT * FROM telemetry.soil WHERE company_id = $1 AND device_id = '${PROBE}') AS ground
        USING (device_id, ts)) AS each`,
};

/** Movements of a company ($1), each part of a shared one by itself. */
const PARTS = `
  SELECT r.session_id, coalesce(part.worker_id, r.worker_id) AS worker_id, r.quality_id, r.kind, r.voided_at,
    coalesce(part.units, r.units) AS units, coalesce(part.n, 1) AS n
  FROM production.records r LEFT JOIN LATERAL ROWS FROM (jsonb_to_recordset(r.shares) AS ("workerId" uuid, units numeric))
    WITH ORDINALITY AS part (worker_id, units, n) ON true
  WHERE r.company_id = $1`;

/** Invariants: each query counts the violations within a company ($1). */
export const NEVER: Readonly<Record<string, string>> = {
  'tallies that differ from a recount of the records': `
    WITH recount AS (
      SELECT session_id, worker_id, quality_id,
        coalesce(sum(units) FILTER (WHERE kind = 'addition'), 0) AS added,
        coalesce(-sum(units) FILTER (WHERE kind = 'void'), 0) AS voided,
        count(*) FILTER (WHERE kind = 'addition') AS records,
        count(*) FILTER (WHERE kind = 'addition' AND voided_at IS NOT NULL) AS voids,
        count(*) FILTER (WHERE kind = 'addition' AND n > 1) AS further,
        count(*) FILTER (WHERE kind = 'addition' AND voided_at IS NOT NULL AND n > 1) AS further_voids
      FROM (${PARTS}) AS parts GROUP BY session_id, worker_id, quality_id),
    kept AS (SELECT * FROM production.tallies WHERE company_id = $1)
    SELECT count(*)::int AS count FROM recount r FULL JOIN kept t
      ON r.session_id = t.session_id AND r.worker_id = t.worker_id AND r.quality_id IS NOT DISTINCT FROM t.quality_id
    WHERE (r.added, r.voided, r.records, r.voids, r.further, r.further_voids) IS DISTINCT FROM
      (t.units_added, t.units_voided, t.record_count, t.voided_count, t.further_count, t.further_voided)`,
  'container tallies that differ from a recount of the records': `
    WITH recount AS (
      SELECT session_id, quality_id, container, sum(units) FILTER (WHERE voided_at IS NULL) AS units,
        sum(container_count) FILTER (WHERE voided_at IS NULL) AS containers, count(*) AS records, count(voided_at) AS voids
      FROM production.records WHERE company_id = $1 AND container IS NOT NULL GROUP BY session_id, quality_id, container),
    kept AS (SELECT * FROM production.container_tallies WHERE company_id = $1)
    SELECT count(*)::int AS count FROM recount r FULL JOIN kept t
      ON r.session_id = t.session_id AND r.container = t.container AND r.quality_id IS NOT DISTINCT FROM t.quality_id
    WHERE (coalesce(r.units, 0), coalesce(r.containers, 0), r.records, r.voids) IS DISTINCT FROM
      (t.units_added - t.units_voided, t.containers_added - t.containers_voided, t.record_count, t.voided_count)`,
  'shared records whose parts are not their units': `
    SELECT count(*)::int AS count FROM production.records r
    WHERE company_id = $1 AND shares IS NOT NULL AND units IS DISTINCT FROM (
      SELECT sum(part.units) FROM jsonb_to_recordset(r.shares) AS part (units numeric))`,
  'places with two open sessions on one day': `
    SELECT count(*)::int AS count FROM (
      SELECT FROM production.sessions WHERE company_id = $1 AND status = 'open'
      GROUP BY project_id, sector_id, local_date HAVING count(*) > 1) AS twice`,
  'counter-movements without their original': `
    SELECT count(*)::int AS count FROM production.records v LEFT JOIN production.records o
      ON (o.company_id, o.record_id, o.session_id) = (v.company_id, v.voids_record_id, v.session_id)
      AND o.worker_id IS NOT DISTINCT FROM v.worker_id AND o.quality_id IS NOT DISTINCT FROM v.quality_id AND o.kind = 'addition'
    WHERE v.company_id = $1 AND v.kind = 'void' AND (o.voided_at IS NULL OR o.units <> -v.units)`,
  'voided records without exactly one counter-movement': `
    SELECT count(*)::int AS count FROM production.records o
    WHERE company_id = $1 AND voided_at IS NOT NULL AND 1 <> (
      SELECT count(*) FROM production.records v WHERE v.company_id = $1 AND v.voids_record_id = o.record_id)`,
  'media without a record': `
    SELECT count(*)::int AS count FROM media.objects o
    WHERE company_id = $1 AND kept AND NOT EXISTS (
      SELECT FROM forms.record_media m WHERE (m.company_id, m.media_key) = (o.company_id, o.key))`,
};

/** Totals of each session of a company ($1) as its API must report them, computed from the records alone. */
export const RECOUNT = `
  SELECT s.session_id AS id, s.owner_user_id AS owner, json_build_object(
    'validUnits', coalesce(sum(units) FILTER (WHERE kind = 'addition' AND voided_at IS NULL), 0),
    'netUnits', coalesce(sum(units), 0),
    'recordCount', count(*) FILTER (WHERE kind = 'addition'),
    'voidedCount', count(*) FILTER (WHERE kind = 'addition' AND voided_at IS NOT NULL),
    'workerCount', max(crew.workers),
    'possibleRepeats', 0 -- no project of a run looks for repeats
  ) AS totals
  FROM production.sessions s LEFT JOIN production.records USING (company_id, session_id)
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT worker_id) AS workers FROM (${PARTS}) AS parts WHERE parts.session_id = s.session_id) AS crew
  WHERE company_id = $1 GROUP BY company_id, s.session_id`;
