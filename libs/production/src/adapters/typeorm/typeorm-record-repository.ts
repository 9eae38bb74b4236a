import { isId, type Page, type PageRequest, textOrder } from '@furrow/kernel';
import { type Condition, PagedSelect, type PreparedStatement, type Transaction } from '@furrow/database';
import { RecordRepository } from '../../application/ports.ts';
import { ProductionRecord, type RecordState } from '../../domain/index.ts';

const COLUMNS = `
  r.record_id AS "recordId", r.session_id AS "sessionId", r.worker_id AS "workerId", r.worker_name AS "workerName",
  r.quality_id AS "qualityId", q.name AS "qualityName", r.units, r.kind, r.client_event_id AS "clientEventId",
  r.idempotency_key AS "idempotencyKey", r.voids_record_id AS "voidsRecordId", r.voided_at AS "voidedAt",
  r.recorded_at AS "recordedAt", r.created_at AS "createdAt", r.created_by AS "createdBy", r.notes`;
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

/** Adds the movements that a statement has written to the tallies, which every writer locks in the same order. */
const TALLY = (movements: string) => `
  INSERT INTO production.tallies AS t
    (company_id, session_id, worker_id, quality_id, worker_name, units_added, units_voided, record_count, voided_count)
  ${movements}
  ON CONFLICT (company_id, session_id, worker_id, quality_slot) DO UPDATE SET
    worker_name = excluded.worker_name,
    units_added = t.units_added + excluded.units_added,
    units_voided = t.units_voided + excluded.units_voided,
    record_count = t.record_count + excluded.record_count,
    voided_count = t.voided_count + excluded.voided_count`;

/** Inserts those whose keys are free. */
const INSERT_RECORDS = `
    INSERT INTO production.records
      (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind,
       client_event_id, idempotency_key, recorded_at, created_at, created_by, notes)
    SELECT $1, r.record_id, r.session_id, r.worker_id, r.worker_name, r.quality_id, r.units, 'addition',
           r.client_event_id, r.idempotency_key, r.recorded_at, r.created_at, r.created_by, r.notes
    FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::numeric[], $9::text[],
                $10::text[], $11::timestamptz[], $12::timestamptz[], $13::text[])
      AS r (created_by, record_id, session_id, worker_id, worker_name, quality_id, units, client_event_id,
            idempotency_key, recorded_at, created_at, notes)
    ON CONFLICT DO NOTHING
    RETURNING record_id, session_id, worker_id, worker_name, quality_id, units`;

const tallyOf = (added: string) =>
  TALLY(`
    SELECT $1::uuid, session_id, worker_id, quality_id, max(worker_name), sum(units), 0, count(*), 0
    FROM ${added} GROUP BY session_id, worker_id, quality_id ORDER BY session_id, worker_id, quality_id`);

/** One statement for any number of records: inserts those whose keys are free, and updates their tallies. */
export const ADD_RECORDS: PreparedStatement = {
  name: 'add_records',
  text: `
    WITH added AS (${INSERT_RECORDS}
  ), tallied AS (${tallyOf('added')}
  )
  SELECT record_id AS "recordId" FROM added`,
};

/** The same one after the other: a Citus sends what a statement passes from table to table to every worker. */
const ADD_RECORDS_ALONE: PreparedStatement = {
  name: 'add_records_alone',
  text: INSERT_RECORDS.replace(/RETURNING[^]*$/, 'RETURNING record_id AS "recordId"'),
};
const TALLY_RECORDS: PreparedStatement = {
  name: 'tally_records',
  text: tallyOf(`unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::numeric[])
      AS added (session_id, worker_id, quality_id, worker_name, units)`),
};

const RECORDS_BY_KEYS: PreparedStatement = {
  name: 'records_by_keys',
  text: `${RECORDS} AND r.created_by = $2 AND r.client_event_id = ANY($3::text[])
         UNION
         ${RECORDS} AND r.created_by = $2 AND r.idempotency_key = ANY($4::text[])`,
};

const VOID_RECORD = `
  WITH voided AS (
    UPDATE production.records SET voided_at = $3 WHERE company_id = $1 AND record_id = $2 AND voided_at IS NULL
    RETURNING *
  ), counter AS (
    INSERT INTO production.records
      (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind, voids_record_id,
       recorded_at, created_at, created_by, notes)
    SELECT $1, $4, session_id, worker_id, worker_name, quality_id, -units, 'void', record_id, $3, $3, $5, $6 FROM voided
    RETURNING record_id
  ), tallied AS (
    ${TALLY('SELECT $1, session_id, worker_id, quality_id, worker_name, 0, units, 0, 1 FROM voided')}
  )
  SELECT 1 FROM voided`;

