import { topicsOf } from '@furrow/telemetry';
import { dataOf } from '../../client.ts';
import { connected } from '../../stage/device.ts';
import type { Farm } from '../../stage/farm.ts';
import type { DeviceName } from '../../stage/farm-file.ts';
import { createUpTo } from '../limit.ts';
import type { TwoStep } from '../two-step.ts';

const ALERTS = '/api/control/alerts';
const DEVICES: readonly DeviceName[] = ['one', 'two', 'slow'];
const MOST_RULES = 1_000;
const READINGS = 2_000;
const PER_MESSAGE = 1_000;

interface RulesOf {
  readonly device: DeviceName;
  readonly rules: number;
}

/** Each reading changes the state of each rule of its device. */
export const rulesReadings: TwoStep = {
  name: 'rules × readings',
  prepare: async ({ rival }, { quick }) => {
    const watched: RulesOf[] = [];
    const most = quick ? 50 : MOST_RULES;
    for (const device of DEVICES) {
      const left = most - watched.reduce((sum, { rules }) => sum + rules, 0);
      const create = (index: number) =>
        rival.send('ada', 'PUT', `${ALERTS}/${device}-${index}`, ruleOf(rival, device));
      watched.push({ device, rules: await createUpTo(left, create) });
    }
    const devices = watched.filter(({ rules }) => rules > 0);
    let last = 0;
    return {
      made: devices.map(({ device, rules }) => `${rules} rules of ${device}`).join(', '),
      send: async () => {
        const counts = await Promise.all(devices.map(({ device }) => flap(rival, device, quick)));
        last = Math.min(...counts.map(({ lastAt }) => lastAt));
        return counts.reduce((sum, { messages }) => sum + messages, 0);
      },
      isDone: async () => {
        const keys = devices.flatMap(({ device, rules }) => [`${device}-0`, `${device}-${rules - 1}`]);
        const since = await Promise.all(keys.map((key) => firingSince(rival, key)));
        return since.every((at) => at >= last);
      },
    };
  },
};

const ruleOf = (farm: Farm, device: DeviceName) => ({
  ...{ name: 'Flaps', kind: 'threshold', project: 'north', device: farm.deviceId(device) },
  ...{ metric: 'te', below: 0, for: '0s', clearBy: 0 },
});

/** Readings a millisecond apart that alternate around the limit and end beyond it. */
async function flap(farm: Farm, device: DeviceName, quick: boolean) {
  const count = quick ? READINGS / 10 : READINGS;
  const lastAt = Date.now();
  const readings = Array.from({ length: count }, (_, i) => ({
    ...{ ts: lastAt - (count - 1 - i), te: i % 2 === 0 ? 20 : -20 },
  }));
  const client = await connected(farm, device);
  const { telemetry } = topicsOf(farm.deviceId(device));
  let messages = 0;
  for (let at = 0; at < count; at += PER_MESSAGE, messages++)
    await client.publishAsync(telemetry.weather, JSON.stringify(readings.slice(at, at + PER_MESSAGE)), {
      qos: 1,
    });
  await client.endAsync();
  return { lastAt, messages };
}

/** @returns since when the rule fires, in milliseconds; 0 where it does not */
async function firingSince(farm: Farm, key: string): Promise<number> {
  const path = `${ALERTS}/${key}`;
  const { devices } = dataOf(await farm.send('ada', 'GET', path), path) as {
    devices: readonly { state: string; since: string }[];
  };
  const [state] = devices;
  return state?.state === 'firing' ? Date.parse(state.since) : 0;
}
