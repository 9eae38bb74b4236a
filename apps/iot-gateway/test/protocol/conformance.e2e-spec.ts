import { fileURLToPath, pathToFileURL } from 'node:url';
import { until } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeviceCredential, GatewaySystem, type Listening, MODULES, Station } from '../harness/index.ts';

const hook = (name: string) =>
  pathToFileURL(fileURLToPath(new URL(`../conformance/${name}.mjs`, import.meta.url))).href;

let system: GatewaySystem;
beforeAll(async () => {
  system = await GatewaySystem.start();
});
afterAll(() => system?.stop());

const readingsOf = async ({ deviceId }: DeviceCredential) =>
  (await system.sql('SELECT 1 FROM telemetry.weather WHERE device_id = $1', [deviceId])).length;

/** What the suites do: arbitrary topics, a message at each QoS to all subscribers, a retained one, a will. */
async function exchange(gateway: Listening, device: DeviceCredential): Promise<void> {
  const hears = await Station.connect(gateway, device, { clientId: 'hears' });
  const [granted] = await hears.client.subscribeAsync('suite/#', { qos: 2 });
  expect(granted!.qos).toBe(2);
  await expect(hears.client.subscribeAsync('test/nosubscribe')).rejects.toThrow('Subscribe error');
  const will = { topic: 'suite/will', payload: 'gone', qos: 1 as const };
  const says = await Station.connect(gateway, device, { clientId: 'says', will });
  for (const qos of [0, 1, 2] as const)
    await says.client.publishAsync(`suite/${qos}`, `at ${qos}`, { qos, retain: qos === 1 });
  says.client.stream.destroy();
  await until('four are heard', () => hears.heard.length >= 4);
  expect(hears.heard.map(({ topic, text }) => `${topic}: ${text}`).sort()).toEqual([
    ...['suite/0: at 0', 'suite/1: at 1', 'suite/2: at 2', 'suite/will: gone'],
  ]);
  const late = await Station.connect(gateway, device, { clientId: 'late' });
  await late.client.subscribeAsync('suite/1');
  await until('the retained one is heard', () => late.heard.length > 0);
  expect(late.heard).toEqual([{ topic: 'suite/1', text: 'at 1' }]);
  await Promise.all([hears.end(), late.end()]);
}

describe('the gateway with the hook for external conformance suites', () => {
  it('passes on every message on open topics', async () => {
    const gateway = await system.another({ NODE_OPTIONS: `--import=${hook('open-topics')}` }, MODULES);
    const device = await system.device();
    await exchange(gateway.ready, device);
    expect(await readingsOf(device)).toBe(0);
  });

  it('stores every message as a reading and passes it on, where all topics belong to the device', async () => {
    const gateway = await system.another({ NODE_OPTIONS: `--import=${hook('own-topics')}` }, MODULES);
    const device = await system.device();
    await exchange(gateway.ready, device);
    expect(await readingsOf(device)).toBe(4);
  });
});
