import { textOrder } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import { partsOf, type RecordState } from '../../domain/index.ts';
import { tallyContainers } from './prices/container-tallies-sql.ts';
import { partsIn, sharesText } from './records/shares-sql.ts';

const SUMS = ['units_added', 'units_voided', 'record_count', 'voided_count'];
const FURTHER_PARTS = ['further_count', 'further_voided'];

const addedTo = (sums: readonly string[], movements: string) => `
  INSERT INTO production.tallies AS t
    (company_id, session_id, worker_id, quality_id, worker_name, ${sums.join(', ')})
  ${movements}
  ON CONFLICT (company_id, session_id, worker_id, quality_slot) DO UPDATE SET
    worker_name = excluded.worker_name, ${sums.map((sum) => `${sum} = t.${sum} + excluded.${sum}`).join(', ')}`;

/** Adds movements to the tallies, which every writer locks in the same order. @param movements selects them */
export const tallied = (movements: string) => addedTo(SUMS, movements);

/** The same of shared movements, part by part. @param movements has the counts of further parts too */
export const talliedParts = (movements: string) => addedTo([...SUMS, ...FURTHER_PARTS], movements);

/** @param shares what is inserted of shared records besides */
const insertRecords = (shares = { column: '', value: '', parameter: '', name: '' }) => `
    INSERT INTO production.records
      (company_id, record_id, session_id, worker_id, worker_name, quality_id, units, kind,
       client_event_id, idempotency_key, recorded_at, created_at, created_by, notes, badge, capture,
       container, container_count, gross, tare${shares.column})
    SELECT $1, r.record_id, r.session_id, r.worker_id, r.worker_name, r.quality_id, r.units, 'addition',
           r.client_event_id, r.idempotency_key, r.recorded_at, r.created_at, r.created_by, r.notes, r.badge,
           r.capture::jsonb, r.container, r.container_count, r.gross, r.tare${shares.value}
    FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::numeric[], $9::text[],
                $10::text[], $11::timestamptz[], $12::timestamptz[], $13::text[], $14::text[], $15::text[],
                $16::text[], $17::integer[], $18::numeric[], $19::numeric[]${shares.parameter})
      AS r (created_by, record_id, session_id, worker_id, worker_name, quality_id, units, client_event_id,
            idempotency_key, recorded_at, created_at, notes, badge, capture, container, container_count, gross,
            tare${shares.name})
    ON CONFLICT DO NOTHING`;
const INSERT_RECORDS = insertRecords();
const INSERT_SHARED_RECORDS = insertRecords({
  ...{ column: ', shares', value: ', r.shares::jsonb', parameter: ', $20::text[]', name: ', shares' },
});

const tallyOf = (added: string) =>
  tallied(`
    SELECT $1::uuid, session_id, worker_id, quality_id, max(worker_name), sum(units), 0, count(*), 0
    FROM ${added} GROUP BY session_id, worker_id, quality_id ORDER BY session_id, worker_id, quality_id`);

const tallyOfParts = (parts: string) =>
  talliedParts(`
    SELECT $1::uuid, session_id, worker_id, quality_id, max(worker_name), sum(units), 0, count(*), 0, sum(further), 0
    FROM ${parts} GROUP BY session_id, worker_id, quality_id ORDER BY session_id, worker_id, quality_id`);

/** What else is returned of records, and done with it. */
interface Further {
  readonly columns: string;
  readonly tallies: string;
}

const NOTHING: Further = { columns: '', tallies: '' };
/** Tallies of containers come after the others, as with a void, so that writers lock both in one order. */
const CONTAINERS: Further = {
  columns: ', container, container_count',
  tallies: `
    RETURNING 1
  ), contained AS (${tallyContainers('(SELECT * FROM added WHERE container IS NOT NULL AND (SELECT count(*) FROM tallied) > 0) AS contained')}`,
};

const adding = ({ columns, tallies }: Further) => `
    WITH added AS (${INSERT_RECORDS}
    RETURNING record_id, session_id, worker_id, worker_name, quality_id, units${columns}
  ), tallied AS (${tallyOf('added')}${tallies}
  )
  SELECT record_id AS "recordId" FROM added`;

const addingShared = ({ columns, tallies }: Further) => `
    WITH added AS (${INSERT_SHARED_RECORDS}
    RETURNING record_id, session_id, worker_id, worker_name, quality_id, units, shares${columns}
  ), parted AS (
    SELECT a.session_id, a.quality_id, coalesce(part.worker_id, a.worker_id) AS worker_id,
           coalesce(part.worker_name, a.worker_name) AS worker_name, coalesce(part.units, a.units) AS units,
           CASE WHEN part.n > 1 THEN 1 ELSE 0 END AS further
      FROM added a LEFT JOIN LATERAL ${partsIn('a')} ON true
  ), tallied AS (${tallyOfParts('parted')}${tallies}
  )
  SELECT record_id AS "recordId" FROM added`;

