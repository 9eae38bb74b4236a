import { randomUUID } from 'node:crypto';
import { topicsOf } from '@furrow/telemetry';
import { connected } from '../../stage/device.ts';
import type { Farm } from '../../stage/farm.ts';
import { query, today } from '../../matrix/reads.ts';
import { hired } from '../hired.ts';
import { inBulk } from '../in-bulk.ts';
import { readsAndUnread } from '../reads-and-unread.ts';
import type { TwoStep } from '../two-step.ts';

const FARM = '/api/control/farm';
/** The most that a company may have. */
const RULES = 200;
const WORKERS = 4_000;
const HOUR_MS = 3_600_000;
const AT_ONCE = 10;

/** Each worker in the field is compared with each rule of the project, at each reading, by every reader and a job. */
export const restShifts: TwoStep = {
  name: 'rest rules × shifts',
  prepare: async ({ rival, stage }, { quick }) => {
    const [rules, count] = quick ? [20, 20] : [RULES, WORKERS];
    await rival.ask('PATCH', FARM, { restRules: rulesOf(rules) }, 'ada');
    const workers = await hired(rival, count);
    await inBulk(
      rival,
      '/api/control/shifts/bulk',
      'shifts',
      workers.map((id) => runningShift(rival, id)),
    );
    const range = query({ projectId: rival.ids.projects['north'] ?? '', from: today(), to: today() });
    const headers = Object.entries(rival.as('ana'));
    const requests = ['/api/control/rest', `/api/control/rest/due?${range}`].map((path) => ({
      ...{ method: 'GET', path, headers },
    }));
    return {
      made: `${rules} rules, ${workers.length} workers on shift`,
      send: async () => {
        await heat(rival);
        return 1 + (await readsAndUnread(stage.api.ready.url, requests, quick ? 4 : AT_ONCE));
      },
    };
  },
};

const rulesOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ key: `heat-${i}`, project: 'north', metric: 'te', above: 20 + (i % 10) },
    ...{ restMinutes: 10, everyMinutes: 30 + (i % 100), source: 'x'.repeat(300) },
  }));

const runningShift = ({ ids }: Farm, workerId: string) => ({
  ...{ workerId, projectId: ids.projects['north'], kind: 'hourly', clientEventId: randomUUID() },
  startedAt: new Date(Date.now() - 3 * HOUR_MS).toISOString(),
});

async function heat(farm: Farm): Promise<void> {
  const client = await connected(farm, 'one');
  const { telemetry } = topicsOf(farm.deviceId('one'));
  const readings = [{ ts: Date.now(), te: 45, hr: 50 }];
  await client.publishAsync(telemetry.weather, JSON.stringify(readings), { qos: 1 });
  await client.endAsync();
}
