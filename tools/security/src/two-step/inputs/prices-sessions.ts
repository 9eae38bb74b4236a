import { query, today } from '../../matrix/reads.ts';
import { declared, numbers } from '../declared.ts';
import { inBulk } from '../in-bulk.ts';
import { readsAndUnread } from '../reads-and-unread.ts';
import type { TwoStep } from '../two-step.ts';

const PRICES = 20_000;
const PER_REQUEST = 500;
const CONTAINERS = 100;
/** No two of a day are open in one sector. */
const SESSIONS = 39;
const AT_ONCE = 20;

/** Each session of a page is worth what the prices of the company say of each kind of its records. */
export const pricesSessions: TwoStep = {
  name: 'prices × sessions',
  prepare: async ({ rival, stage }, { quick }) => {
    const [most, open] = quick ? [20, 3] : [PRICES, SESSIONS];
    const containers = Array.from({ length: quick ? 5 : CONTAINERS }, (_, i) => ({
      ...{ key: `priced-${i}`, name: `Priced ${i} ${rival.mark}`, unit: 'kg', units: 10 },
    }));
    await rival.ask('PATCH', '/api/control/farm', { containers }, 'ada');
    const day = (index: number) => new Date(Date.UTC(1980, 0, index)).toISOString().slice(0, 10);
    // Of all days and kinds, so that all of them may hold.
    const prices = await declared(rival, most, PER_REQUEST, (from, to) => ({
      prices: numbers(from, to).map((i) => ({
        ...{ validFrom: day(Math.floor(i / containers.length)), unit: 'kg', price: 1 + i },
        ...{
          project: 'north',
          crop: 'Cherry',
          quality: 'export',
          container: `priced-${i % containers.length}`,
        },
      })),
    }));
    const qualityId = rival.ids.qualities['export'];
    for (let index = 0; index < open; index++) {
      const session = await rival.openSession();
      const records = containers.map(({ key }) => {
        const { units: _, ...body } = rival.recordBody(session);
        return { ...body, container: key, qualityId };
      });
      await inBulk(rival, '/api/control/production/records/bulk', 'records', records);
    }
    const [user, program] = [Object.entries(rival.as('ana')), rival.credential('production')];
    const days = query({ startTime: today(), endTime: today() });
    const requests = [
      { method: 'GET', path: '/api/control/production/sessions?pageSize=100', headers: user },
      {
        method: 'GET',
        path: `/api/control/harvest?${days}`,
        headers: [['authorization', `Bearer ${program}`]] as const,
      },
    ];
    return {
      made: `${prices} prices, ${open} sessions of ${containers.length} containers`,
      send: () => readsAndUnread(stage.api.ready.url, requests, quick ? 4 : AT_ONCE),
    };
  },
};
