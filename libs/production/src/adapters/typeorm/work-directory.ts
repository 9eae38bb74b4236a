import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';

/** A session as whoever pays for it needs to know it. Quantities and money are exact decimal text. */
export interface WorkedSession {
  readonly sessionId: string;
  readonly day: LocalDate;
  readonly open: boolean;
  readonly unit: string | null;
  readonly pricePerUnit: string | null;
  readonly bonus: { readonly type: 'fixed' | 'per_unit' | 'percent'; readonly value: string } | null;
  /** Valid units by worker and by the span in which they were recorded; null: in none. */
  readonly work: readonly {
    readonly workerId: string;
    readonly units: readonly { readonly shiftId: string | null; readonly units: string }[];
  }[];
}

/** Time of one worker by which units are told apart, both ends included. */
export interface WorkSpan {
  readonly shiftId: string;
  readonly workerId: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

const WORKED = `
  WITH chosen AS (
    SELECT session_id, local_date, opened_at, sampling_unit, price_per_unit, bonus, status = 'open' AND lapses_at > $5 AS open
      FROM production.sessions
     WHERE company_id = $1 AND local_date BETWEEN $2 AND $3 AND ($4::uuid IS NULL OR project_id = $4)
  ), placed AS (
    SELECT DISTINCT ON (r.record_id) r.session_id, r.worker_id, r.units, span.shift_id
      FROM chosen
      JOIN production.records r ON r.company_id = $1 AND r.session_id = chosen.session_id AND r.kind = 'addition'
       AND r.voided_at IS NULL
      LEFT JOIN unnest($6::uuid[], $7::uuid[], $8::timestamptz[], $9::timestamptz[])
             AS span (shift_id, worker_id, started_at, ended_at)
        ON span.worker_id = r.worker_id AND r.recorded_at BETWEEN span.started_at AND span.ended_at
     ORDER BY r.record_id, span.started_at DESC
  ), by_shift AS (
    SELECT session_id, worker_id, shift_id, sum(units) AS units FROM placed GROUP BY session_id, worker_id, shift_id
  ), by_worker AS (
    SELECT session_id, worker_id,
           json_agg(json_build_object('shiftId', shift_id, 'units', units::text) ORDER BY shift_id) AS units
      FROM by_shift GROUP BY session_id, worker_id
  )
  SELECT c.session_id AS "sessionId", c.local_date::text AS day, c.open, c.sampling_unit AS unit,
         c.price_per_unit::text AS "pricePerUnit",
         CASE WHEN c.bonus IS NOT NULL
           THEN json_build_object('type', c.bonus ->> 'type', 'value', c.bonus ->> 'value') END AS bonus,
         coalesce((SELECT json_agg(json_build_object('workerId', w.worker_id, 'units', w.units) ORDER BY w.worker_id)
                     FROM by_worker w WHERE w.session_id = c.session_id), '[]') AS work
    FROM chosen c ORDER BY c.local_date, c.opened_at, c.session_id`;

/** What other contexts may know of the harvest's work, read in their own transaction. */
export class WorkDirectory {
  /** Sessions of these local days, both included, with their work; of one project, or of all. */
  sessions(
    tx: Transaction,
    days: { readonly from: LocalDate; readonly to: LocalDate; readonly projectId: string | null },
    spans: readonly WorkSpan[],
    now: Date,
  ): Promise<WorkedSession[]> {
    const column = <K extends keyof WorkSpan>(name: K) => spans.map((span) => span[name]);
    return tx.query<WorkedSession>(WORKED, [
      ...[tx.companyId, days.from, days.to, days.projectId, now],
      ...[column('shiftId'), column('workerId'), column('startedAt'), column('endedAt')],
    ]);
  }
}
