import type { Bench, Figure, Scale } from '../../bench.ts';
import { startLoad } from '../../load/load.ts';
import { newRecords, paths } from '../../records.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import { openCrews } from '../../stage/crews.ts';
import type { Stage } from '../../stage/stage.ts';

const CLIENTS = 32;

export const single: Bench = {
  name: 'single',
  summary: `one record per request, ${CLIENTS} clients, each with a session of its own`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const requests = scale.quick ? 4 : 200;
    const api = await stage.startApi();
    const crews = await openCrews(stage, api, 'single', CLIENTS);
    process.env['BENCH_COMPANY_ID'] = crews[0]?.companyId ?? '';
    const bare = stage.start<never, { url: string }>(
      'The bare server',
      new URL('../../bare/record-server.js', import.meta.url),
    );
    const bareUrl = (await bare.answer()).url;
    const load = startLoad(stage);
    const ask = async (url: string) => {
      await stage.checkpoint();
      const bodies = (crew: (typeof crews)[number]) =>
        newRecords(crew, requests).map((record) => JSON.stringify(record));
      const clients = crews.map((crew) => ({ jwt: crew.jwt, bodies: bodies(crew) }));
      const expect = { status: 201, text: '"recordId":' };
      const { seconds } = await load.ask({ url, path: paths.single, expect, clients });
      return (CLIENTS * requests) / seconds;
    };
    const figures = await interleave(
      scale.rounds,
      { service: () => ask(api.url.href), 'bare server': () => ask(bareUrl) },
      (line) => stage.say(`requests/s, ${line}`),
    );
    await Promise.all([load.stop(), bare.stop(), api.stop()]);
    return [
      {
        bench: 'single',
        what: 'one record per request against bare node:http + pg',
        unit: 'requests/s',
        service: median(figures.service),
        against: median(figures['bare server']),
        ratio: medianRatio(figures.service, figures['bare server']),
        target: { atLeast: 1.5 },
      },
    ];
  },
};
