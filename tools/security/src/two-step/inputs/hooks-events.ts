import { createUpTo } from '../limit.ts';
import { shiftsOf } from '../shifts.ts';
import type { TwoStep } from '../two-step.ts';

const MOST_HOOKS = 100;
const SHIFTS = 1_000;

/** Each event of a company is sent to each of its hooks. */
export const hooksEvents: TwoStep = {
  name: 'hooks × events',
  prepare: async ({ rival }, { quick, receiver }) => {
    const body = { url: receiver.url, events: ['shift.recorded'] };
    const hooks = await createUpTo(quick ? 3 : MOST_HOOKS, () =>
      rival.send('ada', 'POST', '/api/control/webhooks', body),
    );
    const count = quick ? SHIFTS / 10 : SHIFTS;
    let expected = 0;
    return {
      made: `${hooks} hooks`,
      send: async () => {
        expected = receiver.ids.length + hooks * count;
        await rival.ask('POST', '/api/control/shifts/bulk', {
          shifts: shiftsOf(rival, [rival.worker], count),
        });
        return 1;
      },
      // At least once: a delivery that was cut off is sent again.
      isDone: async () => receiver.ids.length >= expected,
    };
  },
};
