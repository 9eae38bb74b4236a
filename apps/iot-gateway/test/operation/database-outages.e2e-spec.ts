import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KillablePostgres, Line, until } from '@furrow/testbed';
import { fetch, GatewaySystem, minute, Station } from '../harness/index.ts';

/** A connection is given up after 2.4 s of silence; in production after 18 s. */
const LIMITS = { DATABASE_STATEMENT_TIMEOUT: '2s' };
const READINGS = 40;

let postgres: KillablePostgres;
let line: Line;
let system: GatewaySystem;

beforeAll(async () => {
  const made = await KillablePostgres.make();
  postgres = made.postgres;
  await GatewaySystem.migrate(made.database);
  const url = new URL(made.database.url);
  line = await Line.lay(Number(url.port));
  url.port = String(line.port);
  system = await GatewaySystem.start(LIMITS, { ...made.database, url: url.href });
});
afterAll(async () => {
  await system?.stop();
  await line?.close();
  await postgres?.remove();
});

/** A station whose readings are in flight during an outage of PostgreSQL. */
async function duringReadings(outage: () => Promise<() => Promise<void> | void>): Promise<void> {
  const station = await Station.connect(system.listening, await system.device(), { keepalive: 5 });
  await station.weather({ ts: minute(0), te: 1 });
  const end = await outage();
  let acknowledged = 0;
  const waiting = Array.from({ length: READINGS }, (_, i) =>
    station.weather({ ts: minute(i + 1), te: 1 }).then(() => acknowledged++),
  );
  await sleep(1_000);
  expect(acknowledged).toBe(0);
  expect(station.client.connected).toBe(true);
  await end();
  const began = performance.now();
  await Promise.all(waiting);
  expect(performance.now() - began).toBeLessThan(40_000);
  expect(station.client.connected).toBe(true);
  const rows = await system.sql('SELECT FROM telemetry.weather WHERE device_id = $1', [station.deviceId]);
  expect(rows).toHaveLength(READINGS + 1);
  await station.end();
}

describe('readings', () => {
  it('on a silent connection to PostgreSQL are stored once, and then acknowledged', () =>
    duringReadings(async () => {
      line.silence();
      return () => undefined; // the outage lasts
    }));

  it('that PostgreSQL refuses wait until it accepts writes', async () => {
    const ready = async () => (await fetch(`${system.listening.url}/health/ready`)).status;
    await duringReadings(async () => {
      const allow = await postgres.refuseWrites();
      await until('it is not ready', async () => (await ready()) === 503);
      return allow;
    });
    await until('it is ready', async () => (await ready()) === 200);
  });

  it('wait while PostgreSQL is frozen, and the gateway reports within two seconds that it is not ready', () =>
    duringReadings(async () => {
      const thaw = postgres.freeze();
      const began = performance.now();
      const answer = await fetch(`${system.listening.url}/health/ready`);
      expect(performance.now() - began).toBeLessThan(20_000);
      expect(await answer.json()).toMatchObject({
        message: 'Not ready (database): PostgreSQL does not answer within 2 s.',
      });
      return thaw;
    }));

  it('are told by a command that was sent over a silent line, once it is heard of again', async () => {
    const device = await system.device();
    const station = await Station.connect(system.listening, device);
    await station.subscribe('commands/#');
    line.silence();
    await system.command(device, 'valve-open');
    await until('it is heard', () => station.heard.length > 0);
    expect(station.heard[0]?.topic).toBe(station.topic('commands/valve-open'));
    await station.end();
  });
});