/** The same one after the other, for a Citus. */
const VOID_ALONE = `
  UPDATE production.records SET voided_at = $3 WHERE company_id = $1 AND record_id = $2 AND voided_at IS NULL
  RETURNING record_id`;
const COUNTER_ALONE = `
  INSERT INTO production.records
    (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind, voids_record_id,
     recorded_at, created_at, created_by, notes)
  VALUES ($1, $2, $3, $4, $5, $6, -$7::numeric, 'void', $8, $9, $9, $10, $11)`;
const TALLY_VOIDED = TALLY('VALUES ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5, 0, $6::numeric, 0, 1)');

export class TypeormRecordRepository extends RecordRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async add(records: readonly ProductionRecord[]): Promise<Set<string>> {
    if (records.length === 0) return new Set();
    const states = records.map(({ state }) => state);
    const rows = await this.tx.query<{ recordId: string }>(
      this.tx.isDistributed ? ADD_RECORDS_ALONE : ADD_RECORDS,
      addRecordsParameters(this.tx.companyId, states),
    );
    const added = new Set(rows.map((row) => row.recordId));
    if (this.tx.isDistributed && added.size > 0)
      await this.#tally(states.filter(({ recordId }) => added.has(recordId)));
    return added;
  }

  async #tally(added: readonly RecordState[]): Promise<void> {
    await this.tx.query(TALLY_RECORDS, [
      this.tx.companyId,
      added.map(({ sessionId }) => sessionId),
      added.map(({ workerId }) => workerId),
      added.map(({ qualityId }) => qualityId),
      added.map(({ workerName }) => workerName),
      added.map(({ units }) => units),
    ]);
  }

  override async byKeys(
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

  override find(recordId: string): Promise<ProductionRecord | undefined> {
    return this.#one('r.record_id', recordId);
  }

  override async page(sessionId: string, request: PageRequest): Promise<Page<ProductionRecord>> {
    const { items, total } = await MOVEMENTS_PAGE.page(this.tx, request, [ofSession(sessionId)]);
    return { items: items.map((state) => ProductionRecord.restore(state)), total };
  }

  override counterOf(recordId: string): Promise<ProductionRecord | undefined> {
    return this.#one('r.voids_record_id', recordId);
  }

  override async void(record: ProductionRecord, counter: ProductionRecord): Promise<boolean> {
    if (this.tx.isDistributed) return this.#voidAlone(record, counter);
    const { recordId, createdAt, createdBy, notes } = counter.state;
    const voided = await this.tx.query(VOID_RECORD, [
      this.tx.companyId,
      record.state.recordId,
      createdAt,
      recordId,
      createdBy,
      notes,
    ]);
    return voided.length === 1;
  }

  async #voidAlone({ state }: ProductionRecord, counter: ProductionRecord): Promise<boolean> {
    const { recordId, createdAt, createdBy, notes } = counter.state;
    const { sessionId, workerId, workerName, qualityId, units } = state;
    const voided = await this.tx.query(VOID_ALONE, [this.tx.companyId, state.recordId, createdAt]);
    if (voided.length === 0) return false;
    await this.tx.query(COUNTER_ALONE, [
      ...[this.tx.companyId, recordId, sessionId, workerId, workerName, qualityId, units],
      ...[state.recordId, createdAt, createdBy, notes],
    ]);
    await this.tx.query(TALLY_VOIDED, [
      ...[this.tx.companyId, sessionId, workerId, qualityId, workerName, units],
    ]);
    return true;
  }

  async #one(column: string, id: string): Promise<ProductionRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.tx.query<RecordState>(`${RECORDS} AND ${column} = $2`, [this.tx.companyId, id]);
    return row && ProductionRecord.restore(row);
  }
}

/**
 * The parameters of ADD_RECORDS. Every process inserts records in order of user and key, so that two syncs of the same
 * records cannot deadlock.
 */
export function addRecordsParameters(companyId: string, records: readonly RecordState[]): unknown[] {
  const sorted = [...records].sort(
    (a, b) => textOrder(a.createdBy, b.createdBy) || textOrder(a.clientEventId ?? '', b.clientEventId ?? ''),
  );
  const column = <K extends keyof RecordState>(name: K) => sorted.map((record) => record[name]);
  return [
    companyId,
    column('createdBy'),
    column('recordId'),
    column('sessionId'),
    column('workerId'),
    column('workerName'),
    column('qualityId'),
    column('units'),
    column('clientEventId'),
    column('idempotencyKey'),
    column('recordedAt'),
    column('createdAt'),
    column('notes'),
  ];
}
