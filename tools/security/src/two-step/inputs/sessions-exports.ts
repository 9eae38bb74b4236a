import { query, today } from '../../matrix/reads.ts';
import type { Farm } from '../../stage/farm.ts';
import type { TwoCompanies } from '../../stage/two-companies.ts';
import { inBulk } from '../in-bulk.ts';
import { readsAndUnread } from '../reads-and-unread.ts';
import type { TwoStep } from '../two-step.ts';

const SESSIONS = 40;
const RECORDS = 1_000;
const AT_ONCE = 30;

/** Each export reads each record of each session; half of the clients do not read what they asked for. */
export const sessionsExports: TwoStep = {
  name: 'sessions × exports',
  prepare: async (companies, { quick }) => {
    const { rival } = companies;
    const [sessions, records] = quick ? [3, 200] : [SESSIONS, RECORDS];
    for (let index = 0; index < sessions; index++) {
      const session = await rival.openSession();
      const bodies = Array.from({ length: records }, () => rival.recordBody(session));
      await inBulk(rival, '/api/control/production/records/bulk', 'records', bodies);
    }
    const paths = exportsOf();
    return {
      made: `${sessions} sessions of ${records} records`,
      send: () => exportAll(companies, rival, paths, quick ? 4 : AT_ONCE),
    };
  },
};

function exportsOf(): string[] {
  const days = { startTime: today(), endTime: today() };
  const formats = ['csv', 'ndjson', 'json'];
  return [
    ...formats.map((format) => `/api/control/production/records/export?${query({ ...days, format })}`),
    `/api/control/harvest?${query(days)}`,
  ];
}

function exportAll({ stage }: TwoCompanies, farm: Farm, paths: readonly string[], atOnce: number) {
  const headers = { authorization: `Bearer ${farm.credential('production')}` };
  const requests = paths.map((path) => ({ method: 'GET', path, headers: Object.entries(headers) }));
  return readsAndUnread(stage.api.ready.url, requests, atOnce);
}
