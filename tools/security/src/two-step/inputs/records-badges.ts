import { declared, numbers } from '../declared.ts';
import { hired } from '../hired.ts';
import { createUpTo } from '../limit.ts';
import type { TwoStep } from '../two-step.ts';

const RECORDS = '/api/control/production/records/bulk';
const CONTAINERS = 1_000;
const BADGES = 1_000;
const PER_REQUEST = 1_000;
const AT_ONCE = 6;
/** The most that one sheet may have. */
const ON_A_SHEET = 200;

/** Each record looks up a badge and a container, and repeats of its worker; sheets have a code for each worker. */
export const recordsBadges: TwoStep = {
  name: 'badges and containers × records',
  prepare: async ({ rival }, { quick }) => {
    const [most, count] = quick ? [10, 20] : [BADGES, PER_REQUEST];
    const wanted = quick ? 10 : CONTAINERS;
    const containers = await declared(rival, wanted, wanted, (from, to) => ({
      containers: numbers(from, to).map((i) => ({
        ...{ key: `bin-${i}`, name: `Bin ${i} ${rival.mark}`, unit: 'kg', tare: 1 },
      })),
    }));
    const workers = await hired(rival, most);
    const codeOf = (index: number) => `${rival.mark}-two-step-${index}`;
    const badges = await createUpTo(most, (index) =>
      rival.send('ana', 'PUT', `/api/control/badges/${codeOf(index)}`, { workerId: workers[index] }),
    );
    const sessionId = await rival.openSession();
    const aRecord = (index: number) => {
      const { clientEventId } = rival.recordBody(sessionId);
      const container = `bin-${index % containers}`;
      return { sessionId, clientEventId, badge: codeOf(index % badges), container, count: 1, gross: 12.5 };
    };
    return {
      made: `${badges} badges, ${containers} containers`,
      send: async () => {
        const bulk = Array.from({ length: AT_ONCE }, () =>
          rival.ask('POST', RECORDS, { records: Array.from({ length: count }, (_, i) => aRecord(i)) }),
        );
        const workerIds = workers.slice(0, ON_A_SHEET);
        const sheets = Array.from({ length: AT_ONCE }, () =>
          rival.send('ana', 'POST', '/api/control/badges/sheet', { workerIds }),
        );
        const [stored, printed] = await Promise.all([Promise.all(bulk), Promise.all(sheets)]);
        const summaries = stored.map(({ summary }) => summary as { failed: number });
        const failed = summaries.reduce((sum, each) => sum + each.failed, 0);
        const refused = printed.filter(({ status }) => status >= 300 && status !== 503);
        if (failed > 0 || refused.length > 0)
          throw new Error(
            `${failed} records and ${refused.length} sheets (${refused[0]?.text.slice(0, 200)}) were refused`,
          );
        return 2 * AT_ONCE;
      },
    };
  },
};
