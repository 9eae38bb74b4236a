import { until } from '@furrow/testbed';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CONNECT,
  type DeviceCredential,
  GatewaySystem,
  publish,
  RawClient,
  tokenOf,
  weatherTopic,
} from '../harness/index.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
/** Each may have the maximum size: together they exceed what may be buffered at once. */
const PACKETS = 40;
const CONNECTIONS_OF_ONE = 10;
const SOON_MS = 20_000;
/** For two readings one after the other on a busy machine. */
const IN_TIME_MS = 20_000;
const FLOODING = 60;
const TOO_SLOW = 1002;
const TRY_AGAIN_LATER = 1013;

let system: GatewaySystem;
let rivalToken: string;
beforeAll(async () => {
  system = await GatewaySystem.start();
  await system.provision('rival');
  rivalToken = await tokenOf(system.listening, await system.device('rival-1', 'rival'));
});
afterAll(async () => {
  await system?.gateway.end('SIGKILL'); // it would store what is left of the flood
  await system?.stop();
});

const metric = (name: string) => system.metric(name, '{kind="large_packet_bytes"}');

/** As many connections as devices may have. */
async function connectionsOf(
  devices: readonly DeviceCredential[],
): Promise<{ client: RawClient; topic: string }[]> {
  const connected = devices.map(async ({ deviceId, deviceSecret }) => {
    const token = await tokenOf(system.listening, { deviceId, deviceSecret });
    const clients: { client: RawClient; topic: string }[] = [];
    for (let i = 0; i < CONNECTIONS_OF_ONE; i++) {
      const connect = CONNECT({ fields: [`${deviceId}-${i}`] });
      const client = await RawClient.connected(system.listening, token, connect);
      clients.push({ client, topic: weatherTopic(deviceId) });
    }
    return clients;
  });
  return (await Promise.all(connected)).flat();
}

/** Devices that have sent part of a large packet and then stop. */
async function stoppedInTheMiddle(): Promise<RawClient[]> {
  const connections = await connectionsOf(await system.devices(PACKETS / CONNECTIONS_OF_ONE));
  return connections.map(({ client, topic }) => {
    client.send(publish(topic, Buffer.alloc(1.9 * MIB, ' ')).subarray(0, 100 * KIB));
    return client;
  });
}

/** Sends more than can be stored over all of the connections. @returns a function that stops it */
function flood(connections: readonly { client: RawClient; topic: string }[]): () => void {
  const reading = (i: number) => `{"ts":${1_600_000_000_000 + i * 1_000},"te":20}`;
  const manyTo = (topic: string) =>
    Buffer.concat(Array.from({ length: 2_000 }, (_, i) => publish(topic, reading(i), 0x32, i + 1)));
  const topics = new Set(connections.map(({ topic }) => topic));
  const sent = new Map([...topics].map((topic) => [topic, manyTo(topic)]));
  const timer = setInterval(() => {
    for (const { client, topic } of connections)
      if (client.socket.bufferedAmount === 0) client.send(sent.get(topic)!);
  }, 50);
  return () => {
    clearInterval(timer);
    for (const { client } of connections) client.end();
  };
}

describe('while one company’s devices do not finish their large packets', () => {
  it('another company’s are acknowledged within seconds, and the waiting time of its own is bounded', async () => {
    const clients = await stoppedInTheMiddle();
    await until('most wait', async () => (await metric('furrow_semaphore_waiting')) >= PACKETS / 2);
    expect(await metric('furrow_semaphore_held')).toBeLessThanOrEqual(32 * MIB);

    const rival = await RawClient.connected(system.listening, rivalToken);
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      ...{ ts: 1_700_000_000_000 + i * 1_000, te: 20 },
      pad: 'x'.repeat(300),
    }));
    rival.send(publish(weatherTopic('rival-1'), JSON.stringify(items), 0x32, 7));
    expect([...(await rival.bytes(4, SOON_MS))]).toEqual([0x40, 2, 0, 7]);
    rival.end();

    const codes = new Set(await Promise.all(clients.map(({ closed }) => closed)));
    expect([...codes].sort()).toEqual([TOO_SLOW, TRY_AGAIN_LATER]);
    await until('nothing is held', async () => (await metric('furrow_semaphore_held')) === 0);
  });
});

it('while one company’s devices send far more than can be stored, another company’s readings are acknowledged in time', async () => {
  const rival = await RawClient.connected(system.listening, rivalToken);
  const end = flood(await connectionsOf(await system.devices(FLOODING, 'acme', 'flood')));
  try {
    await until(
      'much is in memory',
      async () => (await system.metric('furrow_iot_unstored_bytes')) > 30 * MIB,
    );
    const began = performance.now();
    for (let id = 1; id <= 2; id++) {
      const reading = `{"ts":${1_700_000_000_000 + id * 60_000},"te":20}`;
      rival.send(publish(weatherTopic('rival-1'), reading, 0x32, id));
      await rival.bytes(4 * id, IN_TIME_MS);
    }
    expect(performance.now() - began).toBeLessThan(IN_TIME_MS);
  } finally {
    end();
    rival.end();
  }
});
