import type { Bench, Figure, Scale } from '../../bench.ts';
import { startLoad } from '../../load/load.ts';
import { interleave, median, medianRatio } from '../../rounds.ts';
import type { Stage } from '../../stage/stage.ts';
import { newSubmission, openSurvey } from '../../stage/farms/surveyed-farm.ts';

const CLIENTS = 32;
const PATH = '/api/control/forms/record';

export const forms: Bench = {
  name: 'forms',
  summary: `one form record without media per request, ${CLIENTS} scouts`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const requests = scale.quick ? 4 : 150;
    const scouts = await openSurvey(stage, 'forms', CLIENTS);
    const api = await stage.startApi();
    process.env['BENCH_COMPANY_ID'] = scouts[0]?.companyId ?? '';
    process.env['BENCH_USER_ID'] = scouts[0]?.userId ?? '';
    const bare = stage.start<never, { url: string }>(
      'The bare server',
      new URL('../../bare/form-server.js', import.meta.url),
    );
    const bareUrl = (await bare.answer()).url;
    const load = startLoad(stage);
    const ask = async (url: string) => {
      await stage.checkpoint();
      const clients = scouts.map((scout) => ({
        jwt: scout.jwt,
        bodies: Array.from({ length: requests }, (_, i) => JSON.stringify(newSubmission(scout, i))),
      }));
      const expect = { status: 201, text: '"recordId":' };
      const { seconds } = await load.ask({ url, path: PATH, expect, clients });
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
        bench: 'forms',
        what: 'one form record per request against bare node:http + pg',
        unit: 'requests/s',
        service: median(figures.service),
        against: median(figures['bare server']),
        ratio: medianRatio(figures.service, figures['bare server']),
        target: { atLeast: 1 },
      },
    ];
  },
};
