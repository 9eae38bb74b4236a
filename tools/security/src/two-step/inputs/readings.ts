import { topicsOf } from '@furrow/telemetry';
import { dataOf } from '../../client.ts';
import { daysFromNow } from '../../matrix/objects.ts';
import { connected } from '../../stage/device.ts';
import { type DeviceName, devEuiOf } from '../../stage/farm-file.ts';
import type { Farm } from '../../stage/farm.ts';
import type { TwoSteps } from '../two-step.ts';

const ALERTS = '/api/control/alerts';
const REST = '/api/control/rest';
const WATCHED: readonly DeviceName[] = ['one', 'two', 'slow'];
const HOUR_MS = 3_600_000;
const PER_MESSAGE = 1_000;
/** The most members of a mapping. */
const MEMBERS = 100;
/** One uplink in so many is of a device that nobody has, which is listed for the company. */
const UNKNOWN_EVERY = 10;
const ANSWERS_TO_UPLINKS: readonly number[] = [204, 404, 429, 503];

export const READINGS: TwoSteps = {
  /** Each reading changes the state of each rule of its device. */
  'rules × readings': async (tenant) => {
    const { farm, quick } = tenant;
    const [most, readings] = quick ? [50, 200] : [1_000, 2_000];
    const watched: { readonly device: DeviceName; readonly rules: number }[] = [];
    for (const device of WATCHED) {
      const left = most - watched.reduce((sum, { rules }) => sum + rules, 0);
      const rule = {
        ...{ name: 'Flaps', kind: 'threshold', project: 'north', device: farm.deviceId(device) },
        ...{ metric: 'te', below: 0, for: '0s', clearBy: 0 },
      };
      const create = (index: number) => farm.send('ada', 'PUT', `${ALERTS}/${device}-${index}`, rule);
      watched.push({ device, rules: await tenant.createUpTo(left, create) });
    }
    const devices = watched.filter(({ rules }) => rules > 0);
    let last = 0;
    return {
      made: devices.map(({ device, rules }) => `${rules} rules of ${device}`).join(', '),
      send: async () => {
        last = Math.min(...(await Promise.all(devices.map(({ device }) => flap(farm, device, readings)))));
        return devices.length * Math.ceil(readings / PER_MESSAGE);
      },
      isDone: async () => {
        const keys = devices.flatMap(({ device, rules }) => [`${device}-0`, `${device}-${rules - 1}`]);
        const since = await Promise.all(keys.map((key) => firingSince(farm, key)));
        return since.every((at) => at >= last);
      },
    };
  },

  /** One reading in the heat concerns each rule of the project and each worker on a running shift. */
  'rest rules × readings': async (tenant) => {
    const { farm, quick } = tenant;
    const [most, workers] = quick ? [10, 20] : [1_000, 2_000];
    const rules = await tenant.createUpTo(most, (index) =>
      farm.send('ada', 'PATCH', '/api/control/farm', {
        restRules: [
          {
            ...{ key: `heat-${index}`, project: 'north', metric: 'te', above: -50 + index / 100 },
            ...{ restMinutes: 10, everyMinutes: 60 },
          },
        ],
      }),
    );
    let atWork = 0;
    const begin = async (count: number) => {
      const startedAt = new Date(Date.now() - 3 * HOUR_MS).toISOString();
      const running = (workerId: string) => ({ ...farm.shiftBody(), workerId, startedAt });
      await tenant.inBulk('/api/control/shifts/bulk', (await tenant.hire(count)).map(running));
      atWork += count;
    };
    await begin(workers);
    return {
      made: `${rules} rules, ${atWork} workers on running shifts`,
      send: async () => {
        const uplink = tenant.uplink('ttn', uplinkOf(farm.deviceId('one'), new Date(), [40]));
        await tenant.allServed([uplink]);
        // One more rest is due, and who looks for it looks at everybody again; the console asks again and again.
        await begin(1);
        return 3 + (await tenant.allServed(Array.from({ length: 20 }, () => farm.send('ana', 'GET', REST))));
      },
      isDone: async () => {
        const range = `projectId=${farm.north.projectId}&from=${daysFromNow(-2)}&to=${daysFromNow(1)}`;
        const { text } = await farm.send('ada', 'GET', `${REST}/due?${range}&format=ndjson`);
        return text.split('\n').length > atWork;
      },
    };
  },

  /** One integration floods: each uplink has as many readings as a mapping names. Others must not notice. */
  'mappings × uplinks': async (tenant) => {
    const { farm } = tenant;
    const [count, atOnce] = [tenant.quick ? 200 : 4_000, 100];
    const mapping = Object.fromEntries(
      Array.from({ length: MEMBERS }, (_, depth) => [`soil[${depth}].moisture`, `m[${depth}]`]),
    );
    const devices = [{ deviceId: farm.deviceId('two'), project: 'north', mapping }];
    await farm.ask('PATCH', '/api/control/farm', { devices }, 'ada');
    return {
      made: `a mapping of ${MEMBERS} members, ${count} uplinks, ${atOnce} at once`,
      send: async () => {
        const since = Date.now();
        await tenant.times(count, atOnce, async (index) => {
          const isUnknown = index % UNKNOWN_EVERY === 0;
          const devEui = devEuiOf(isUnknown ? `nobody-${index}` : farm.deviceId('two'));
          const { status, text } = await tenant.uplink('chirpstack?event=up', {
            ...{ deviceInfo: { devEui }, time: new Date(since + index).toISOString(), fCnt: index },
            object: { m: Array.from({ length: MEMBERS }, (_, depth) => (index + depth) % 100) },
          });
          if (!ANSWERS_TO_UPLINKS.includes(status))
            throw new Error(`An uplink was answered ${status}: ${text.slice(0, 300)}`);
        });
        return count;
      },
    };
  },

  /** Each uplink that cannot be stored is listed with its reasons, for the console. */
  'uplinks × rejections': async (tenant) => {
    const { farm } = tenant;
    const [count, clients] = [tenant.quick ? 50 : 5_000, 60];
    return {
      made: `${count} uplinks of ${clients} clients, every other one impossible`,
      send: async () => {
        await tenant.times(count, clients, async (index) => {
          const deviceId = farm.deviceId(index % 3 === 0 ? 'one' : 'slow');
          const temperatures = Array<number>(20).fill(index % 2 === 0 ? 20 : 2_000);
          await tenant.uplink('ttn', uplinkOf(deviceId, new Date(Date.now() - index), temperatures));
          if (index % 100 === 99) await farm.send('ana', 'GET', '/api/console/rejected-uplinks');
        });
        return count;
      },
    };
  },
};

const uplinkOf = (deviceId: string, at: Date, temperatures: readonly number[]) => ({
  end_device_ids: { dev_eui: devEuiOf(deviceId) },
  uplink_message: {
    received_at: at.toISOString(),
    normalized_payload: temperatures.map((temperature) => ({ air: { temperature } })),
  },
});

/** Sends readings a millisecond apart that alternate around the limit and end beyond it. @returns the last instant */
async function flap(farm: Farm, device: DeviceName, count: number): Promise<number> {
  const lastAt = Date.now();
  const readings = Array.from({ length: count }, (_, i) => ({
    ...{ ts: lastAt - (count - 1 - i), te: i % 2 === 0 ? 20 : -20 },
  }));
  const client = await connected(farm, device);
  const { telemetry } = topicsOf(farm.deviceId(device));
  for (let at = 0; at < count; at += PER_MESSAGE) {
    const message = JSON.stringify(readings.slice(at, at + PER_MESSAGE));
    await client.publishAsync(telemetry.weather, message, { qos: 1 });
  }
  await client.endAsync();
  return lastAt;
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
