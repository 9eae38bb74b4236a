import { daysFromNow } from '../../matrix/reads.ts';
import { declared, numbers } from '../declared.ts';
import { hired } from '../hired.ts';
import { inBulk } from '../in-bulk.ts';
import { shiftsOf } from '../shifts.ts';
import type { TwoStep } from '../two-step.ts';

const PAY_RUNS = '/api/control/pay-runs';
const MOST = 20_000;
const PER_REQUEST = 2_000;
const WORKERS = 200;
const DAYS = 62;
const READS = 4;

/** Each hour of each worker is paid by the policy, the project's wage and the rate of its day. */
export const termsDrafts: TwoStep = {
  name: 'policies, rates and project wages × drafts',
  prepare: async ({ rival }, { quick }) => {
    const [most, people, days] = quick ? [20, 5, 5] : [MOST, WORKERS, DAYS];
    const dayOf = (index: number) => new Date(Date.UTC(1970, 0, 2 + index)).toISOString().slice(0, 10);
    const terms = async (section: string, other: object) =>
      `${await declared(rival, most, PER_REQUEST, (from, to) => ({
        [section]: numbers(from, to).map((i) => ({
          validFrom: dayOf(i),
          hourlyRate: 1 + (i % 50),
          ...other,
        })),
      }))} ${section}`;
    // All of the workers have the position.
    const made = [
      await terms('payRates', { position: rival.mark }),
      await terms('projectWages', { project: 'north' }),
      await terms('payPolicies', {}),
    ];
    const workers = await hired(rival, people);
    await inBulk(rival, '/api/control/shifts/bulk', 'shifts', shiftsOf(rival, workers, days));
    await rival.roomForDraft();
    const range = { from: daysFromNow(-days), to: daysFromNow(-1) };
    const { payRunId } = await rival.ask('POST', PAY_RUNS, range, 'ada');
    return {
      made: `${made.join(', ')}; ${workers.length} workers, ${days} days`,
      send: async () => {
        const reads = Array.from({ length: READS }, () =>
          rival.send('ada', 'GET', `${PAY_RUNS}/${String(payRunId)}`),
        );
        const wrong = (await Promise.all(reads)).find(({ status }) => status >= 300 && status !== 503);
        if (wrong) throw new Error(`${wrong.status}: ${wrong.text.slice(0, 300)}`);
        return READS;
      },
    };
  },
};
