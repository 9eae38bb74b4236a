import { daysFromNow } from '../../matrix/objects.ts';
import type { TwoSteps } from '../two-step.ts';

const PAY_RUNS = '/api/control/pay-runs';
/** The longest run. */
const MOST_DAYS = 62;
const until = (days: number) => ({ from: daysFromNow(-days), to: daysFromNow(-1) });
const dayOf = (index: number) => new Date(Date.UTC(1970, 0, 2 + index)).toISOString().slice(0, 10);

export const PAY: TwoSteps = {
  /** Each draft is worked out from each day of each worker. */
  'drafts × days': async (tenant) => {
    const { farm, quick } = tenant;
    const [people, days, most] = quick ? [10, 10, 5] : [200, MOST_DAYS, 60];
    await tenant.recordShifts(await tenant.hire(people), days);
    const drafts = await tenant.createUpTo(most, () => farm.send('ada', 'POST', PAY_RUNS, until(days)));
    return {
      made: `${drafts} drafts of ${days} days, ${people} workers`,
      send: () => tenant.allServed(Array.from({ length: 4 }, () => farm.send('ada', 'GET', PAY_RUNS))),
    };
  },

  /** Each hour of each worker is paid by the policy, the project's wage and the rate of its day. */
  'policies, rates and project wages × drafts': async (tenant) => {
    const { farm, quick } = tenant;
    const [most, people, days] = quick ? [20, 5, 5] : [20_000, 200, MOST_DAYS];
    const made: string[] = [];
    // All of the workers have the position.
    const terms = { payRates: { position: farm.mark }, projectWages: { project: 'north' }, payPolicies: {} };
    for (const [section, other] of Object.entries(terms)) {
      const termOf = (i: number) => ({ validFrom: dayOf(i), hourlyRate: 1 + (i % 50), ...other });
      made.push(`${await tenant.declare(most, 2_000, section, termOf)} ${section}`);
    }
    await tenant.recordShifts(await tenant.hire(people), days);
    const payRunId = await farm.openPayRun(until(days));
    const read = () => farm.send('ada', 'GET', `${PAY_RUNS}/${payRunId}`);
    return {
      made: `${made.join(', ')}; ${people} workers, ${days} days`,
      send: () => tenant.allServed(Array.from({ length: 4 }, read)),
    };
  },

  /** Each link works out the pay of its worker's days, and each draft every line that the office has stated. */
  'pay lines × receipts and drafts': async (tenant) => {
    const { farm, quick } = tenant;
    const [people, days] = [quick ? 5 : 100, 14];
    const workers = await tenant.hire(people);
    await tenant.recordShifts(workers, days);
    const workerOf = (index: number) => ({ workerId: workers[index % people] });
    const lines = await tenant.createUpTo(quick ? 20 : 2_000, (i) => {
      const line = { ...farm.payLineBody(), ...workerOf(i), day: daysFromNow(-1 - (i % days)) };
      return farm.send('ada', 'POST', '/api/control/pay-lines', line);
    });
    const links: string[] = [];
    await tenant.createUpTo(quick ? 5 : 100, async (i) => {
      const answer = await farm.send('ana', 'POST', '/api/control/receipts', { ...workerOf(i), days });
      const { data } = JSON.parse(answer.text) as { readonly data?: { readonly url: string } };
      if (data) links.push(new URL(data.url).pathname);
      return answer;
    });
    const pages = links.map((path) => ({ method: 'GET', path, headers: [] }));
    return {
      made: `${lines} lines, ${links.length} links`,
      send: async () => {
        await farm.roomForDraft();
        const drafted = farm.send('ada', 'POST', PAY_RUNS, until(days));
        const [read] = await Promise.all([tenant.readsAndUnread(pages, 20), drafted]);
        return 1 + read;
      },
    };
  },
};
