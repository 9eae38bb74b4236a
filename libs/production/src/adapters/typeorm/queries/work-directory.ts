import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { PriceList } from '../../../domain/index.ts';
import { pricesInUse } from '../prices/typeorm-price-repository.ts';
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
  /** Where records of the session have prices of their own; null: none. Absent: the session's. */
  readonly price?: string | null;
  /** What they were picked into, by its name, and how many of it. */
  readonly container?: string;
  readonly count?: number;
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
 * @param kinds what units are summed by besides, and its members as they are answered
 */
const sessionsWorked = (kinds: {
  /** Of a record, and of a part of one: a container that several share is of none of them. */
  readonly recorded: string;
  readonly ofParts: string;
  readonly columns: string;
  readonly members: string;
  readonly counts: string;
}) => `
  WITH chosen AS MATERIALIZED (
    SELECT session_id, project_id, local_date, opened_at, sampling_unit, price_per_unit, bonus, crop, variety,
           follows_prices OR price_per_unit IS NULL AS follows_prices, status = 'open' AND lapses_at > $5 AS open
      FROM production.sessions s
     WHERE ${IN_DAYS} AND ($6::uuid IS NULL OR EXISTS (
       SELECT FROM production.tallies t
        WHERE t.company_id = $1 AND t.session_id = s.session_id AND t.worker_id = $6))
  ), recorded AS (
    SELECT r.session_id, r.worker_id, r.recorded_at, r.units, NULL::numeric AS shared${kinds.recorded}
      FROM chosen JOIN production.records r ON ${VALID} AND r.shares IS NULL
    UNION ALL
    SELECT r.session_id, part.worker_id, r.recorded_at, part.units, part.units${kinds.ofParts}
      FROM chosen JOIN production.records r ON ${VALID} AND r.shares IS NOT NULL
     CROSS JOIN LATERAL ${partsIn('r')}
     WHERE part.units > 0
  ), by_shift AS (
    SELECT r.session_id, r.worker_id, span.shift, sum(r.units) AS units, sum(r.shared) AS shared${kinds.columns}${kinds.counts}
      FROM recorded r
      LEFT JOIN unnest($7::integer[], $8::uuid[], $9::date[], $10::timestamptz[], $11::timestamptz[])
             AS span (shift, worker_id, day, started_at, ended_at)
        ON span.worker_id = r.worker_id AND span.day = (r.recorded_at AT TIME ZONE 'UTC')::date
       AND r.recorded_at BETWEEN span.started_at AND span.ended_at
     GROUP BY r.session_id, r.worker_id, span.shift${kinds.columns}
  ), by_worker AS (
    SELECT session_id, worker_id,
           json_agg(CASE WHEN shared IS NULL THEN json_build_object('shift', shift, 'units', units::text${kinds.members})
             ELSE json_build_object('shift', shift, 'units', units::text, 'shared', shared::text${kinds.members}) END
             ORDER BY shift) AS units
      FROM by_shift GROUP BY session_id, worker_id
  ), by_session AS (
    SELECT session_id, json_agg(json_build_object('workerId', worker_id, 'units', units) ORDER BY worker_id) AS work
      FROM by_worker GROUP BY session_id
  )
  SELECT c.session_id AS "sessionId", c.project_id AS "projectId", c.local_date::text AS day, c.open, c.sampling_unit AS unit,
         c.price_per_unit::text AS "pricePerUnit", c.follows_prices AS "followsPrices", c.crop, c.variety,
         CASE WHEN c.bonus IS NOT NULL
           THEN json_build_object('type', c.bonus ->> 'type', 'value', c.bonus ->> 'value') END AS bonus,
         coalesce(w.work, '[]') AS work
    FROM chosen c LEFT JOIN by_session w ON w.session_id = c.session_id
   ORDER BY c.local_date, c.opened_at, c.session_id`;

export const SESSIONS_WORKED = sessionsWorked({
  ...{ recorded: '', ofParts: '', columns: '', members: '', counts: '' },
});

/** The same with what decides about prices, and containers. */
export const SESSIONS_WORKED_BY_KIND = sessionsWorked({
  recorded: ', r.quality_id, r.container, r.container_count',
  ofParts: ', r.quality_id, r.container, NULL',
  columns: ', r.quality_id, r.container',
  counts: ', sum(r.container_count) AS containers',
  members: `, 'qualityId', quality_id, 'container', container, 'count', containers`,
});

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

/** A session of which a price may hold that was declared or changed since. */
const PRICED_ANEW = `
  SELECT FROM production.prices p
    JOIN production.sessions s ON s.company_id = p.company_id AND s.local_date >= p.valid_from AND s.sampling_unit = p.unit
   WHERE ${IN_DAYS} AND p.company_id = $1 AND p.changed_at >= $5 AND ($6::timestamptz IS NULL OR s.opened_at < $6)
     AND (s.follows_prices OR s.price_per_unit IS NULL) AND (p.project_id IS NULL OR p.project_id = s.project_id)
     AND (p.crop IS NULL OR p.crop = s.crop) AND (p.variety IS NULL OR p.variety = s.variety)
   LIMIT 1`;

