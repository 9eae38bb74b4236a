import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  askForToken,
  CONNECT,
  type DeviceCredential,
  GatewaySystem,
  publish,
  RawClient,
  tokenOf,
  weatherTopic,
} from '../harness/index.ts';

/** 2,000 in production; this many are feasible while other tests run. More than the default listen backlog. */
const DEVICES = Number(process.env['STORM_DEVICES'] ?? 600);
/** Of those, the ones that are there before the gateway is killed. */
const FIRST = Math.ceil(DEVICES / 4);
const WITHIN_MS = 60_000;

let system: GatewaySystem;
let devices: DeviceCredential[];
beforeAll(async () => {
  system = await GatewaySystem.start();
  devices = await system.devices(DEVICES);
});
afterAll(() => system?.stop());

/** Gets a token as a device does that honours Retry-After. */
async function tokenInTurn(device: DeviceCredential): Promise<string> {
  for (;;) {
    const { status, headers, body } = await askForToken(system.listening, device);
    if (status === 201) return body.data.token;
    expect(status).toBe(503);
    await sleep(Number(headers.get('retry-after')) * 1_000);
  }
}

/** Reconnects as a device does, and sends its first reading. */
async function comeBack(device: DeviceCredential, n: number): Promise<RawClient> {
  const token = await tokenInTurn(device);
  const client = await RawClient.open(system.listening, token);
  const reading = publish(weatherTopic(device.deviceId), `{"ts":${1_767_225_600_000 + n * 1_000},"te":20}`);
  client.send(CONNECT({ fields: ['main'] }), reading);
  await client.bytes(8, WITHIN_MS);
  return client;
}

async function storm(
  fleet: readonly DeviceCredential[],
  n: number,
): Promise<{ ms: number; clients: RawClient[] }> {
  const began = performance.now();
  const clients = await Promise.all(fleet.map((device) => comeBack(device, n)));
  return { ms: performance.now() - began, clients };
}

describe('a fleet that connects all at once', () => {
  it('is admitted, with the first reading of each device stored, and again after the gateway was killed', async () => {
    const first = await storm(devices.slice(0, FIRST), 0);
    expect(first.ms).toBeLessThan(WITHIN_MS);
    await system.gateway.end('SIGKILL');
    await Promise.all(first.clients.map((client) => client.closed));
    await system.startAgain();
    const second = await storm(devices, 1);
    expect(second.ms).toBeLessThan(WITHIN_MS);
    expect(await system.metric('furrow_iot_connections')).toBe(DEVICES);
    const [row] = await system.sql<{ n: number }>('SELECT count(*)::int AS n FROM telemetry.weather');
    expect(row!.n).toBe(FIRST + DEVICES);
    for (const client of second.clients) client.end();
  });
});

describe('random bytes', () => {
  it('end their own connection at worst, and affect no other', async () => {
    const [noisy, calm] = devices as [DeviceCredential, DeviceCredential];
    const token = await tokenOf(system.listening, noisy);
    const witness = await comeBack(calm, 10);
    const valid = publish(weatherTopic(noisy.deviceId), '{"ts":"2026-01-01T00:00:00Z","te":1}');
    for (const [i, bytes] of fc.sample(noiseLike(valid), 300).entries()) {
      const client = await RawClient.open(system.listening, token);
      if (i % 4 < 2) client.send(CONNECT({ fields: [`noise-${i}`] }));
      client.send(bytes);
      if (i % 50 === 0) await client.ends(200);
      client.end();
    }
    witness.received = Buffer.alloc(0);
    witness.send(publish(weatherTopic(calm.deviceId), '{"ts":"2026-02-01T00:00:00Z","te":1}', 0x32, 2));
    expect([...(await witness.bytes(4))]).toEqual([0x40, 2, 0, 2]);
    witness.end();
  });
});

/** Random bytes, and those of a valid packet with three bytes changed. */
function noiseLike(valid: Buffer): fc.Arbitrary<Buffer> {
  const any = fc.uint8Array({ minLength: 1, maxLength: 200, size: 'max' }).map((bytes) => Buffer.from(bytes));
  const change = fc.tuple(fc.nat(valid.length - 1), fc.nat(255));
  const changed = fc.tuple(change, change, change).map((changes) => {
    const copy = Buffer.from(valid);
    for (const [at, byte] of changes) copy[at] = byte;
    return copy;
  });
  return fc.oneof(any, changed);
}
