import type { Farm } from '../stage/farm.ts';
import { list, type Maker, query } from './reads.ts';
import type { Refused } from './rows.ts';

const CONTROL = '/api/control';
const SHIFTS = `${CONTROL}/shifts`;
const NO_SHIFT: Refused = [404, 'shift_not_found'];

let badgeCount = 0;
/** @returns the code of a badge that no other request uses */
async function putBadge(farm: Farm): Promise<string> {
  const code = `${farm.mark}-${++badgeCount}`;
  await farm.ask('PUT', `${CONTROL}/badges/${code}`, { workerId: farm.worker });
  return code;
}

/** Of workers, badges and shifts. */
export const WORKFORCE_REQUESTS: Readonly<Record<string, Maker>> = {
  // Uses an option of the company's own, so that it does not appear in the other company.
  workers_create: (farm) => ({
    ...{ path: `${CONTROL}/workers`, body: farm.workerBody(), own: 201, foreign: [400, 'validation_failed'] },
  }),
  workers_createAll: (farm) => ({
    ...{ path: `${CONTROL}/workers/bulk`, body: { workers: [farm.workerBody()] } },
    ...{ own: 207, foreign: 207, partly: 'validation_failed' },
  }),
  workers_change: (farm) => ({
    ...{ path: `${CONTROL}/workers/${farm.worker}`, body: { phone: '+56 9 1234 5678' } },
    ...{ own: 200, foreign: [404, 'worker_not_found'], other: 200 },
  }),
  workers_list: (farm) => [
    { path: `${CONTROL}/workers`, own: 200, foreign: 200, other: 200 },
    { path: `${CONTROL}/workers?${query({ q: farm.mark, pageSize: '100' })}`, own: 200, foreign: 200 },
    {
      path: `${CONTROL}/workers?${query({ updatedSince: '2026-01-01T00:00:00Z' })}`,
      own: 200,
      foreign: 200,
      other: 200,
    },
  ],
  workers_offered: list(`${CONTROL}/workers/options`),
  workers_get: (farm) => ({
    ...{
      path: `${CONTROL}/workers/${farm.worker}`,
      own: 200,
      foreign: [404, 'worker_not_found'],
      other: 200,
    },
  }),
  // The worker has it already; whoever gives it to a worker of another company does not find that worker.
  badges_assign: async (farm) => ({
    ...{ path: `${CONTROL}/badges/${await putBadge(farm)}`, body: { workerId: farm.worker }, own: 200 },
    ...{ foreign: [404, 'worker_not_found'], other: 200 },
  }),
  badges_return: async (farm) => ({
    ...{
      path: `${CONTROL}/badges/${await putBadge(farm)}`,
      own: 204,
      foreign: [404, 'badge_not_found'],
      other: 204,
    },
  }),
  badges_print: (farm) => ({
    ...{ path: `${CONTROL}/badges/sheet`, body: { workerIds: [farm.worker] }, own: 200 },
    ...{ foreign: [404, 'worker_not_found'], other: 200 },
  }),
  badges_list: (farm) => [
    { path: `${CONTROL}/badges`, own: 200, foreign: 200, other: 200 },
    { path: `${CONTROL}/badges?${query({ updatedSince: '2026-01-01T00:00:00Z' })}`, own: 200, foreign: 200 },
    {
      ...{ path: `${CONTROL}/badges?${query({ workerId: farm.worker })}`, own: 200, other: 200 },
      foreign: [404, 'worker_not_found'],
    },
  ],
  shifts_record: (farm) => ({
    ...{ path: SHIFTS, body: farm.shiftBody(), own: 201, foreign: [404, 'worker_not_found'] },
  }),
  shifts_sync: (farm) => ({
    ...{ path: `${SHIFTS}/bulk`, body: { shifts: [farm.shiftBody(), farm.shiftBody()] } },
    ...{ own: 207, foreign: 207, partly: 'worker_not_found' },
  }),
  shifts_list: (farm) => [
    { path: SHIFTS, own: 200, foreign: 200, other: 200 },
    {
      ...{ path: `${SHIFTS}?${query({ workerId: farm.worker })}`, own: 200, other: 200 },
      foreign: [404, 'worker_not_found'],
    },
  ],
  shifts_end: async (farm) => ({
    ...{ path: `${SHIFTS}/${await farm.addShift()}/end`, body: { endedAt: new Date().toISOString() } },
    ...{ own: 200, foreign: NO_SHIFT, other: 200 },
  }),
  shifts_void: async (farm) => ({
    ...{ path: `${SHIFTS}/${await farm.addShift()}/void`, body: { reason: farm.mark } },
    ...{ own: 200, foreign: NO_SHIFT, other: 200 },
  }),
};
