import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { until } from '@furrow/testbed';
import { type DeviceCredential, GatewaySystem, Station } from './harness/index.ts';

let system: GatewaySystem;
beforeAll(async () => {
  system = await GatewaySystem.start();
});
afterAll(() => system?.stop());

const command = (device: DeviceCredential, name: string, payload?: unknown, expiresIn?: string) =>
  system.command(device, name, payload, expiresIn);

const waiting = async ({ deviceId }: DeviceCredential) =>
  (
    await system.sql('SELECT 1 FROM telemetry.commands WHERE device_id = $1 AND delivered_at IS NULL', [
      deviceId,
    ])
  ).length;

describe('a command', () => {
  it('reaches a device that is connected and subscribed, and is not sent again', async () => {
    const device = await system.device();
    const station = await Station.connect(system.listening, device);
    await station.subscribe('commands/#');
    const commandId = await command(device, 'valve', { open: true });
    await until('the command comes', () => station.heard.length === 1);
    expect(station.heard[0]!.topic).toBe(station.topic('commands/valve'));
    expect(JSON.parse(station.heard[0]!.text)).toEqual({
      ...{ commandId, payload: { open: true }, createdAt: expect.stringMatching(/Z$/) },
    });
    await until('it is acknowledged', async () => (await waiting(device)) === 0);
    await station.end();
    const again = await Station.connect(system.listening, device);
    await again.subscribe('commands/#');
    await sleep(300);
    expect(again.heard).toEqual([]);
    await again.end();
  });

  it('waits for a disconnected device, in order', async () => {
    const device = await system.device();
    for (let i = 0; i < 25; i++) await command(device, 'step', i);
    const station = await Station.connect(system.listening, device);
    await sleep(200);
    expect(station.heard).toEqual([]); // not subscribed
    await station.subscribe('commands/#');
    await until('all come', () => station.heard.length === 25);
    const steps = station.heard.map(({ text }) => (JSON.parse(text) as { payload: number }).payload);
    expect(steps).toEqual(Array.from({ length: 25 }, (_, i) => i));
    await until('it is acknowledged', async () => (await waiting(device)) === 0);
    await station.end();
  });

  it('reaches a persistent session without another SUBSCRIBE', async () => {
    const device = await system.device();
    const options = { clean: false, clientId: 'lasting', resubscribe: false };
    const first = await Station.connect(system.listening, device, options);
    await first.subscribe('commands/#');
    await first.end();
    await command(device, 'wake');
    const second = await Station.connect(system.listening, device, options);
    await until('the command comes', () => second.heard.length === 1);
    expect(second.heard).toMatchObject([{ topic: second.topic('commands/wake') }]);
    await second.end();
  });

  it('is sent only to its device and topic', async () => {
    const [device, other] = [await system.device(), await system.device()];
    const [station, stranger] = [
      await Station.connect(system.listening, device),
      await Station.connect(system.listening, other),
    ];
    await station.subscribe('commands/open');
    await stranger.subscribe('commands/#');
    await command(device, 'close');
    await command(device, 'open');
    await until('the command comes', () => station.heard.length === 1);
    expect(station.heard[0]!.topic).toBe(station.topic('commands/open'));
    expect(stranger.heard).toEqual([]);
    await until('one waits', async () => (await waiting(device)) === 1); // nothing else fetches `close`
    await Promise.all([station.end(), stranger.end()]);
  });

  it('is not sent after it has expired', async () => {
    const device = await system.device();
    await command(device, 'old', {}, '-1 second');
    await command(device, 'new');
    const station = await Station.connect(system.listening, device);
    await station.subscribe('commands/#');
    await until('the command comes', () => station.heard.length > 0);
    expect(station.heard.map(({ topic }) => topic)).toEqual([station.topic('commands/new')]);
    await station.end();
  });

  it('to a subscription of QoS 0 is sent once', async () => {
    const device = await system.device();
    const station = await Station.connect(system.listening, device);
    expect(await station.subscribe('commands/#', 0)).toEqual([0]);
    await command(device, 'shout');
    await until(
      'it comes once, and none waits',
      async () => station.heard.length === 1 && (await waiting(device)) === 0,
    );
    await station.end();
  });

  it('that cannot be marked as delivered holds up no other, and is sent once', async () => {
    const [device, other] = [await system.device(), await system.device()];
    const stations = await Promise.all(
      [device, other].map((each) => Station.connect(system.listening, each)),
    );
    const [station, neighbour] = stations as [Station, Station];
    for (const each of stations) await each.subscribe('commands/#');
    const poison = newId();
    await system.sql(`
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.command_id = '${poison}' THEN RAISE EXCEPTION 'poison'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER poison BEFORE UPDATE ON telemetry.commands FOR EACH ROW EXECUTE FUNCTION poison()`);
    try {
      await system.command(device, 'poison', {}, undefined, poison);
      await until('it comes', () => station.heard.length === 1);
      for (let count = 1; count <= 3; count++) {
        await command(other, 'good');
        await command(device, 'good');
        await until(
          'others come',
          () => neighbour.heard.length === count && station.heard.length === count + 1,
        );
      }
      await until('others are marked', async () => (await waiting(other)) + (await waiting(device)) === 1);
      expect(system.log.split(`Command ${poison}`)).toHaveLength(2);
    } finally {
      await system.sql('DROP FUNCTION poison CASCADE');
    }
    await until('it is marked when it can be', async () => (await waiting(device)) === 0);
    expect(station.heard).toHaveLength(4);
    await Promise.all(stations.map((each) => each.end()));
  });
});
