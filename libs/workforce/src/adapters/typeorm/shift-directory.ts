import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import type { Break, ShiftKind } from '../../domain/index.ts';
import { breakOf, type StoredBreak } from './shift-row.ts';
import { OVERLAPPED } from './typeorm-shift-query.ts';
import { WorkerDirectory } from './worker-directory.ts';

/** A shift that is not void, with what a pay run needs. */
export interface WorkedShift {
  readonly shiftId: string;
  readonly workerId: string;
  readonly projectId: string;
  readonly day: LocalDate;
  readonly kind: ShiftKind;
  /** Milliseconds without meals, rests included; null while it is running. */
  readonly workMs: number | null;
  readonly restMs: number;
  readonly overlaps: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Epoch milliseconds; for a running shift the instant at which it is over at the latest. */
  readonly endedAt: number;
}

/** A shift that is not void, as its worker remembers it. */
export interface ShiftTimes {
  readonly day: LocalDate;
  readonly kind: ShiftKind;
  readonly startedAt: Date;
  /** Null while it is running. */
  readonly endedAt: Date | null;
  readonly timezone: string;
  /** Without meals, rests included; null while it is running. */
  readonly hours: number | null;
  readonly breaks: readonly Break[];
}

/** Shifts that are read at once. */
const BATCH = 500;
const milliseconds = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::float8`;

const IN_DAYS = `
  s.company_id = $1 AND s.local_date BETWEEN $2::date AND $3::date
     AND s.started_at >= ($2::date - interval '14 hours') AT TIME ZONE 'UTC'
     AND s.started_at < ($3::date + interval '36 hours') AT TIME ZONE 'UTC'
     AND ($4::uuid IS NULL OR s.project_id = $4)`;

/** What `ShiftDirectory` reads. */
export const SHIFTS_WORKED = `
  SELECT s.shift_id AS "shiftId", s.worker_id AS "workerId", s.project_id AS "projectId", s.local_date::text AS day, s.kind,
         (extract(epoch FROM s.ended_at - s.started_at) * 1000 - s.meal_ms)::integer AS "workMs", s.rest_ms AS "restMs",
         ${OVERLAPPED} AS overlaps, ${milliseconds('s.started_at')} AS "startedAt",
         ${milliseconds(`coalesce(s.ended_at, s.started_at + interval '24 hours')`)} AS "endedAt"
    FROM workforce.shifts s
   WHERE ${IN_DAYS} AND s.voided_at IS NULL AND ($5::uuid IS NULL OR s.worker_id = $5)
   ORDER BY s.started_at, s.shift_id`;

/** What `timesOf` reads. */
export const SHIFT_TIMES = `
  SELECT s.local_date::text AS day, s.kind, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.timezone, s.breaks,
         round((extract(epoch FROM s.ended_at - s.started_at) * 1000 - s.meal_ms) / 3600000, 6)::float8 AS hours
    FROM workforce.shifts s
   WHERE ${IN_DAYS} AND s.voided_at IS NULL AND s.worker_id = $5
   ORDER BY s.started_at, s.shift_id`;

const CHANGED = `
  SELECT FROM workforce.shifts s WHERE ${IN_DAYS} AND (s.created_at >= $5 OR s.voided_at >= $5) LIMIT 1`;

const LAST_END = `
  SELECT max(coalesce(s.ended_at, s.started_at + interval '24 hours')) AS "lastEnd"
    FROM workforce.shifts s WHERE ${IN_DAYS} AND s.kind = 'piece' AND s.voided_at IS NULL`;

/** Local days, both included, of one project or of all. */
export interface ShiftDays {
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly projectId: string | null;
}

/** The same, of one worker or of all. */
export interface WorkedShiftFilter extends ShiftDays {
  readonly workerId: string | null;
}

/** A shift that is not void, with its breaks. Instants are epoch milliseconds. */
export interface ShiftInField {
  readonly shiftId: string;
  readonly workerId: string;
  readonly worker_name: string | null;
  readonly projectId: string;
  readonly startedAt: number;
  /** Null while it is running. */
  readonly endedAt: number | null;
  readonly breaks: readonly { readonly startedAt: number; readonly endedAt: number }[];
}

/** Those that begin after `$2` and not after `$3`. */
const BEGUN = 's.company_id = $1 AND s.voided_at IS NULL AND s.started_at > $2 AND s.started_at <= $3';
const IN_FIELD = `
  SELECT s.shift_id AS "shiftId", s.worker_id AS "workerId", s.project_id AS "projectId",
         ${milliseconds('s.started_at')} AS "startedAt", ${milliseconds('s.ended_at')} AS "endedAt", s.breaks`;
const IN_ORDER = 'ORDER BY s.worker_id, s.started_at, s.shift_id';

/**
 * `$4` the project of the running shift, or null. One pass over the shifts without a join: until PostgreSQL has statistics
 * of the day, it would compare each shift with each other one, or with each worker.
 */
const OF_RUNNING = `${IN_FIELD}
    FROM (
      SELECT s.*, bool_or(s.ended_at IS NULL AND ($4::uuid IS NULL OR s.project_id = $4))
                    OVER (PARTITION BY s.worker_id) AS is_at_work
        FROM workforce.shifts s WHERE ${BEGUN}
    ) s WHERE s.is_at_work ${IN_ORDER}`;

const OF_WORKERS = `${IN_FIELD}
    FROM workforce.shifts s WHERE ${BEGUN} AND s.worker_id = ANY ($4::uuid[]) ${IN_ORDER}`;

/** The company's shifts for other contexts, read in the caller's transaction. */
export class ShiftDirectory {
  /** In batches. */
  worked(
    tx: Transaction,
    { from, to, projectId, workerId }: WorkedShiftFilter,
  ): AsyncGenerator<WorkedShift[]> {
    return tx.batches<WorkedShift>(SHIFTS_WORKED, [tx.companyId, from, to, projectId, workerId], BATCH);
  }

  /** The shifts of one worker as the worker remembers them, in order. */
  async timesOf(
    tx: Transaction,
    workerId: string,
    { from, to }: Pick<ShiftDays, 'from' | 'to'>,
  ): Promise<ShiftTimes[]> {
    const rows = await tx.query<Omit<ShiftTimes, 'breaks'> & { readonly breaks: readonly StoredBreak[] }>(
      SHIFT_TIMES,
      [tx.companyId, from, to, null, workerId],
    );
    return rows.map(({ breaks, ...shift }) => ({ ...shift, breaks: breaks.map(breakOf) }));
  }

  /** Of workers with a running shift, in a project or in any, all that begin within the span. */
  ofRunning(
    tx: Transaction,
    projectId: string | null,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<ShiftInField[]> {
    return named(tx, tx.query(OF_RUNNING, [tx.companyId, from, to, projectId]));
  }

  /** Of these workers, all that begin within the span. */
  ofWorkers(
    tx: Transaction,
    workerIds: readonly string[],
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<ShiftInField[]> {
    return named(tx, tx.query(OF_WORKERS, [tx.companyId, from, to, workerIds]));
  }

  /** Whether a shift of these local days has been recorded or voided since. */
  async hasChanged(tx: Transaction, days: ShiftDays, since: Date): Promise<boolean> {
    const rows = await tx.query(CHANGED, [tx.companyId, days.from, days.to, days.projectId, since]);
    return rows.length > 0;
  }

  /** When the last of the piece shifts is over that begin on a local day, at the latest; null without any. */
  async lastEndOf(tx: Transaction, day: LocalDate): Promise<Date | null> {
    const [row] = await tx.query<{ lastEnd: Date | null }>(LAST_END, [tx.companyId, day, day, null]);
    return row?.lastEnd ?? null;
  }
}

async function named(
  tx: Transaction,
  reading: Promise<Omit<ShiftInField, 'worker_name'>[]>,
): Promise<ShiftInField[]> {
  const shifts = await reading;
  const names = await new WorkerDirectory().names(
    tx,
    shifts.map(({ workerId }) => workerId),
  );
  return shifts.map((shift) => ({ ...shift, worker_name: names.get(shift.workerId) ?? null }));
}
