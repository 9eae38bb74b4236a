import { type Database, jsonInstant, jsonObject, type Transaction } from '@furrow/database';
import type {
  CsvDialect,
  FarmDirectory,
  HarvestScope,
  MovementLine,
  RecordQuery,
} from '../../../application/ports.ts';
import { REPEATS_OF_SESSION } from '../records/possible-repeats-sql.ts';
import { sharesAs } from '../records/shares-sql.ts';
import { IN_RANGE } from './typeorm-harvest-query.ts';

const BATCH = 1_000;

const ORDER = 's.day, s.opened_at, s.session_id';
const MOVEMENTS_OF_SESSIONS = `
  JOIN production.records r ON r.company_id = $1 AND r.session_id = s.session_id
  LEFT JOIN production.qualities q ON q.company_id = $1 AND q.quality_id = r.quality_id
  ORDER BY ${ORDER}, r.recorded_at, r.record_id`;

/** The members of a movement as it is answered, each an expression of SQL. */
const MEMBERS = {
  ...{ recordId: 'r.record_id', sessionId: 'r.session_id', sessionLocalId: 's.local_id' },
  ...{ projectId: 's.project_id', sectorId: 's.sector_id', sector_name: 's.sector_name' },
  ...{ workerId: 'r.worker_id', worker_name: 'r.worker_name', kind: 'r.kind' },
  ...{ units: 'trim_scale(r.units)', unit: 's.sampling_unit' },
  ...{ qualityId: 'r.quality_id', qualityName: 'q.name' },
  ...{
    voided: 'r.voided_at IS NOT NULL',
    voidedAt: jsonInstant('r.voided_at'),
    voidsRecordId: 'r.voids_record_id',
  },
  ...{ clientEventId: 'r.client_event_id', idempotencyKey: 'r.idempotency_key' },
  ...{ day: jsonInstant('s.day'), timezone: 's.timezone', recordedAt: jsonInstant('r.recorded_at') },
  ...{ createdAt: jsonInstant('r.created_at'), notes: 'r.notes', badge: 'r.badge' },
  ...{ captureMethod: "r.capture ->> 'method'", captureBadge: "r.capture ->> 'badge'" },
  possibleRepeat: 'coalesce(r.record_id = ANY (s.repeats), false)',
  ...{ container: 'r.container', count: 'r.container_count' },
  ...{ gross: 'trim_scale(r.gross)', tare: 'trim_scale(r.tare)' },
  shares: sharesAs(`json_agg(json_build_object('workerId', part.worker_id, 'worker_name', part.worker_name,
    'weight', trim_scale(part.weight), 'units', trim_scale(part.units)) ORDER BY part.n)`),
};
export type MovementMember = keyof typeof MEMBERS;

/** Sessions are sorted first, and the movements of each are sorted when its turn comes. */
const MOVEMENTS = `
  SELECT ${jsonObject(MEMBERS)}::text AS movement
  FROM (SELECT s.*, ${REPEATS_OF_SESSION} AS repeats
          FROM production.sessions s WHERE ${IN_RANGE} ORDER BY ${ORDER}) AS s ${MOVEMENTS_OF_SESSIONS}`;

const guarded = (text: string) => `CASE WHEN ${text} ~ $7 THEN '''' || ${text} ELSE ${text} END`;
const cell = (text: string) => `
  coalesce(CASE WHEN ${text} ~ $8 THEN '"' || replace(${guarded(text)}, '"', '""') || '"' ELSE ${guarded(text)} END, '')`;
const cellOf = (value: string) => `coalesce((${value})::text, '')`;
const UNITS = `replace(trim_scale(r.units)::text, '.', $9)`;
const measure = (column: string) => `coalesce(replace(trim_scale(${column})::text, '.', $9), '')`;
/** One text of all shares, which a program can part again: names may be equal, ids are not. */
const SHARES = sharesAs(`string_agg(
  concat_ws(' ', part.worker_id, ${measure('part.weight')}, ${measure('part.units')}), ' | ' ORDER BY part.n)`);
const cells = (...all: string[]) => `concat_ws($6, ${all.join(', ')})`;

/**
 * A line of CSV of each movement: JSON would take three times as long to write, and then has to be parsed. What is a
 * session's is written once for each session. $6 is the separator, $7 and $8 are the patterns of the dialect, and $9
 * is the decimal mark.
 */
export const MOVEMENT_LINES = `
  SELECT ${cells('r.record_id', 's.before')} AS before, ${jsonInstant('r.recorded_at')} AS "recordedAt", s.timezone,
         ${cells(
           ...[cellOf('r.worker_id'), cell('r.worker_name'), 'r.kind', UNITS, 's.unit'],
           ...[cellOf('r.quality_id'), cell('q.name')],
           ...[
             `CASE WHEN r.voided_at IS NULL THEN 'false' ELSE 'true' END`,
             cellOf(jsonInstant('r.voided_at')),
           ],
           ...[cellOf('r.voids_record_id'), cell('r.client_event_id'), cell('r.idempotency_key')],
           ...[jsonInstant('r.created_at'), cell('r.notes'), cell('r.badge')],
           ...[cellOf("r.capture ->> 'method'"), cell("(r.capture ->> 'badge')")],
           `CASE WHEN r.record_id = ANY (s.repeats) THEN 'true' ELSE 'false' END`,
           ...[cell('r.container'), cellOf('r.container_count'), measure('r.gross'), measure('r.tare')],
           cell(`(${SHARES})`),
         )} AS after
  FROM (SELECT s.*, ${REPEATS_OF_SESSION} AS repeats, ${cell('s.sampling_unit')} AS unit,
               ${cells(
                 ...[
                   's.session_id',
                   cell('s.local_id'),
                   's.project_id',
                   's.sector_id',
                   cell('s.sector_name'),
                 ],
                 ...['s.local_date', cell('s.timezone')],
               )} AS before
          FROM production.sessions s WHERE ${IN_RANGE} ORDER BY ${ORDER}) AS s ${MOVEMENTS_OF_SESSIONS}`;

type MovementScope = Omit<HarvestScope, 'now' | 'ownerUserId'>;

export class TypeormRecordQuery implements RecordQuery {
  constructor(
    private readonly database: Database,
    private readonly farmIn: (tx: Transaction) => FarmDirectory,
  ) {}

  movements(scope: MovementScope, onBatch: (movements: readonly string[]) => Promise<void>): Promise<void> {
    return this.#within(scope, async (tx, parameters) => {
      for await (const rows of tx.batches<{ movement: string }>(MOVEMENTS, parameters, BATCH))
        await onBatch(rows.map(({ movement }) => movement));
    });
  }

  movementLines(
    scope: MovementScope,
    { separator, decimal, guarded, quoted }: CsvDialect,
    onBatch: (lines: readonly MovementLine[]) => Promise<void>,
  ): Promise<void> {
    const dialect = [separator, guarded.source, quoted.source, decimal];
    return this.#within(scope, async (tx, parameters) => {
      const batches = tx.batches<MovementLine>(MOVEMENT_LINES, [...parameters, ...dialect], BATCH);
      for await (const rows of batches) await onBatch(rows);
    });
  }

  #within(
    scope: MovementScope,
    read: (tx: Transaction, parameters: readonly unknown[]) => Promise<void>,
  ): Promise<void> {
    const { companyId, start, end, projectId, sectorId } = scope;
    return this.database.reads.tenant(companyId, async (tx) => {
      await this.farmIn(tx).check(scope);
      await read(tx, [companyId, start, end, projectId, sectorId]);
    });
  }
}
