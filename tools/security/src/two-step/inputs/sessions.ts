import { query, today } from '../../matrix/objects.ts';
import type { TwoSteps } from '../two-step.ts';

const DAYS = { startTime: today(), endTime: today() };
const HARVEST = `/api/control/harvest?${query(DAYS)}`;
const SESSIONS = '/api/control/production/sessions';
const RECORDS = '/api/control/production/records';
const TREATMENTS = '/api/control/treatments';
/** No two of a day are open in one sector. */
const MOST_OPEN = 39;

export const SESSIONS_AND_RECORDS: TwoSteps = {
  /** Each export reads each record of each session; half of the clients do not read what they asked for. */
  'sessions × exports': async (tenant) => {
    const { farm, quick } = tenant;
    const [sessions, length] = quick ? [3, 200] : [MOST_OPEN + 1, 1_000];
    await tenant.openSessions(sessions, (session) => Array.from({ length }, () => farm.recordBody(session)));
    const exports = ['csv', 'ndjson', 'json'].map(
      (format) => `${RECORDS}/export?${query({ ...DAYS, format })}`,
    );
    const requests = [...exports, HARVEST].map((path) => tenant.read(path, 'program'));
    return {
      made: `${sessions} sessions of ${length} records`,
      send: () => tenant.readsAndUnread(requests, 30),
    };
  },

  /** Each session of a sector is compared with each treatment of it. */
  'treatments × sessions': async (tenant) => {
    const { farm, quick } = tenant;
    const sessions = quick ? 3 : MOST_OPEN;
    await tenant.openSessions(sessions);
    const sectorIds = Array.from({ length: 40 }, (_, i) => farm.ids.sectors[`north/s${i + 1}`]);
    const { projectId } = farm.north;
    const treatments = await tenant.createUpTo(quick ? 20 : 400, () =>
      farm.send('ana', 'POST', TREATMENTS, { ...farm.treatmentBody(), projectId, sectorIds }),
    );
    const requests = [
      ...[TREATMENTS, `${TREATMENTS}/export?format=csv`, SESSIONS].map((path) => tenant.read(path)),
      tenant.read(HARVEST, 'program'),
    ];
    return {
      made: `${treatments} treatments of ${sectorIds.length} sectors, ${sessions} open sessions`,
      send: () => tenant.readsAndUnread(requests, 20),
    };
  },

  /** Each session of a page is worth what the prices of the company say of each kind of its records. */
  'prices × sessions': async (tenant) => {
    const { farm, quick } = tenant;
    const [most, kinds, open] = quick ? [20, 5, 3] : [20_000, 100, MOST_OPEN];
    const keyOf = (index: number) => `priced-${index % kinds}`;
    await tenant.declare(kinds, kinds, 'containers', (i) => ({
      ...{ key: keyOf(i), name: `Priced ${i} ${farm.mark}`, unit: 'kg', units: 10 },
    }));
    // Of all days and kinds, so that all of them may hold.
    const prices = await tenant.declare(most, 500, 'prices', (i) => ({
      validFrom: new Date(Date.UTC(1980, 0, Math.floor(i / kinds))).toISOString().slice(0, 10),
      ...{ unit: 'kg', price: 1 + i, container: keyOf(i) },
      ...{ project: 'north', crop: 'Cherry', quality: 'export' },
    }));
    const qualityId = farm.ids.qualities['export'];
    await tenant.openSessions(open, (session) =>
      Array.from({ length: kinds }, (_, i) => {
        const { units: _units, ...body } = farm.recordBody(session);
        return { ...body, container: keyOf(i), qualityId };
      }),
    );
    const requests = [tenant.read(`${SESSIONS}?pageSize=100`), tenant.read(HARVEST, 'program')];
    return {
      made: `${prices} prices, ${open} sessions of ${kinds} containers`,
      send: () => tenant.readsAndUnread(requests, 20),
    };
  },

  /** Each record looks up a badge and a container, and repeats of its worker; sheets have a code for each worker. */
  'badges and containers × records': async (tenant) => {
    const { farm, quick } = tenant;
    const [most, length] = quick ? [10, 20] : [1_000, 1_000];
    const containers = await tenant.declare(most, most, 'containers', (i) => ({
      ...{ key: `bin-${i}`, name: `Bin ${i} ${farm.mark}`, unit: 'kg', tare: 1 },
    }));
    const workers = await tenant.hire(most);
    const codeOf = (index: number) => `${farm.mark}-two-step-${index}`;
    const badges = await tenant.createUpTo(most, (index) =>
      farm.send('ana', 'PUT', `/api/control/badges/${codeOf(index)}`, { workerId: workers[index] }),
    );
    const sessionId = await farm.openSession();
    const aRecord = (_: unknown, index: number) => ({
      ...{ sessionId, clientEventId: farm.event(), badge: codeOf(index % badges) },
      ...{ container: `bin-${index % containers}`, count: 1, gross: 12.5 },
    });
    const AT_ONCE = Array.from({ length: 6 });
    // The most that one sheet may have.
    const workerIds = workers.slice(0, 200);
    return {
      made: `${badges} badges, ${containers} containers`,
      send: async () => {
        const bulk = AT_ONCE.map(() => tenant.inBulk(`${RECORDS}/bulk`, Array.from({ length }, aRecord)));
        const sheets = AT_ONCE.map(() =>
          farm.send('ana', 'POST', '/api/control/badges/sheet', { workerIds }),
        );
        const [printed] = await Promise.all([tenant.allServed(sheets), Promise.all(bulk)]);
        return printed + bulk.length;
      },
    };
  },
};
