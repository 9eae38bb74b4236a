import { ADD_RECORDS, addRecordsParameters } from '@furrow/production/sql';
import { bareInsert } from '../../bare/bulk-insert.ts';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { bulkCalls, perSecond, startLoad } from '../../load/loads.ts';
import { type NewRecord, newRecord, newRecords, paths, recordCreated, stateOf } from '../../records.ts';
import { interleave } from '../../rounds.ts';
import { type Crew, openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 8;
const BATCH = 1_000;
const SHARERS = 3;

export const bulk: Bench = {
  name: 'bulk',
  summary: `${BATCH.toLocaleString('en')} new records a call into one session, ${CLIENTS} clients`,

  async run(stage: Stage, scale: Scale) {
    const [size, calls, alone] = scale.quick ? [50, 2, 5] : [BATCH, 5, 250];
    const api = await stage.startApi();
    const [crew] = (await openCrews(stage, api, 'bulk', 1)) as [Crew];
    const load = startLoad(stage);
    const insert = await bareInsert(stage, CLIENTS, bareRecordsOf(crew));
    await declareCrates(stage, crew.companyId);
    const clients = { jwt: crew.jwt, clients: CLIENTS, calls, size };
    const sync = (recordOf: (record: NewRecord, number: number) => object = (record) => record) =>
      perSecond(
        stage,
        load,
        bulkCalls(api, paths.bulk, clients, () => ({ records: newRecords(crew, size).map(recordOf) })),
      );
    const figures = await interleave(stage, 'records/s', scale.rounds, {
      service: () => sync(),
      'in crates': () => sync(({ units: _, ...record }) => ({ ...record, container: 'crate' })),
      shared: () => sync((record, number) => sharedBy(crew, record, number)),
      'without notes': () => withoutNotes(stage, sync),
      'bare unnest': () => insert(calls, size),
      'one by one': () =>
        perSecond(stage, load, {
          ...{ url: api.url.href, path: paths.single, calls: alone, expect: recordCreated },
          clients: Array.from({ length: CLIENTS }, () => ({
            ...{ jwt: crew.jwt, body: (call: number) => newRecord(crew, call) },
          })),
        }),
    });
    const { service } = figures;
    const against = (what: string, other: readonly number[], atLeast: number) =>
      compared(`bulk sync against ${what}`, 'records/s', service, other, { atLeast });
    const unlike = (what: string, measured: readonly number[], atLeast: number) =>
      compared(`bulk sync ${what}`, 'records/s', measured, service, { atLeast });
    return [
      against('a bare unnest insert', figures['bare unnest'], 0.5),
      against('one request per record', figures['one by one'], 5),
      against('the same without change log, events and audit', figures['without notes'], 0.95),
      unlike('in containers that have prices', figures['in crates'], 0.9),
      // They may take 1.3 times as long as others.
      unlike('of shared records against others', figures.shared, 0.77),
    ];
  },
};

/** A container, and prices of which one names it. */
function declareCrates(stage: Stage, companyId: string): Promise<unknown> {
  return stage.asSuperuser(async (client) => {
    await client.query(
      `INSERT INTO production.containers (company_id, key, name, unit, units, active) VALUES ($1, 'crate', 'Crate', 'kg', 35, true)`,
      [companyId],
    );
    await client.query(
      `INSERT INTO production.prices (company_id, price_key, valid_from, container, unit, price, active, changed_at)
       VALUES ($1, 'any', '2020-01-01', NULL, 'kg', 0.3, true, now()), ($1, 'crate', '2020-01-01', 'crate', 'kg', 0.4, true, now())`,
      [companyId],
    );
  });
}

/** The record in place of one of a single worker, of that worker and the next ones. */
function sharedBy({ workers }: Crew, { workerId: _, ...record }: NewRecord, number: number): object {
  const shares = Array.from({ length: SHARERS }, (__, next) => ({
    ...{ workerId: workers[(number + next) % workers.length]?.id, weight: 1 + next },
  }));
  return { ...record, shares };
}

/** Without the triggers of the tables that a sync writes, all of which note changes. */
async function withoutNotes(stage: Stage, work: () => Promise<number>): Promise<number> {
  const notes = (what: 'DISABLE' | 'ENABLE') =>
    stage.asSuperuser((client) =>
      client.query(
        ['records', 'tallies', 'sessions']
          .map((table) => `ALTER TABLE production.${table} ${what} TRIGGER USER`)
          .join('; '),
      ),
    );
  await notes('DISABLE');
  try {
    return await work();
  } finally {
    await notes('ENABLE');
  }
}

function bareRecordsOf(crew: Crew) {
  const names = new Map([...crew.workers, ...crew.qualities].map(({ id, name }) => [id, name]));
  const written = (record: NewRecord) =>
    stateOf(record, {
      workerName: names.get(record.workerId) ?? '',
      qualityName: names.get(record.qualityId ?? '') ?? null,
      createdBy: crew.userId,
    });
  return {
    ...{ companyId: crew.companyId, statement: ADD_RECORDS },
    batchOf: (size: number) => addRecordsParameters(crew.companyId, newRecords(crew, size).map(written)),
  };
}
