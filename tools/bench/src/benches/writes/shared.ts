import { type Bench, compared, type Scale } from '../../bench.ts';
import { startLoad } from '../../load/load.ts';
import { newRecords, paths } from '../../records.ts';
import { interleave } from '../../rounds.ts';
import { type Crew, openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 4;
const BATCH = 1_000;
const SHARERS = 3;
/** 1,000 shared records may take 1.3 times as long as others. */
const AT_LEAST = 1 / 1.3;

export const shared: Bench = {
  name: 'shared',
  summary: `${BATCH.toLocaleString('en')} new records that ${SHARERS} workers share a call into one session, ${CLIENTS} clients`,

  async run(stage: Stage, scale: Scale) {
    const size = scale.quick ? 50 : BATCH;
    const calls = scale.quick ? 2 : 5;
    const api = await stage.startApi();
    const crews = (await openCrews(stage, api, 'shared', 2)) as [Crew, Crew];
    const load = startLoad(stage);
    const synced = async (crew: Crew, recordsOf: (crew: Crew, count: number) => object[]) => {
      await stage.checkpoint();
      const body = () => JSON.stringify({ records: recordsOf(crew, size) });
      const clients = Array.from({ length: CLIENTS }, () => ({
        ...{ jwt: crew.jwt, bodies: Array.from({ length: calls }, body) },
      }));
      const expect = { status: 207, text: `"summary":{"created":${size},"repeated":0,"failed":0}` };
      const { seconds } = await load.ask({ url: api.url.href, path: paths.bulk, expect, clients });
      return (CLIENTS * calls * size) / seconds;
    };
    const figures = await interleave(
      scale.rounds,
      {
        shared: () => synced(crews[0], sharedRecords),
        unshared: () => synced(crews[1], newRecords),
      },
      (line) => stage.say(`records/s, ${line}`),
    );
    await load.stop();
    await api.stop();
    const what = 'bulk sync of shared records against others';
    return [compared(what, 'records/s', figures.shared, figures.unshared, { atLeast: AT_LEAST })];
  },
};

/** New records, each of a worker and the next ones. */
function sharedRecords(crew: Crew, count: number): object[] {
  return newRecords(crew, count).map(({ workerId: _, ...record }, number) => ({
    ...record,
    shares: Array.from({ length: SHARERS }, (__, next) => ({
      workerId: crew.workers[(number + next) % crew.workers.length]?.id,
      weight: 1 + next,
    })),
  }));
}
