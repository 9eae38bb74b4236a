import type { Bench, Figure, Scale } from '../../bench.ts';
import { newSubmission, openSurvey } from '../../stage/farms/surveyed-farm.ts';
import type { Stage } from '../../stage/stage.ts';
import { againstBareServer } from './against-bare-server.ts';

const CLIENTS = 32;

export const forms: Bench = {
  name: 'forms',
  summary: `one form record without media per request, ${CLIENTS} scouts`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const requests = scale.quick ? 4 : 150;
    const scouts = await openSurvey(stage, 'forms', CLIENTS);
    const api = await stage.startApi();
    process.env['BENCH_COMPANY_ID'] = scouts[0]?.companyId ?? '';
    process.env['BENCH_USER_ID'] = scouts[0]?.userId ?? '';
    const figure = await againstBareServer(stage, scale, {
      bench: 'forms',
      what: 'one form record per request against bare node:http + pg',
      target: { atLeast: 1 },
      service: api.url.href,
      bare: 'form-server',
      path: '/api/control/forms/record',
      clients: () =>
        scouts.map((scout) => ({
          jwt: scout.jwt,
          bodies: Array.from({ length: requests }, (_, i) => JSON.stringify(newSubmission(scout, i))),
        })),
    });
    await api.stop();
    return [figure];
  },
};
