import { textOrder } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import type { RecordState } from '../../domain/index.ts';
import { tallyContainers } from './prices/container-tallies-sql.ts';

/** Adds movements to the tallies, which every writer locks in the same order. @param movements selects them */
export const tallied = (movements: string) => `
  INSERT INTO production.tallies AS t
    (company_id, session_id, worker_id, quality_id, worker_name, units_added, units_voided, record_count, voided_count)
  ${movements}
  ON CONFLICT (company_id, session_id, worker_id, quality_slot) DO UPDATE SET
    worker_name = excluded.worker_name,
    units_added = t.units_added + excluded.units_added,
    units_voided = t.units_voided + excluded.units_voided,
    record_count = t.record_count + excluded.record_count,
    voided_count = t.voided_count + excluded.voided_count`;

const INSERT_RECORDS = `
    INSERT INTO production.records
      (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind,
       client_event_id, idempotency_key, recorded_at, created_at, created_by, notes, badge, capture,
       container, container_count, gross, tare)
    SELECT $1, r.record_id, r.session_id, r.worker_id, r.worker_name, r.quality_id, r.units, 'addition',
           r.client_event_id, r.idempotency_key, r.recorded_at, r.created_at, r.created_by, r.notes, r.badge,
           r.capture::jsonb, r.container, r.container_count, r.gross, r.tare
    FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::numeric[], $9::text[],
                $10::text[], $11::timestamptz[], $12::timestamptz[], $13::text[], $14::text[], $15::text[],
                $16::text[], $17::integer[], $18::numeric[], $19::numeric[])
      AS r (created_by, record_id, session_id, worker_id, worker_name, quality_id, units, client_event_id,
            idempotency_key, recorded_at, created_at, notes, badge, capture, container, container_count, gross, tare)
    ON CONFLICT DO NOTHING`;

const tallyOf = (added: string) =>
  tallied(`
    SELECT $1::uuid, session_id, worker_id, quality_id, max(worker_name), sum(units), 0, count(*), 0
    FROM ${added} GROUP BY session_id, worker_id, quality_id ORDER BY session_id, worker_id, quality_id`);

const adding = (members: string, more = '') => `
    WITH added AS (${INSERT_RECORDS}
    RETURNING record_id, session_id, worker_id, worker_name, quality_id, units${members}
  ), tallied AS (${tallyOf('added')}${more}
  )
  SELECT record_id AS "recordId" FROM added`;

/** One statement for any number of records: inserts those whose keys are free, and updates their tallies. */
export const ADD_RECORDS: PreparedStatement = { name: 'add_records', text: adding('') };

/** The same for records of which some are in containers, whose tallies come after the others, as with a void. */
export const ADD_CONTAINED_RECORDS: PreparedStatement = {
  name: 'add_contained_records',
  text: adding(
    ', container, container_count',
    `
    RETURNING 1
  ), contained AS (${tallyContainers('(SELECT * FROM added WHERE container IS NOT NULL AND (SELECT count(*) FROM tallied) > 0) AS contained')}`,
  ),
};

/** The same in two statements, for a Citus. */
const ADD_RECORDS_ALONE: PreparedStatement = {
  name: 'add_records_alone',
  text: `${INSERT_RECORDS}
    RETURNING record_id AS "recordId"`,
};
const TALLY_RECORDS: PreparedStatement = {
  name: 'tally_records',
  text: tallyOf(`unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::numeric[])
      AS added (session_id, worker_id, quality_id, worker_name, units)`),
};
const TALLY_CONTAINERS: PreparedStatement = {
  name: 'tally_containers',
  text: tallyContainers(`unnest($2::uuid[], $3::uuid[], $4::text[], $5::integer[], $6::numeric[])
      AS added (session_id, quality_id, container, container_count, units)`),
};

/**
 * Two ways, because a Citus sends what one statement passes from table to table to every worker, and two statements take a
 * quarter more of PostgreSQL's time for a single record.
 *
 * @returns the ids of those that were added
 */
export async function addRecords(tx: Transaction, records: readonly RecordState[]): Promise<Set<string>> {
  const isContained = records.some(({ container }) => container !== null);
  const inOne = isContained ? ADD_CONTAINED_RECORDS : ADD_RECORDS;
  const rows = await tx.query<{ recordId: string }>(
    tx.isDistributed ? ADD_RECORDS_ALONE : inOne,
    addRecordsParameters(tx.companyId, records),
  );
  const added = new Set(rows.map((row) => row.recordId));
  if (!tx.isDistributed || added.size === 0) return added;
  const some = records.filter(({ recordId }) => added.has(recordId));
  const column = <K extends keyof RecordState>(name: K) => some.map((record) => record[name]);
  await tx.query(TALLY_RECORDS, [
    ...[tx.companyId, column('sessionId'), column('workerId'), column('qualityId')],
    ...[column('workerName'), column('units')],
  ]);
  const contained = some.filter(({ container }) => container !== null);
  if (contained.length > 0) await tallyContainersOf(tx, contained);
  return added;
}

async function tallyContainersOf(tx: Transaction, contained: readonly RecordState[]): Promise<void> {
  const column = <K extends keyof RecordState>(name: K) => contained.map((record) => record[name]);
  await tx.query(TALLY_CONTAINERS, [
    ...[tx.companyId, column('sessionId'), column('qualityId'), column('container')],
    ...[column('count'), column('units')],
  ]);
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
    column('badge'),
    sorted.map(({ capture }) => (capture === null ? null : JSON.stringify(capture))),
    ...[column('container'), column('count'), column('gross'), column('tare')],
  ];
}
