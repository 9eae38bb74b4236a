import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONNECT, GatewaySystem, publish, RawClient, tokenOf, weatherTopic } from './harness/index.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
/** Each may be as large as a packet may be: together more than all that may be read at once. */
const PACKETS = 40;
const CONNECTIONS_OF_ONE = 10;
const SOON_MS = 5_000;
const TOO_SLOW = 1002;
const TRY_AGAIN_LATER = 1013;

let system: GatewaySystem;
let rivalToken: string;
beforeAll(async () => {
  system = await GatewaySystem.start();
  await system.provision('rival');
  rivalToken = await tokenOf(system.listening, await system.device('rival-1', 'rival'));
}, 60_000);
afterAll(() => system?.stop());

const metric = (name: string) => system.metric(name, '{kind="large_packet_bytes"}');

/** Devices that have begun to send what is large, and go no further. */
async function stoppedInTheMiddle(): Promise<RawClient[]> {
  const devices = await system.devices(PACKETS / CONNECTIONS_OF_ONE);
  const begun = devices.map(async (device) => {
    const token = await tokenOf(system.listening, device);
    const large = publish(weatherTopic(device.deviceId), Buffer.alloc(1.9 * MIB, ' '));
    const clients: RawClient[] = [];
    for (let i = 0; i < CONNECTIONS_OF_ONE; i++) {
      const connect = CONNECT({ fields: [`${device.deviceId}-${i}`] });
      const client = await RawClient.connected(system.listening, token, connect);
      client.send(large.subarray(0, 100 * KIB));
      clients.push(client);
    }
    return clients;
  });
  return (await Promise.all(begun)).flat();
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 10_000; !(await holds());)
    if (performance.now() > deadline) throw new Error(`Not within 10 s: ${what}`);
}

describe('while one company’s devices do not finish their large packets', () => {
  it('another one’s are acknowledged within seconds, and the wait of its own has an end', async () => {
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
  }, 90_000);
});
