import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type DeviceCredential,
  GatewaySystem,
  packet,
  PINGREQ,
  publish,
  RawClient,
  subscribe,
  tokenOf,
  weatherTopic,
} from '../harness/index.ts';

const KIB = 1_024;
const MIB = 1_048_576;
/** Unsent bytes of a client at which it waits until some have gone out. */
const UNSENT_BYTES = 256 * KIB;
/** What the socket buffers of both sides may hold, plus what the gateway buffers before it notices. */
const IN_KERNELS_MIB = 24;
/** Most of it is garbage that is not collected yet. */
const MEMORY_MIB = 200;
/** What waits for the broker. Without a limit it grows by 5 MiB a second. */
const WAITING_MIB = 1;
/** What waits to be stored as well: a company's share of that account. */
const QUEUED_MIB = 24;
const MOMENT_MS = 500;

let system: GatewaySystem;
let device: DeviceCredential;
beforeAll(async () => {
  system = await GatewaySystem.start();
  device = await system.device();
});
afterAll(() => system?.stop());

/** A client that never reads its answers. */
async function deafClient(): Promise<RawClient> {
  const client = await RawClient.connected(system.listening, await tokenOf(system.listening, device));
  client.socket.pause();
  return client;
}

const connections = () => system.metric('furrow_iot_connections');
const resident = () => system.metric('process_resident_memory_bytes');
const figures = () =>
  system.metrics('furrow_iot_connections', 'process_resident_memory_bytes', 'furrow_iot_unstored_bytes');

interface Flood {
  readonly sentBytes: number;
  /** The peak memory growth of the gateway meanwhile. */
  readonly grownBytes: number;
  /** The most that was received and not stored meanwhile. */
  readonly unstoredBytes: number;
  readonly hasEnded: boolean;
}

/** Sends as fast as the gateway accepts, until it ends the connection or the time is over. */
async function flood(client: RawClient, send: () => void, withinMs: number): Promise<Flood> {
  const { socket } = client;
  const [before, began] = [await resident(), performance.now()];
  const deadline = began + withinMs;
  let [hasEnded, peak, unstoredBytes] = [false, before, 0];
  const watching = (async () => {
    while (!hasEnded && performance.now() < deadline) {
      await sleep(Math.min(100 + (performance.now() - began) / 5, 500));
      const [connected, bytes = 0, unstored = 0] = await figures();
      hasEnded = connected === 0;
      peak = Math.max(peak, bytes);
      unstoredBytes = Math.max(unstoredBytes, unstored);
    }
  })();
  let sent = 0;
  while (!hasEnded && performance.now() < deadline) {
    const waiting = socket.bufferedAmount;
    if (waiting >= UNSENT_BYTES) await sleep(1);
    else {
      send();
      sent += socket.bufferedAmount - waiting;
      await turn();
    }
  }
  await watching;
  sent -= socket.bufferedAmount;
  client.end();
  while ((await connections()) > 0) await sleep(20);
  return { sentBytes: sent, grownBytes: peak - before, unstoredBytes, hasEnded };
}

describe('a device that does not read its answers', () => {
  const chunkOf = (one: Buffer) =>
    Buffer.concat(Array<Buffer>(Math.floor((64 * KIB) / one.length)).fill(one));
  const own = () => weatherTopic(device.deviceId);
  const commands = () => `v1/devices/${device.deviceId}/commands/#`;

  it.each<[string, () => (client: RawClient) => void]>([
    [
      'pings',
      () => {
        const chunk = chunkOf(PINGREQ);
        return (client) => client.send(chunk);
      },
    ],
    [
      'pings of WebSocket',
      () => (client) => {
        for (let i = 0; i < 1_000; i++) client.socket.ping(Buffer.alloc(i % 126));
      },
    ],
  ])('is read no further and disconnected, for %s', async (_, sender) => {
    const [client, send] = [await deafClient(), sender()];
    const { sentBytes, grownBytes, hasEnded } = await flood(client, () => send(client), 30_000);
    expect(sentBytes / MIB).toBeLessThan(IN_KERNELS_MIB);
    expect(grownBytes / MIB).toBeLessThan(MEMORY_MIB);
    expect(hasEnded).toBe(true);
  });

  // The broker itself answers these, too slowly to fill the socket buffers within a test's time.
  it.each<[string, () => Buffer, number]>([
    ['readings of QoS 2', () => publish(own(), '[]', 0x34, 7), WAITING_MIB + QUEUED_MIB],
    ['releases of QoS 2', () => packet(0x62, [0, 7]), WAITING_MIB],
    ['subscriptions', () => subscribe([commands()]), WAITING_MIB],
    ['ends of subscriptions', () => packet(0xa2, [0, 7], [0, 1, 0x61]), WAITING_MIB],
  ])('has nothing kept for it: %s', async (_, one, unstoredMiB) => {
    const [client, chunk] = [await deafClient(), chunkOf(one())];
    const { grownBytes, unstoredBytes } = await flood(client, () => client.send(chunk), MOMENT_MS);
    expect(grownBytes / MIB).toBeLessThan(MEMORY_MIB);
    expect(unstoredBytes / MIB).toBeLessThan(unstoredMiB);
  });

  it('gets no commands meanwhile; they wait in the outbox until it reads', async () => {
    const reader = await system.device();
    const client = await RawClient.connected(system.listening, await tokenOf(system.listening, reader));
    client.send(subscribe([`v1/devices/${reader.deviceId}/commands/#`], 0));
    await client.bytes(5);
    client.socket.pause();
    const count = 24;
    await system.sql(
      `INSERT INTO telemetry.commands (company_id, command_id, device_id, name, payload, created_by, created_at, expires_at)
       SELECT u.company_id, gen_random_uuid(), $2, 'c' || n, to_json(repeat('x', 500000)), u.user_id, now(), now() + interval '1 day'
         FROM access.users u, generate_series(1, $3::int) AS n WHERE u.company_id = $1`,
      [system.companyId, reader.deviceId, count],
    );
    await system.sql(`SELECT pg_notify('telemetry_commands', '')`);
    const waiting = async () => {
      const [row] = await system.sql<{ n: number }>(
        'SELECT count(*)::int AS n FROM telemetry.commands WHERE device_id = $1 AND delivered_at IS NULL',
        [reader.deviceId],
      );
      return row!.n;
    };
    let heldUp = await waiting();
    for (let before = count; heldUp === count || heldUp < before;) {
      await sleep(300);
      [before, heldUp] = [heldUp, await waiting()];
    }
    expect(heldUp).toBeGreaterThan(count / 4);
    client.socket.resume();
    while ((await waiting()) > 0) await sleep(50);
    expect(client.closeCode).toBeUndefined();
    client.end();
  });
});
