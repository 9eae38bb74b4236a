import { query, today } from '../../matrix/reads.ts';
import { createUpTo } from '../limit.ts';
import { readsAndUnread } from '../reads-and-unread.ts';
import type { TwoStep } from '../two-step.ts';

const TREATMENTS = 400;
const SESSIONS = 39;
const AT_ONCE = 20;

/** Each session of a sector is compared with each treatment of it. */
export const treatmentsSessions: TwoStep = {
  name: 'treatments × sessions',
  prepare: async ({ rival, stage }, { quick }) => {
    const sessions = quick ? 3 : SESSIONS;
    for (let index = 0; index < sessions; index++) await rival.openSession();
    const sectorIds = Array.from({ length: 40 }, (_, i) => rival.ids.sectors[`north/s${i}`]);
    const treatments = await createUpTo(quick ? 20 : TREATMENTS, () =>
      rival.send('ana', 'POST', '/api/control/treatments', {
        ...{ ...rival.treatmentBody(), projectId: rival.ids.projects['north'], sectorIds },
      }),
    );
    const days = query({ startTime: today(), endTime: today() });
    const user = Object.entries(rival.as('ana'));
    const program = [['authorization', `Bearer ${rival.credential('production')}`]] as const;
    const requests = [
      { method: 'GET', path: '/api/control/treatments', headers: user },
      { method: 'GET', path: '/api/control/treatments/export?format=csv', headers: user },
      { method: 'GET', path: '/api/control/production/sessions', headers: user },
      { method: 'GET', path: `/api/control/harvest?${days}`, headers: program },
    ];
    return {
      made: `${treatments} treatments of ${sectorIds.length} sectors, ${sessions} open sessions`,
      send: () => readsAndUnread(stage.api.ready.url, requests, quick ? 4 : AT_ONCE),
    };
  },
};
