import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type KillablePostgres, until } from '@furrow/testbed';
import { GatewaySystem, publish, RawClient, tokenOf, weatherTopic } from '../harness/index.ts';

const DEVICES = Number(process.env['FLOOD_DEVICES'] ?? 300);
const MESSAGES = 300;
const MIB = 1_048_576;

let system: GatewaySystem;
let postgres: KillablePostgres;
beforeAll(async () => {
  ({ system, postgres } = await GatewaySystem.onItsOwnPostgres());
});
afterAll(async () => {
  await system?.stop();
  await postgres?.remove();
});

/** The maxima of metrics, sampled until told to stop. */
async function peaksOf(names: readonly string[], isOver: () => boolean): Promise<number[]> {
  let peaks = names.map(() => 0);
  while (!isOver()) {
    const values = await system.metrics(...names);
    peaks = peaks.map((peak, i) => Math.max(peak, values[i]!));
    await sleep(200);
  }
  return peaks;
}

it('devices that send faster than PostgreSQL commits, while it goes down and recovers, use bounded memory', async () => {
  const devices = await system.devices(DEVICES);
  const clients = await Promise.all(
    devices.map(async (device) =>
      RawClient.connected(system.listening, await tokenOf(system.listening, device)),
    ),
  );
  let isOver = false;
  const peaks = peaksOf(['furrow_iot_unstored_bytes', 'process_resident_memory_bytes'], () => isOver);
  clients.forEach((client, d) => {
    const topic = weatherTopic(devices[d]!.deviceId);
    const message = (n: number) =>
      publish(topic, `{"ts":${1_767_225_600_000 + n * 1_000},"te":20}`, 0x32, n + 1);
    client.send(...Array.from({ length: MESSAGES }, (_, n) => message(n)));
  });
  await sleep(500);
  await postgres.kill();
  await system.forgetOwner();
  await sleep(3_000);
  await postgres.startAgain();
  await Promise.all(clients.map((client) => client.bytes(4 * MESSAGES, 90_000)));
  isOver = true;
  const [unstored, resident] = await peaks;
  expect(unstored! / MIB).toBeLessThan(128);
  expect(resident! / MIB).toBeLessThan(800);
  expect(clients.filter(({ closeCode }) => closeCode !== undefined)).toEqual([]);
  const [row] = await system.sql<{ n: number }>('SELECT count(*)::int AS n FROM telemetry.weather');
  expect(row!.n).toBe(DEVICES * MESSAGES);
  for (const client of clients) client.end();
  // A client that disconnects while it waits is removed, too.
  await until('all are removed', async () => (await system.metric('furrow_iot_connections')) === 0);
});
