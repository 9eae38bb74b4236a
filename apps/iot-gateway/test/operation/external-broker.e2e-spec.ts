import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { KillablePostgres, type ServiceProcess, until } from '@furrow/testbed';
import mqtt, { type MqttClient } from 'mqtt';
import {
  DebianServer,
  describeWith,
  fetch,
  GatewaySystem,
  type Listening,
  minute,
  weatherTopic,
} from '../harness/index.ts';

describeWith('mosquitto', 'two gateways that consume from a Mosquitto', () => {
  let mosquitto: DebianServer;
  let postgres: KillablePostgres;
  let system: GatewaySystem;
  let other: ServiceProcess<Listening>;
  let station: MqttClient;
  const heard: { topic: string; text: string }[] = [];

  beforeAll(async () => {
    mosquitto = await DebianServer.mosquitto();
    const MQTT_BROKER_URL = `mqtt://127.0.0.1:${mosquitto.port}`;
    const made = await KillablePostgres.make();
    postgres = made.postgres;
    await GatewaySystem.migrate(made.database);
    system = await GatewaySystem.start(
      { MQTT_BROKER_URL, MQTT_BROKER_CLIENT_ID: 'gateway-a' },
      made.database,
    );
    other = await system.another({ MQTT_BROKER_CLIENT_ID: 'gateway-b' });
    await system.devices(20);
    station = await mqtt.connectAsync(MQTT_BROKER_URL, { clientId: 'fleet', reconnectPeriod: 100 });
    station.on('message', (topic, payload) => heard.push({ topic, text: payload.toString() }));
    await station.subscribeAsync(['v1/devices/+/errors', 'v1/devices/+/commands/#'], { qos: 1 });
    const isConsuming = (log: string) => log.includes('consuming from the external broker');
    await until('both have subscribed', () => isConsuming(system.log) && isConsuming(other.output()));
    for (const gateway of [system.listening, other.ready])
      expect(await metricOf(gateway, 'furrow_iot_broker_connected')).toBe(1);
  });
  afterAll(async () => {
    await station?.endAsync(true);
    await system?.stop();
    await postgres?.remove();
    await mosquitto?.stop();
  });

  const metricOf = async ({ url }: { url: string }, name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(name));
    return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  };
  const count = async () => {
    const [row] = await system.sql<{ n: number }>('SELECT count(*)::int AS n FROM telemetry.weather');
    return row!.n;
  };
  const send = (n: number, device: number) =>
    station.publishAsync(weatherTopic(`fleet-${device}`), JSON.stringify({ ts: minute(n), te: 1 }), {
      qos: 1,
    });

  it('share the readings of a fleet, and store each one once', async () => {
    await Promise.all(Array.from({ length: 2_000 }, (_, i) => send(Math.floor(i / 20), i % 20)));
    await until('all are stored', async () => (await count()) === 2_000);
    const counted = () =>
      Promise.all([system.listening, other.ready].map((each) => metricOf(each, 'furrow_iot_readings_total')));
    // A gateway counts readings after their commit.
    await until('all are counted', async () => (await counted()).reduce((sum, each) => sum + each) === 2_000);
    expect(Math.min(...(await counted()))).toBeGreaterThan(100);
  });

  it('report rejected readings to devices, and nothing to strangers', async () => {
    await station.publishAsync(weatherTopic('fleet-0'), 'nonsense', { qos: 1 });
    await station.publishAsync(weatherTopic('stranger'), 'nonsense', { qos: 1 });
    await until('the device is told', () => heard.some(({ topic }) => topic.endsWith('/errors')));
    expect(heard.map(({ topic }) => topic)).toEqual(['v1/devices/fleet-0/errors']);
    expect(JSON.parse(heard[0]!.text)).toMatchObject({
      topic: weatherTopic('fleet-0'),
      code: 'malformed_json',
    });
    const counted = () => system.sql('SELECT device_id, count::int, last_code FROM telemetry.device_errors');
    expect(await until('it is counted', async () => (await counted())[0] && counted())).toEqual([
      { device_id: 'fleet-0', count: 1, last_code: 'malformed_json' },
    ]);
  });

  it('pass each command to the broker once', async () => {
    heard.length = 0;
    for (let i = 0; i < 20; i++) await system.command({ deviceId: `fleet-${i}` }, 'open', i);
    const waiting = () => system.sql('SELECT 1 FROM telemetry.commands WHERE delivered_at IS NULL');
    await until('all are delivered', async () => heard.length >= 20 && (await waiting()).length === 0);
    await sleep(500);
    expect(heard).toHaveLength(20);
  });

  it('pass on all commands but one that PostgreSQL fails with', async () => {
    const poison = newId();
    await system.sql(`
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.command_id = '${poison}' THEN RAISE EXCEPTION 'poison'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER poison BEFORE UPDATE ON telemetry.commands FOR EACH ROW EXECUTE FUNCTION poison()`);
    const waiting = () =>
      system.sql<{ id: string }>(
        'SELECT command_id AS id FROM telemetry.commands WHERE delivered_at IS NULL',
      );
    try {
      await system.command({ deviceId: 'fleet-0' }, 'open', 0, undefined, poison);
      for (let i = 1; i < 20; i++) await system.command({ deviceId: `fleet-${i}` }, 'open', i);
      await until('the others are delivered', async () => (await waiting()).length === 1);
      expect(await waiting()).toEqual([{ id: poison }]);
    } finally {
      await system.sql('DROP FUNCTION poison CASCADE');
    }
    await until('it is passed on when it can be', async () => (await waiting()).length === 0);
  });

  it('continue when the broker is restarted', async () => {
    const before = await count();
    await mosquitto.restart();
    await until('a reading is stored', async () => {
      await send(20_000, 0);
      return (await count()) > before;
    });
    expect(await count()).toBe(before + 1);
  });

  it('lose nothing that the broker has accepted, when one of them and PostgreSQL are killed', async () => {
    const before = await count();
    const sending = Array.from({ length: 3_000 }, async (_, i) => {
      await sleep(Math.floor(i / 3));
      await send(10_000 + Math.floor(i / 20), i % 20);
    });
    await sleep(300);
    await system.gateway.end('SIGKILL');
    await sleep(300);
    await postgres.kill();
    await system.forgetOwner();
    await sleep(500);
    await postgres.startAgain();
    await system.startAgain();
    await Promise.all(sending);
    await until('all are stored', async () => (await count()) === before + 3_000);
    await sleep(500);
    expect(await count()).toBe(before + 3_000);
  });
});
