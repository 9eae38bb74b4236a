import { isId, type Page, type PageRequest } from '@furrow/kernel';
import { ProjectNotFound, WorkerNotFound } from '@furrow/kernel/errors';
import { type Condition, type Database, PagedSelect, type Transaction } from '@furrow/database';
import type { FarmDirectory, ShiftFilters, ShiftQuery, ShiftView } from '../../application/ports.ts';
import { breakOf, type StoredBreak } from './shift-row.ts';
import { WorkerDirectory } from './worker-directory.ts';

const BATCH = 500;

interface ListedShift extends Omit<ShiftView, 'breaks'> {
  readonly breaks: readonly StoredBreak[];
}

const hoursOf = (milliseconds: string) =>
  `CASE WHEN s.ended_at IS NOT NULL THEN round(${milliseconds} / 3600000, 6)::text END`;

/** The end of a shift, or the latest possible end while it is running. */
const until = (alias: string) => `coalesce(${alias}.ended_at, ${alias}.started_at + interval '24 hours')`;

/** Whether another shift of the same worker, not void, overlaps `s`; `$1` is the company. */
export const OVERLAPPED = `
  s.voided_at IS NULL AND EXISTS (
    SELECT FROM workforce.shifts o
     WHERE o.company_id = $1 AND o.worker_id = s.worker_id AND o.shift_id <> s.shift_id AND o.voided_at IS NULL
       AND o.started_at > s.started_at - interval '24 hours' AND o.started_at < ${until('s')}
       AND ${until('o')} > s.started_at)`;

const COLUMNS = `
  s.shift_id AS "shiftId", s.worker_id AS "workerId", w.full_name AS worker_name, s.project_id AS "projectId",
  s.sector_id AS "sectorId", s.kind, s.day, s.timezone, s.started_at AS "startedAt", s.ended_at AS "endedAt", s.breaks,
  ${hoursOf('(extract(epoch FROM s.ended_at - s.started_at) * 1000 - s.meal_ms)')} AS hours,
  ${hoursOf('s.rest_ms::numeric')} AS "restHours",
  array_remove(ARRAY[CASE WHEN s.ended_at IS NULL AND s.voided_at IS NULL THEN 'running' END,
                     CASE WHEN ${OVERLAPPED} THEN 'overlap' END], NULL) AS flags,
  s.client_event_id AS "clientEventId", s.voided_at IS NOT NULL AS voided, s.notes, s.created_by_idp_id AS "createdBy",
  s.created_at AS "createdAt"`;
const WORKER = 'LEFT JOIN workforce.workers w ON w.company_id = $1 AND w.worker_id = s.worker_id';

const SHIFT_BY_ID = {
  name: 'shift-by-id',
  text: `SELECT ${COLUMNS} FROM workforce.shifts s ${WORKER} WHERE s.company_id = $1 AND s.shift_id = $2`,
};

const SHIFTS = new PagedSelect<ListedShift>({
  name: 'shifts-listed',
  table: 'workforce.shifts s',
  key: 'shift_id',
  order: 's.started_at, s.shift_id',
  columns: COLUMNS,
  joins: WORKER,
});

export class TypeormShiftQuery implements ShiftQuery {
  constructor(
    private readonly database: Database,
    private readonly farmOf: (tx: Transaction) => FarmDirectory,
  ) {}

  async find(companyId: string, shiftId: string): Promise<ShiftView | undefined> {
    if (!isId(shiftId)) return undefined;
    const [row] = await this.database.tenant(companyId, (tx) =>
      tx.query<ListedShift>(SHIFT_BY_ID, [companyId, shiftId]),
    );
    return row && viewOf(row);
  }

  page(companyId: string, filters: ShiftFilters, request: PageRequest): Promise<Page<ShiftView>> {
    return this.database.tenant(companyId, async (tx) => {
      await this.#check(tx, filters);
      const { items, total } = await SHIFTS.page(tx, request, conditionsOf(filters));
      return { items: items.map(viewOf), total };
    });
  }

  each(
    companyId: string,
    filters: ShiftFilters,
    onBatch: (shifts: readonly ShiftView[]) => Promise<void>,
  ): Promise<void> {
    return this.database.reads.tenant(companyId, async (tx) => {
      await this.#check(tx, filters);
      for await (const rows of SHIFTS.each(tx, conditionsOf(filters), BATCH)) await onBatch(rows.map(viewOf));
    });
  }

  async #check(tx: Transaction, { workerId, projectId }: ShiftFilters): Promise<void> {
    if (workerId !== null && (await new WorkerDirectory().names(tx, [workerId])).size === 0)
      throw new WorkerNotFound();
    if (projectId !== null && (await this.farmOf(tx).projects([projectId])).size === 0)
      throw new ProjectNotFound();
  }
}

/**
 * A local day begins at most 14 hours before the UTC day and ends at most 12 hours after it; the index is on instants.
 */
function conditionsOf({ from, to, workerId, projectId }: ShiftFilters): Condition[] {
  const all: (Condition & { value: string | null })[] = [
    {
      name: 'from',
      sql: (p) =>
        `s.local_date >= ${p}::date AND s.started_at >= (${p}::date - interval '14 hours') AT TIME ZONE 'UTC'`,
      value: from,
    },
    {
      name: 'to',
      sql: (p) =>
        `s.local_date <= ${p}::date AND s.started_at < (${p}::date + interval '36 hours') AT TIME ZONE 'UTC'`,
      value: to,
    },
    { name: 'worker', sql: (p) => `s.worker_id = ${p}::uuid`, value: workerId },
    { name: 'project', sql: (p) => `s.project_id = ${p}::uuid`, value: projectId },
  ];
  return all.filter(({ value }) => value !== null);
}

function viewOf({ breaks, ...row }: ListedShift): ShiftView {
  return { ...row, breaks: breaks.map(breakOf) };
}
