import { ADD_RECORDS, addRecordsParameters } from '@furrow/production/sql';
import { type Bench, compared, type Scale } from '../../bench.ts';
import { BareBulkInsert } from '../../bare/bulk-insert.ts';
import { type Load, startLoad } from '../../load/load.ts';
import { newRecords, paths, stateOf } from '../../records.ts';
import { interleave } from '../../rounds.ts';
import { type Crew, openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 8;
const BATCH = 1_000;

type NewRecord = ReturnType<typeof newRecords>[number];

export const bulk: Bench = {
  name: 'bulk',
  summary: `${BATCH.toLocaleString('en')} new records a call into one session, ${CLIENTS} clients`,

  async run(stage: Stage, scale: Scale) {
    const size = scale.quick ? 50 : BATCH;
    const calls = scale.quick ? 2 : 5;
    const alone = scale.quick ? 5 : 250;
    const api = await stage.startApi();
    const [crew] = (await openCrews(stage, api, 'bulk', 1)) as [Crew];
    const load = startLoad(stage);
    const bare = await BareBulkInsert.connect(stage, CLIENTS);
    await declareCrates(stage, crew.companyId);
    const sync = async (recordOf: (record: NewRecord) => object = (record) => record) => {
      await stage.checkpoint();
      const records = () => newRecords(crew, size).map((record) => recordOf(record));
      const bodies = () => Array.from({ length: calls }, () => JSON.stringify({ records: records() }));
      const expect = { status: 207, text: `"summary":{"created":${size},"repeated":0,"failed":0}` };
      return (CLIENTS * calls * size) / (await send(load, api.url, paths.bulk, expect, crew, bodies));
    };
    const say = (line: string) => stage.say(`records/s, ${line}`);
    const figures = await interleave(
      scale.rounds,
      {
        service: () => sync(),
        'in crates': () => sync(({ units: _, ...record }) => ({ ...record, container: 'crate' })),
        'without notes': () => withoutNotes(stage, sync),
        'bare unnest': async () => {
          await stage.checkpoint();
          return (CLIENTS * calls * size) / (await bare.run(bareRecordsOf(crew), calls, size));
        },
        'one by one': async () => {
          await stage.checkpoint();
          const bodies = () => newRecords(crew, alone).map((record) => JSON.stringify(record));
          const expect = { status: 201, text: '"recordId":' };
          return (CLIENTS * alone) / (await send(load, api.url, paths.single, expect, crew, bodies));
        },
      },
      say,
    );
    await bare.end();
    await load.stop();
    await api.stop();
    const figure = (
      what: string,
      against: Exclude<keyof typeof figures, 'service' | 'in crates'>,
      atLeast: number,
    ) => compared(`bulk sync against ${what}`, 'records/s', figures.service, figures[against], { atLeast });
    return [
      figure('a bare unnest insert', 'bare unnest', 0.5),
      figure('one request per record', 'one by one', 5),
      figure('the same without change log, events and audit', 'without notes', 0.95),
      compared(
        'bulk sync in containers that have prices',
        'records/s',
        figures['in crates'],
        figures.service,
        {
          atLeast: 0.9,
        },
      ),
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

async function withoutNotes(stage: Stage, work: () => Promise<number>): Promise<number> {
  await notes(stage, 'DISABLE');
  try {
    return await work();
  } finally {
    await notes(stage, 'ENABLE');
  }
}

/** The triggers of the tables that a sync writes, all of which note changes. */
function notes(stage: Stage, what: 'DISABLE' | 'ENABLE'): Promise<unknown> {
  const tables = ['records', 'tallies', 'sessions'];
  return stage.asSuperuser((client) =>
    client.query(tables.map((table) => `ALTER TABLE production.${table} ${what} TRIGGER USER`).join('; ')),
  );
}

const bareRecordsOf = (crew: Crew) => ({
  companyId: crew.companyId,
  statement: ADD_RECORDS,
  batchOf: (size: number) =>
    addRecordsParameters(
      crew.companyId,
      newRecords(crew, size).map((record) => stateOf(crew, record)),
    ),
});

async function send(
  load: Load,
  url: URL,
  path: string,
  expect: { status: number; text: string },
  crew: Crew,
  bodies: () => string[],
): Promise<number> {
  const clients = Array.from({ length: CLIENTS }, () => ({ jwt: crew.jwt, bodies: bodies() }));
  const { seconds } = await load.ask({ url: url.href, path, expect, clients });
  return seconds;
}
