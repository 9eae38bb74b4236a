import type { Bench, Scale } from '../../bench.ts';
import { newRecords, paths } from '../../records.ts';
import { openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';
import { againstBareServer } from './against-bare-server.ts';

const CLIENTS = 32;

export const single: Bench = {
  name: 'single',
  summary: `one record per request, ${CLIENTS} clients, each with a session of its own`,

  async run(stage: Stage, scale: Scale) {
    const requests = scale.quick ? 4 : 200;
    const api = await stage.startApi();
    const crews = await openCrews(stage, api, 'single', CLIENTS);
    const figure = await againstBareServer(stage, scale, {
      what: 'one record per request against bare node:http + pg',
      target: { atLeast: 1.5 },
      service: api.url.href,
      bare: 'record-server',
      settings: { BENCH_COMPANY_ID: crews[0]?.companyId ?? '' },
      path: paths.single,
      clients: () =>
        crews.map((crew) => ({
          jwt: crew.jwt,
          bodies: newRecords(crew, requests).map((record) => JSON.stringify(record)),
        })),
    });
    await api.stop();
    return [figure];
  },
};
