import type { Bench, Scale } from '../../bench.ts';
import { newRecord, paths } from '../../records.ts';
import { openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';
import { againstBareServer } from './against-bare-server.ts';

const CLIENTS = 32;

export const single: Bench = {
  name: 'single',
  summary: `one record per request, ${CLIENTS} clients, each with a session of its own`,

  async run(stage: Stage, scale: Scale) {
    const api = await stage.startApi();
    const crews = await openCrews(stage, api, 'single', CLIENTS);
    const figure = await againstBareServer(stage, scale, {
      what: 'one record per request against bare node:http + pg',
      target: { atLeast: 1.5 },
      ...{ api, bare: 'record-server', settings: { BENCH_COMPANY_ID: crews[0]?.companyId ?? '' } },
      path: paths.single,
      calls: scale.quick ? 4 : 200,
      clients: crews.map((crew) => ({ jwt: crew.jwt, body: (call) => newRecord(crew, call) })),
    });
    return [figure];
  },
};
