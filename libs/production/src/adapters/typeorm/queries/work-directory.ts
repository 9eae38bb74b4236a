import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { partsIn } from '../records/shares-sql.ts';
import { daySpanColumns, type WorkSpan } from './work-spans.ts';

/** A session with what a pay run needs. Quantities and money are exact decimal text. */
export interface WorkedSession {
  readonly sessionId: string;
  readonly projectId: string;
  readonly day: LocalDate;
  readonly open: boolean;
  readonly unit: string | null;
  readonly pricePerUnit: string | null;
  readonly bonus: { readonly type: 'fixed' | 'per_unit' | 'percent'; readonly value: string } | null;
  /** Valid units by worker and by the span in which they were recorded; null if in no span. */
  readonly work: readonly { readonly workerId: string; readonly units: readonly WorkedUnits[] }[];
}

export interface WorkedUnits {
  readonly shiftId: string | null;
  readonly units: string;
  /** Those that are parts of shared records; absent if there are none. */
  readonly shared?: string;
}

/** Local days, both included, of one project or of all. */
export interface WorkedDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly projectId: string | null;
}

/** The same, and of one worker the sessions in which the worker took part, with the work of everybody in them. */
export interface WorkedFilter extends WorkedDays {
  /** Null: all workers. */
  readonly workerId: string | null;
}

const BATCH = 20;

const IN_DAYS = `s.company_id = $1 AND s.local_date BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR s.project_id = $4)`;

const VALID = `r.company_id = $1 AND r.session_id = chosen.session_id AND r.kind = 'addition' AND r.voided_at IS NULL`;

/**
 * Each record, or part of a shared one, joins at most one span, found by worker and day, so that every record is read once
 * and none is sorted. Spans are numbered, because a number takes a sixth of the text of an id, in both directions.
 */
export const SESSIONS_WORKED = `
  WITH chosen AS MATERIALIZED (
    SELECT session_id, project_id, local_date, opened_at, sampling_unit, price_per_unit, bonus, status = 'open' AND lapses_at > $5 AS open
      FROM production.sessions s
     WHERE ${IN_DAYS} AND ($6::uuid IS NULL OR EXISTS (
       SELECT FROM production.tallies t
        WHERE t.company_id = $1 AND t.session_id = s.session_id AND t.worker_id = $6))
  ), recorded AS (
    SELECT r.session_id, r.worker_id, r.recorded_at, r.units, NULL::numeric AS shared
      FROM chosen JOIN production.records r ON ${VALID} AND r.shares IS NULL
    UNION ALL
    SELECT r.session_id, part.worker_id, r.recorded_at, part.units, part.units
      FROM chosen JOIN production.records r ON ${VALID} AND r.shares IS NOT NULL
     CROSS JOIN LATERAL ${partsIn('r')}
     WHERE part.units > 0
  ), by_shift AS (
    SELECT r.session_id, r.worker_id, span.shift, sum(r.units) AS units, sum(r.shared) AS shared
      FROM recorded r
      LEFT JOIN unnest($7::integer[], $8::uuid[], $9::date[], $10::timestamptz[], $11::timestamptz[])
             AS span (shift, worker_id, day, started_at, ended_at)
        ON span.worker_id = r.worker_id AND span.day = (r.recorded_at AT TIME ZONE 'UTC')::date
       AND r.recorded_at BETWEEN span.started_at AND span.ended_at
     GROUP BY r.session_id, r.worker_id, span.shift
  ), by_worker AS (
    SELECT session_id, worker_id,
           json_agg(CASE WHEN shared IS NULL THEN json_build_object('shift', shift, 'units', units::text)
             ELSE json_build_object('shift', shift, 'units', units::text, 'shared', shared::text) END ORDER BY shift) AS units
      FROM by_shift GROUP BY session_id, worker_id
  ), by_session AS (
    SELECT session_id, json_agg(json_build_object('workerId', worker_id, 'units', units) ORDER BY worker_id) AS work
      FROM by_worker GROUP BY session_id
  )
  SELECT c.session_id AS "sessionId", c.project_id AS "projectId", c.local_date::text AS day, c.open, c.sampling_unit AS unit,
         c.price_per_unit::text AS "pricePerUnit",
         CASE WHEN c.bonus IS NOT NULL
           THEN json_build_object('type', c.bonus ->> 'type', 'value', c.bonus ->> 'value') END AS bonus,
         coalesce(w.work, '[]') AS work
    FROM chosen c LEFT JOIN by_session w ON w.session_id = c.session_id
   ORDER BY c.local_date, c.opened_at, c.session_id`;

