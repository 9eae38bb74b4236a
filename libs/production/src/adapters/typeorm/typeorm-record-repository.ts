import { isId, type Page, type PageRequest } from '@furrow/kernel';
import { type Condition, PagedSelect, type PreparedStatement, type Transaction } from '@furrow/database';
import type { RecordRepository } from '../../application/ports.ts';
import { ProductionRecord, type ProductionSession, type RecordState } from '../../domain/index.ts';
import { possibleRepeatsOf } from './records/possible-repeats-sql.ts';
import { addRecords, tallied, talliedParts } from './add-records-sql.ts';
import { TALLY_COUNTERED_CONTAINER } from './prices/container-tallies-sql.ts';
import { partsIn, sharesText } from './records/shares-sql.ts';

const COLUMNS = `
  r.record_id AS "recordId", r.session_id AS "sessionId", r.worker_id AS "workerId", r.worker_name AS "workerName",
  r.quality_id AS "qualityId", q.name AS "qualityName", r.units, r.kind, r.client_event_id AS "clientEventId",
  r.idempotency_key AS "idempotencyKey", r.voids_record_id AS "voidsRecordId", r.voided_at AS "voidedAt",
  r.recorded_at AS "recordedAt", r.created_at AS "createdAt", r.created_by AS "createdBy", r.notes, r.badge,
  r.capture, r.container, r.container_count AS count, trim_scale(r.gross)::text AS gross, trim_scale(r.tare)::text AS tare,
  r.shares`;
const QUALITY = 'LEFT JOIN production.qualities q ON q.company_id = $1 AND q.quality_id = r.quality_id';
const RECORDS = `SELECT ${COLUMNS} FROM production.records r ${QUALITY} WHERE r.company_id = $1`;

export const MOVEMENTS_PAGE = new PagedSelect<RecordState>({
  name: 'movements-page',
  table: 'production.records r',
  key: 'record_id',
  order: 'r.recorded_at, r.record_id',
  columns: COLUMNS,
  joins: QUALITY,
});

export const ofSession = (sessionId: string): Condition => ({
  ...{ name: 'session', sql: (p) => `r.session_id = ${p}`, value: sessionId },
});

const RECORDS_BY_KEYS: PreparedStatement = {
  name: 'records_by_keys',
  text: `${RECORDS} AND r.created_by = $2 AND r.client_event_id = ANY($3::text[])
         UNION
         ${RECORDS} AND r.created_by = $2 AND r.idempotency_key = ANY($4::text[])`,
};

const POSSIBLE_REPEATS: PreparedStatement = {
  name: 'possible_repeats',
  text: `SELECT record_id AS "recordId" FROM (${possibleRepeatsOf('$2', '$3::int')}) AS repeats`,
};

const MARK_VOIDED = `
  UPDATE production.records SET voided_at = $3 WHERE company_id = $1 AND record_id = $2 AND voided_at IS NULL`;
/** At most one of each record: that of the transaction that marked it. */
const ADD_COUNTER = `
  INSERT INTO production.records
    (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind, voids_record_id,
     recorded_at, created_at, created_by, notes, shares)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'void', $8, $9, $10, $11, $12, $13::jsonb)
  ON CONFLICT (company_id, voids_record_id) WHERE voids_record_id IS NOT NULL DO NOTHING RETURNING record_id`;
/** The counter-movement $2, if it was inserted. */
const TALLY_COUNTER = tallied(`
  SELECT $1::uuid, session_id, worker_id, quality_id, worker_name, 0, -units, 0, 1
  FROM production.records WHERE company_id = $1 AND record_id = $2`);
/** The same of its parts. */
const TALLY_COUNTER_PARTS = talliedParts(`
  SELECT $1::uuid, r.session_id, part.worker_id, r.quality_id, part.worker_name, 0, -part.units, 0, 1, 0,
         CASE WHEN part.n > 1 THEN 1 ELSE 0 END
    FROM production.records r CROSS JOIN LATERAL ${partsIn('r')}
   WHERE r.company_id = $1 AND r.record_id = $2 ORDER BY part.worker_id`);

export class TypeormRecordRepository implements RecordRepository {
  constructor(private readonly tx: Transaction) {}

  async add(records: readonly ProductionRecord[]): Promise<Set<string>> {
    if (records.length === 0) return new Set();
    return addRecords(
      this.tx,
      records.map(({ state }) => state),
    );
  }

  async byKeys(
    userId: string,
    clientEventIds: readonly string[],
    idempotencyKeys: readonly string[],
  ): Promise<ProductionRecord[]> {
    const rows = await this.tx.query<RecordState>(RECORDS_BY_KEYS, [
      this.tx.companyId,
      userId,
      clientEventIds,
      idempotencyKeys,
    ]);
    return rows.map((row) => ProductionRecord.restore(row));
  }

  find(recordId: string): Promise<ProductionRecord | undefined> {
    return this.#one('r.record_id', recordId);
  }

  async page(sessionId: string, request: PageRequest): Promise<Page<ProductionRecord>> {
    const { items, total } = await MOVEMENTS_PAGE.page(this.tx, request, [ofSession(sessionId)]);
    return { items: items.map((state) => ProductionRecord.restore(state)), total };
  }

  async possibleRepeats({ id, state }: ProductionSession): Promise<ReadonlySet<string>> {
    if (state.repeatSeconds === null) return new Set();
    const rows = await this.tx.query<{ recordId: string }>(POSSIBLE_REPEATS, [
      this.tx.companyId,
      id,
      state.repeatSeconds,
    ]);
    return new Set(rows.map(({ recordId }) => recordId));
  }

  counterOf(recordId: string): Promise<ProductionRecord | undefined> {
    return this.#one('r.voids_record_id', recordId);
  }

  async void(record: ProductionRecord, { state }: ProductionRecord): Promise<boolean> {
    const { companyId } = this.tx;
    const { recordId, sessionId, workerId, workerName, qualityId, units } = state;
    const tally = state.shares === null ? TALLY_COUNTER : TALLY_COUNTER_PARTS;
    const [, counted] = await Promise.all([
      this.tx.query(MARK_VOIDED, [companyId, record.state.recordId, state.createdAt]),
      this.tx.query(ADD_COUNTER, [
        ...[companyId, recordId, sessionId, workerId, workerName, qualityId, units, state.voidsRecordId],
        ...[state.recordedAt, state.createdAt, state.createdBy, state.notes, sharesText(state)],
      ]),
      this.tx.query(tally, [companyId, recordId]),
      record.state.container === null
        ? undefined
        : this.tx.query(TALLY_COUNTERED_CONTAINER, [companyId, recordId]),
    ]);
    return counted.length === 1;
  }

  async #one(column: string, id: string): Promise<ProductionRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.tx.query<RecordState>(`${RECORDS} AND ${column} = $2`, [this.tx.companyId, id]);
    return row && ProductionRecord.restore(row);
  }
}