/** One statement for any number of records: inserts those whose keys are free, and updates their tallies. */
export const ADD_RECORDS: PreparedStatement = { name: 'add_records', text: adding(NOTHING) };
/** The same where some are in containers, where some are shared, or both. */
const ADD_CONTAINED_RECORDS: PreparedStatement = {
  ...{ name: 'add_contained_records', text: adding(CONTAINERS) },
};
const ADD_SHARED_RECORDS: PreparedStatement = { name: 'add_shared_records', text: addingShared(NOTHING) };
const ADD_SHARED_AND_CONTAINED_RECORDS: PreparedStatement = {
  ...{ name: 'add_shared_contained_records', text: addingShared(CONTAINERS) },
};

/** The same in statements of one table each, for a Citus. */
const ADD_RECORDS_ALONE: PreparedStatement = {
  name: 'add_records_alone',
  text: `${INSERT_RECORDS}
    RETURNING record_id AS "recordId"`,
};
const ADD_SHARED_RECORDS_ALONE: PreparedStatement = {
  name: 'add_shared_records_alone',
  text: `${INSERT_SHARED_RECORDS}
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
const TALLY_PARTS: PreparedStatement = {
  name: 'tally_parts',
  text: tallyOfParts(`unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::numeric[], $7::integer[])
      AS parts (session_id, worker_id, quality_id, worker_name, units, further)`),
};

/**
 * Two ways, because a Citus sends what one statement passes from table to table to every worker, and two statements take a
 * quarter more of PostgreSQL's time for a single record.
 *
 * @returns the ids of those that were added
 */
export async function addRecords(tx: Transaction, records: readonly RecordState[]): Promise<Set<string>> {
  const isAnyShared = records.some(({ shares }) => shares !== null);
  const isAnyContained = records.some(({ container }) => container !== null);
  const shared = isAnyContained ? ADD_SHARED_AND_CONTAINED_RECORDS : ADD_SHARED_RECORDS;
  const unshared = isAnyContained ? ADD_CONTAINED_RECORDS : ADD_RECORDS;
  const alone = isAnyShared ? ADD_SHARED_RECORDS_ALONE : ADD_RECORDS_ALONE;
  const inOne = isAnyShared ? shared : unshared;
  const rows = await tx.query<{ recordId: string }>(
    tx.isDistributed ? alone : inOne,
    (isAnyShared ? addSharedRecordsParameters : addRecordsParameters)(tx.companyId, records),
  );
  const added = new Set(rows.map((row) => row.recordId));
  if (!tx.isDistributed || added.size === 0) return added;
  const some = records.filter(({ recordId }) => added.has(recordId));
  const parameters = tallyParameters(tx.companyId, some);
  await (isAnyShared ? tx.query(TALLY_PARTS, parameters) : tx.query(TALLY_RECORDS, parameters.slice(0, -1)));
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

/** The parameters of TALLY_PARTS, and without the last one those of TALLY_RECORDS. */
function tallyParameters(companyId: string, records: readonly RecordState[]): unknown[] {
  const parts = records.flatMap((record) => partsOf(record).map((part, index) => ({ record, part, index })));
  return [
    companyId,
    parts.map(({ record }) => record.sessionId),
    parts.map(({ part }) => part.workerId),
    parts.map(({ record }) => record.qualityId),
    parts.map(({ part }) => part.workerName),
    parts.map(({ part }) => part.units),
    parts.map(({ index }) => (index > 0 ? 1 : 0)),
  ];
}

/**
 * The parameters of ADD_RECORDS. Every process inserts records in order of user and key, so that two syncs of the same
 * records cannot deadlock.
 */
export const addRecordsParameters = (companyId: string, records: readonly RecordState[]): unknown[] =>
  parametersOf(companyId, inOrder(records));

function addSharedRecordsParameters(companyId: string, records: readonly RecordState[]): unknown[] {
  const sorted = inOrder(records);
  return [...parametersOf(companyId, sorted), sorted.map(sharesText)];
}

const inOrder = (records: readonly RecordState[]) =>
  [...records].sort(
    (a, b) => textOrder(a.createdBy, b.createdBy) || textOrder(a.clientEventId ?? '', b.clientEventId ?? ''),
  );

function parametersOf(companyId: string, sorted: readonly RecordState[]): unknown[] {
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
