import type { Bench, Figure, Scale } from '../../bench.ts';
import { newSubmission, openSurvey } from '../../stage/farms/surveyed-farm.ts';
import type { Stage } from '../../stage/stage.ts';
import { againstBareServer } from './against-bare-server.ts';

/** A few crews at once, and a whole company in the evening. */
const CLIENTS = [16, 64];
/** Of all clients in a round. */
const REQUESTS = 4_800;

export const forms: Bench = {
  name: 'forms',
  summary: `one form record without media per request, ${CLIENTS.join(' and ')} scouts`,

  async run(stage: Stage, scale: Scale): Promise<Figure[]> {
    const scouts = await openSurvey(stage, 'forms', Math.max(...CLIENTS));
    const api = await stage.startApi();
    process.env['BENCH_COMPANY_ID'] = scouts[0]?.companyId ?? '';
    process.env['BENCH_USER_ID'] = scouts[0]?.userId ?? '';
    const figures: Figure[] = [];
    for (const clients of CLIENTS) {
      const requests = scale.quick ? 4 : REQUESTS / clients;
      const figure = await againstBareServer(stage, scale, {
        bench: 'forms',
        what: `one form record per request against bare node:http + pg, ${clients} scouts`,
        target: { atLeast: 1 },
        service: api.url.href,
        bare: 'form-server',
        path: '/api/control/forms/record',
        clients: () =>
          scouts.slice(0, clients).map((scout) => ({
            jwt: scout.jwt,
            bodies: Array.from({ length: requests }, (_, i) => JSON.stringify(newSubmission(scout, i))),
          })),
      });
      figures.push(figure);
    }
    await api.stop();
    return figures;
  },
};
