import { daysFromNow } from '../../matrix/reads.ts';
import type { Farm } from '../../stage/farm.ts';
import { createUpTo } from '../limit.ts';
import { inBulk } from '../in-bulk.ts';
import { shiftsOf } from '../shifts.ts';
import type { TwoStep } from '../two-step.ts';

const PAY_RUNS = '/api/control/pay-runs';
const MOST_DRAFTS = 60;
/** The longest run. */
const DAYS = 62;
const WORKERS = 200;
const LISTS = 4;

/** Each draft is worked out from each day of each worker. */
export const draftsDays: TwoStep = {
  name: 'drafts × days',
  prepare: async ({ rival }, { quick }) => {
    const [workers, days] = quick ? [10, 10] : [WORKERS, DAYS];
    const ids = await workersOf(rival, workers);
    await inBulk(rival, '/api/control/shifts/bulk', 'shifts', shiftsOf(rival, ids, days));
    const range = { from: daysFromNow(-days), to: daysFromNow(-1) };
    const drafts = await createUpTo(quick ? 5 : MOST_DRAFTS, () =>
      rival.send('ada', 'POST', PAY_RUNS, range),
    );
    return {
      made: `${drafts} drafts of ${days} days, ${workers} workers`,
      send: async () => {
        await Promise.all(Array.from({ length: LISTS }, () => rival.send('ada', 'GET', PAY_RUNS)));
        return LISTS;
      },
    };
  },
};

async function workersOf(farm: Farm, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const { id } = await farm.ask('POST', '/api/control/workers', farm.workerBody());
    ids.push(String(id));
  }
  return ids;
}