/** The parameters of SESSIONS_WORKED. */
export function workedParameters(
  companyId: string,
  { from, to, projectId, workerId }: WorkedFilter,
  spans: readonly WorkSpan[],
  now: Date,
): unknown[] {
  const columns = daySpanColumns(spans);
  return [
    ...[companyId, from, to, projectId, now, workerId],
    ...[columns.shift, columns.workerId, columns.day, columns.from, columns.to],
  ];
}

const CHANGED = `
  SELECT FROM production.sessions s
    JOIN production.session_changes c ON c.company_id = s.company_id AND c.session_id = s.session_id
   WHERE ${IN_DAYS} AND c.changed_at >= $5 AND ($6::timestamptz IS NULL OR s.opened_at < $6) LIMIT 1`;

const ELSEWHERE = `
  SELECT DISTINCT t.worker_id AS "workerId", s.local_date::text AS day
    FROM production.sessions s
    JOIN production.tallies t ON t.company_id = s.company_id AND t.session_id = s.session_id
   WHERE s.company_id = $1 AND s.local_date BETWEEN $2 AND $3 AND s.project_id <> $4
     AND ($5::uuid IS NULL OR t.worker_id = $5) AND t.units_added > t.units_voided`;

/** A session as it is read: with the numbers of spans instead of the ids of shifts. */
interface WorkedRow extends Omit<WorkedSession, 'work'> {
  readonly work: readonly {
    readonly workerId: string;
    readonly units: readonly (Omit<WorkedUnits, 'shiftId'> & { readonly shift: number | null })[];
  }[];
}

const withShifts = ({ workerId, units }: WorkedRow['work'][number], spans: readonly WorkSpan[]) => ({
  workerId,
  units: units.map(({ shift, ...each }) => ({
    shiftId: shift === null ? null : (spans[shift]?.shiftId ?? null),
    ...each,
  })),
});

/** The work of sessions for other contexts, read in the caller's transaction. */
export class WorkDirectory {
  /** Sessions with their work, in batches. */
  async *sessions(
    tx: Transaction,
    filter: WorkedFilter,
    spans: readonly WorkSpan[],
    now: Date,
  ): AsyncGenerator<WorkedSession[]> {
    const parameters = workedParameters(tx.companyId, filter, spans, now);
    for await (const rows of tx.batches<WorkedRow>(SESSIONS_WORKED, parameters, BATCH))
      yield rows.map((row) => ({ ...row, work: row.work.map((each) => withShifts(each, spans)) }));
  }

  /** The local days on which workers have valid units in other projects; none of a filter without a project. */
  async elsewhere(
    tx: Transaction,
    { from, to, projectId, workerId }: WorkedFilter,
  ): Promise<{ readonly workerId: string; readonly day: LocalDate }[]> {
    return projectId === null ? [] : tx.query(ELSEWHERE, [tx.companyId, from, to, projectId, workerId]);
  }

  /**
   * Whether a session of these local days, or a record in it, may have changed since.
   * @param openedBefore if given, only sessions that were opened before
   */
  async hasChanged(tx: Transaction, days: WorkedDays, since: Date, openedBefore?: Date): Promise<boolean> {
    const { from, to, projectId } = days;
    const rows = await tx.query(CHANGED, [tx.companyId, from, to, projectId, since, openedBefore ?? null]);
    return rows.length > 0;
  }
}
