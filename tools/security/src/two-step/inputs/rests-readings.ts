import type { Answer } from '../../client.ts';
import { asJson } from '../../client.ts';
import { devEuiOf } from '../../stage/farm-file.ts';
import type { Farm } from '../../stage/farm.ts';
import { hired } from '../hired.ts';
import { inBulk } from '../in-bulk.ts';
import { createUpTo } from '../limit.ts';
import type { TwoStep } from '../two-step.ts';

const FARM = '/api/control/farm';
const SHIFTS = '/api/control/shifts/bulk';
const REST = '/api/control/rest';
const MOST_RULES = 1_000;
const AT_WORK = 2_000;
const HOUR_MS = 3_600_000;
/** Of the list, which the console asks for again and again. */
const READS = 20;

/** One reading in the heat concerns each rule of the project and each worker on a running shift. */
export const restsReadings: TwoStep = {
  name: 'rest rules × readings',
  prepare: async ({ rival }, { quick }) => {
    const rules = await createUpTo(quick ? 10 : MOST_RULES, (index) => addRule(rival, index));
    let atWork = 0;
    const begin = async (count: number) => {
      const workers = await hired(rival, count);
      const shifts = workers.map((workerId) => runningShift(rival, workerId));
      await inBulk(rival, SHIFTS, 'shifts', shifts);
      atWork += count;
    };
    await begin(quick ? 20 : AT_WORK);
    return {
      made: `${rules} rules, ${atWork} workers on running shifts`,
      send: async () => {
        await send(rival, new Date());
        // One more rest is due, and who looks for it looks at everybody again.
        await begin(1);
        await Promise.all(Array.from({ length: READS }, () => rival.ask('GET', REST)));
        return 3 + READS;
      },
      isDone: async () => {
        const day = (days: number) => new Date(Date.now() + days * 24 * HOUR_MS).toISOString().slice(0, 10);
        const projectId = rival.ids.projects['north'];
        const range = `projectId=${projectId}&from=${day(-2)}&to=${day(1)}`;
        const { text } = await rival.send('ada', 'GET', `${REST}/due?${range}&format=ndjson`);
        return text.split('\n').length > atWork;
      },
    };
  },
};

/** The farm file refuses one too many as it does whatever is wrong. */
async function addRule(farm: Farm, index: number): Promise<Answer> {
  const rule = { key: `heat-${index}`, project: 'north', metric: 'te', above: -50 + index / 100 };
  const answer = await farm.send('ada', 'PATCH', FARM, {
    restRules: [{ ...rule, restMinutes: 10, everyMinutes: 60 }],
  });
  return answer.text.includes('a company has at most') ? { ...answer, status: 422 } : answer;
}

const runningShift = (farm: Farm, workerId: string) => ({
  ...farm.shiftBody(),
  workerId,
  startedAt: new Date(Date.now() - 3 * HOUR_MS).toISOString(),
});

/** As a network server reports it. */
async function send(farm: Farm, at: Date): Promise<void> {
  const headers = { authorization: `Bearer ${farm.credential('telemetry')}` };
  const body = {
    end_device_ids: { dev_eui: devEuiOf(farm.deviceId('one')) },
    uplink_message: { received_at: at.toISOString(), normalized_payload: [{ air: { temperature: 40 } }] },
  };
  const { status, text } = await farm.stage.clients.api.send(
    asJson('POST', '/api/iot/uplinks/ttn', headers, body),
  );
  if (status !== 204) throw new Error(`An uplink was answered ${status}: ${text.slice(0, 300)}`);
}
