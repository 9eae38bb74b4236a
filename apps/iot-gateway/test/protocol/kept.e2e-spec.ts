import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CONNECT,
  type DeviceCredential,
  GatewaySystem,
  RawClient,
  Station,
  subscribe,
  tokenOf,
} from '../harness/index.ts';

const MIB = 1_048_576;
const IS_LASTING = 0;

let system: GatewaySystem;
let device: DeviceCredential;
let token: string;
beforeAll(async () => {
  system = await GatewaySystem.start();
  device = await system.device();
  token = await tokenOf(system.listening, device);
});
afterAll(() => system?.stop());

const resident = () => system.metric('process_resident_memory_bytes');

describe('the gateway keeps of a device', () => {
  it('no filter that it refused', async () => {
    const [packets, filters] = [120, 1_000];
    const send = async (flags: number, prefix: string) => {
      const client = await RawClient.connected(system.listening, token, CONNECT({ flags, fields: [prefix] }));
      for (let p = 0; p < packets; p++) {
        const names = Array.from({ length: filters }, (_, i) => `${prefix}-${p}-${i}`.padEnd(100, 'x'));
        client.send(subscribe(names.map((name) => `v1/devices/${device.deviceId}/commands/${name}`)));
        client.received = Buffer.alloc(0);
        const granted = (await client.bytes(filters + 5)).subarray(-filters).filter((code) => code !== 0x80);
        expect(granted).toHaveLength(p === 0 ? 50 : 0);
        // An existing subscription is granted again, and the broker then passes on the whole packet.
        client.send(
          subscribe(
            [...names.slice(1), `${prefix}-0-0`.padEnd(100, 'x')].map(
              (name) => `v1/devices/${device.deviceId}/commands/${name}`,
            ),
          ),
        );
        client.received = Buffer.alloc(0);
        await client.bytes(filters + 5);
      }
      client.end();
    };
    await send(2, 'warm');
    const before = await resident();
    await send(IS_LASTING, 'kept');
    expect(((await resident()) - before) / MIB).toBeLessThan(60);
  });

  it('client ids of any length, without making different ones equal', async () => {
    const long = (end: string) => `${'x'.repeat(60_000)}${end}`;
    const connect = (end: string) => Station.connect(system.listening, device, { clientId: long(end) });
    const [first, other] = [await connect('a'), await connect('b')];
    const again = await connect('a');
    await first.closed;
    expect(other.client.connected).toBe(true);
    await Promise.all([other.end(), again.end()]);
  });
});
