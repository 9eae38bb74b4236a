import { randomUUID } from 'node:crypto';
import { daysFromNow } from '../../matrix/reads.ts';
import { hired } from '../hired.ts';
import { inBulk } from '../in-bulk.ts';
import { createUpTo } from '../limit.ts';
import { readsAndUnread } from '../reads-and-unread.ts';
import { shiftsOf } from '../shifts.ts';
import type { TwoStep } from '../two-step.ts';

const WORKERS = 100;
const DAYS = 14;
const LINES = 2_000;
const RECEIPTS = 100;
const AT_ONCE = 20;

/** Each link works out the pay of its worker's days, and each draft every line that the office has stated. */
export const payLinesReceipts: TwoStep = {
  name: 'pay lines × receipts and drafts',
  prepare: async ({ rival, stage }, { quick }) => {
    const workers = await hired(rival, quick ? 5 : WORKERS);
    await inBulk(rival, '/api/control/shifts/bulk', 'shifts', shiftsOf(rival, workers, DAYS));
    const workerOf = (index: number) => workers[index % workers.length];
    const lines = await createUpTo(quick ? 20 : LINES, (index) =>
      rival.send('ada', 'POST', '/api/control/pay-lines', {
        ...{
          workerId: workerOf(index),
          day: daysFromNow(-1 - (index % DAYS)),
          amount: 5,
          reason: rival.mark,
        },
        clientEventId: randomUUID(),
      }),
    );
    const links: string[] = [];
    await createUpTo(quick ? 5 : RECEIPTS, async (index) => {
      const answer = await rival.send('ana', 'POST', '/api/control/receipts', {
        ...{ workerId: workerOf(index), days: DAYS },
      });
      if (answer.status < 300) links.push(new URL((JSON.parse(answer.text) as Receipt).data.url).pathname);
      return answer;
    });
    const pages = links.map((path) => ({ method: 'GET', path, headers: [] }));
    const range = { from: daysFromNow(-DAYS), to: daysFromNow(-1) };
    return {
      made: `${lines} lines, ${links.length} links`,
      send: async () => {
        await rival.roomForDraft();
        const [pagesRead] = await Promise.all([
          readsAndUnread(stage.api.ready.url, pages, quick ? 4 : AT_ONCE),
          rival.send('ada', 'POST', '/api/control/pay-runs', range),
        ]);
        return 1 + pagesRead;
      },
    };
  },
};

interface Receipt {
  readonly data: { readonly url: string };
}