const ELSEWHERE = `
  SELECT DISTINCT t.worker_id AS "workerId", s.local_date::text AS day
    FROM production.sessions s
    JOIN production.tallies t ON t.company_id = s.company_id AND t.session_id = s.session_id
   WHERE s.company_id = $1 AND s.local_date BETWEEN $2 AND $3 AND s.project_id <> $4
     AND ($5::uuid IS NULL OR t.worker_id = $5) AND t.units_added > t.units_voided`;

/** A session as it is read: with the numbers of spans instead of the ids of shifts. */
interface WorkedRow extends Omit<WorkedSession, 'work'> {
  readonly followsPrices: boolean;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly work: readonly { readonly workerId: string; readonly units: readonly UnitsRow[] }[];
}

interface UnitsRow {
  readonly shift: number | null;
  readonly units: string;
  readonly shared?: string;
  readonly qualityId?: string | null;
  readonly container?: string | null;
  readonly count?: number | null;
}

/** The prices of a company, and the names of its containers. */
class WorkKinds {
  private constructor(
    readonly prices: PriceList,
    readonly containers: ReadonlyMap<string, string>,
  ) {}

  static async of(tx: Transaction): Promise<WorkKinds> {
    const [prices, containers] = await Promise.all([
      pricesInUse(tx),
      tx.query<{ key: string; name: string }>(
        'SELECT key, name FROM production.containers WHERE company_id = $1',
        [tx.companyId],
      ),
    ]);
    return new WorkKinds(new PriceList(prices), new Map(containers.map(({ key, name }) => [key, name])));
  }

  get areAny(): boolean {
    return !this.prices.isEmpty || this.containers.size > 0;
  }
}

function sessionOf(
  { followsPrices, crop, variety, work, ...session }: WorkedRow,
  spans: readonly WorkSpan[],
  kinds: WorkKinds,
): WorkedSession {
  const { projectId, day: localDate, unit: samplingUnit, pricePerUnit } = session;
  const prices = kinds.prices.of({
    ...{ projectId, crop, variety, localDate, samplingUnit, pricePerUnit, followsPrices },
  });
  const recorded = ({ shift, units, shared }: UnitsRow): WorkedUnits => {
    const shiftId = shift === null ? null : (spans[shift]?.shiftId ?? null);
    return shared === undefined ? { shiftId, units } : { shiftId, units, shared };
  };
  const ofKind = ({ qualityId = null, container = null, count = null, ...row }: UnitsRow): WorkedUnits => ({
    ...recorded(row),
    ...(prices && { price: prices.priceOf({ qualityId, container }) }),
    ...(container !== null &&
      count !== null && { container: kinds.containers.get(container) ?? container, count }),
  });
  const unitsOf = kinds.areAny ? ofKind : recorded;
  return {
    ...session,
    work: work.map(({ workerId, units }) => ({ workerId, units: units.map((each) => unitsOf(each)) })),
  };
}

/** The work of sessions for other contexts, read in the caller's transaction. */
export class WorkDirectory {
  /** Sessions with their work, in batches. */
  async *sessions(
    tx: Transaction,
    filter: WorkedFilter,
    spans: readonly WorkSpan[],
    now: Date,
  ): AsyncGenerator<WorkedSession[]> {
    const kinds = await WorkKinds.of(tx);
    const parameters = workedParameters(tx.companyId, filter, spans, now);
    const sql = kinds.areAny ? SESSIONS_WORKED_BY_KIND : SESSIONS_WORKED;
    for await (const rows of tx.batches<WorkedRow>(sql, parameters, BATCH))
      yield rows.map((row) => sessionOf(row, spans, kinds));
  }

  /** The local days on which workers have valid units in other projects; none of a filter without a project. */
  async elsewhere(
    tx: Transaction,
    { from, to, projectId, workerId }: WorkedFilter,
  ): Promise<{ readonly workerId: string; readonly day: LocalDate }[]> {
    return projectId === null ? [] : tx.query(ELSEWHERE, [tx.companyId, from, to, projectId, workerId]);
  }

  /**
   * Whether a session of these local days, a record in it, or a price of it may have changed since.
   * @param openedBefore if given, only sessions that were opened before
   */
  async hasChanged(tx: Transaction, days: WorkedDays, since: Date, openedBefore?: Date): Promise<boolean> {
    const { from, to, projectId } = days;
    const rows = await tx.query(CHANGED, [tx.companyId, from, to, projectId, since, openedBefore ?? null]);
    if (rows.length > 0) return true;
    const priced = await tx.query(PRICED_ANEW, [
      ...[tx.companyId, from, to, projectId, since, openedBefore ?? null],
    ]);
    return priced.length > 0;
  }
}
