import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type KillablePostgres, until } from '@furrow/testbed';
import {
  CONNECT,
  fetch,
  Fleet,
  GatewaySystem,
  minute,
  packet,
  RawClient,
  Station,
  subscribe,
  tokenOf,
} from '../harness/index.ts';

const DEVICES = 12;
const ROUNDS = 3;
/** Readings between two crashes. */
const MANY = 300;

let fleet: Fleet | undefined;
let system: GatewaySystem;
let postgres: KillablePostgres;
beforeAll(async () => {
  ({ system, postgres } = await GatewaySystem.onItsOwnPostgres());
});
afterEach(async () => {
  await fleet?.end();
  fleet = undefined;
});
afterAll(async () => {
  await system?.stop();
  await postgres?.remove();
});

/** Devices that no other test has. */
const connectedFleet = async (name: string, count = DEVICES) =>
  Fleet.connect(system.listening, await system.devices(count, 'acme', name));

const ready = async () => (await fetch(`${system.listening.url}/health/ready`)).status;

/** How many acknowledged readings are missing, and how many stored ones nobody sent. */
async function accountOf(system: GatewaySystem, fleet: Fleet): Promise<{ lost: number; strange: number }> {
  const account = { lost: 0, strange: 0 };
  for (const { deviceId, acknowledged, sent } of fleet.senders) {
    const rows = await system.sql<{ ts: Date }>('SELECT ts FROM telemetry.weather WHERE device_id = $1', [
      deviceId,
    ]);
    const there = new Set(rows.map(({ ts }) => ts.getTime()));
    account.strange += rows.length - there.size + Math.max(0, there.size - sent);
    for (const ts of acknowledged) if (!there.has(ts)) account.lost++;
  }
  return account;
}

describe('under load', () => {
  it('a gateway that is killed repeatedly loses and duplicates nothing that it acknowledged', async () => {
    fleet = await connectedFleet('killed-gateway');
    fleet.start();
    for (let round = 0; round < ROUNDS; round++) {
      await fleet.more(MANY);
      await system.gateway.end('SIGKILL');
      await system.startAgain();
    }
    await fleet.more(MANY);
    await fleet.finish();
    expect(await accountOf(system, fleet)).toEqual({ lost: 0, strange: 0 });
  });

  it('a PostgreSQL that is killed loses and duplicates nothing, and no device has to reconnect', async () => {
    fleet = await connectedFleet('killed-postgres');
    fleet.start();
    for (let round = 0; round < ROUNDS; round++) {
      await fleet.more(MANY);
      await postgres.kill();
      await system.forgetOwner();
      await until('the gateway has noticed', async () => (await ready()) === 503);
      await fleet.heard();
      const before = fleet.acknowledged;
      await sleep(500);
      expect(fleet.acknowledged).toBe(before); // nothing is acknowledged that is not stored
      await postgres.startAgain();
    }
    await fleet.more(MANY);
    await fleet.finish();
    expect(await accountOf(system, fleet)).toEqual({ lost: 0, strange: 0 });
    expect(fleet.reconnects).toBe(0);
  });

  it('devices stay connected while PostgreSQL is unavailable for longer than their keepalive', async () => {
    const device = await system.device();
    const station = await Station.connect(system.listening, device, { keepalive: 5 });
    const idle = await Station.connect(system.listening, await system.device(), { keepalive: 5 });
    await station.weather({ ts: minute(0), te: 1 });
    await postgres.kill();
    await system.forgetOwner();
    let acknowledged = 0;
    const waiting = Array.from({ length: 50 }, (_, i) =>
      station.weather({ ts: minute(i + 1), te: 1 }).then(() => acknowledged++),
    );
    await sleep(12_000);
    expect(acknowledged).toBe(0);
    expect([station.client.connected, idle.client.connected]).toEqual([true, true]);
    await postgres.startAgain();
    await Promise.all(waiting);
    await idle.weather({ ts: minute(0), te: 1 });
    const rows = await system.sql('SELECT 1 FROM telemetry.weather WHERE device_id = $1', [station.deviceId]);
    expect(rows).toHaveLength(51);
    // A separate thread writes log lines.
    await until('it says so', () => system.log.includes('PostgreSQL is available again'));
    await station.end();
    await idle.end();
  });

  it('a gateway that is stopped stores and acknowledges what it has received', async () => {
    fleet = await connectedFleet('stopped-gateway', 4);
    fleet.start();
    await fleet.more(100);
    expect(await system.gateway.end('SIGTERM')).not.toBe('SIGKILL');
    await system.startAgain();
    await fleet.more(100);
    await fleet.finish();
    expect(await accountOf(system, fleet)).toEqual({ lost: 0, strange: 0 });
  });
});

it('a command that is not acknowledged is sent again with the next connection, also after the gateway was killed', async () => {
  const device = await system.device();
  const waiting = () =>
    system.sql('SELECT 1 FROM telemetry.commands WHERE device_id = $1 AND delivered_at IS NULL', [
      device.deviceId,
    ]);
  const deaf = async () => {
    const client = await RawClient.connected(
      system.listening,
      await tokenOf(system.listening, device),
      CONNECT({ fields: ['deaf'] }),
    );
    client.send(subscribe([`v1/devices/${device.deviceId}/commands/#`]));
    return client;
  };
  const first = await deaf();
  await system.command(device, 'insist');
  await until('the command comes', () => first.received.includes('insist'));
  first.end();
  const second = await deaf();
  await until('the command comes', () => second.received.includes('insist'));
  await system.gateway.end('SIGKILL');
  await system.startAgain();
  const third = await deaf();
  await until('the command comes', () => third.received.includes('insist'));
  expect(await waiting()).toHaveLength(1);
  const at = third.received.indexOf('commands/insist') + 'commands/insist'.length;
  third.send(packet(0x40, [...third.received.subarray(at, at + 2)]));
  await until('it is acknowledged', async () => (await waiting()).length === 0);
  third.end();
});
