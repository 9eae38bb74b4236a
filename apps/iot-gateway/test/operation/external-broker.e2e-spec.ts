import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KillablePostgres, type ServiceProcess } from '@furrow/platform/testing';
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
    await until(async () => (await connected(system.listening)) && (await connected(other.ready)));
    await sleep(500); // until their subscriptions are made
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
  const connected = async (gateway: Listening) =>
    (await metricOf(gateway, 'furrow_iot_broker_connected')) === 1;
  const until = async (what: () => Promise<boolean> | boolean, withinMs = 60_000) => {
    for (const deadline = performance.now() + withinMs; performance.now() < deadline;) {
      if (await what()) return;
      await sleep(50);
    }
    throw new Error(`It did not come to that\n${system.log}`);
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
    await until(async () => (await count()) === 2_000);
    const counted = () =>
      Promise.all([system.listening, other.ready].map((each) => metricOf(each, 'furrow_iot_readings_total')));
    // A gateway counts readings after their commit.
    await until(async () => (await counted()).reduce((sum, each) => sum + each) === 2_000);
    expect(Math.min(...(await counted()))).toBeGreaterThan(100);
  });

  it('report rejected readings to devices, and nothing to strangers', async () => {
    await station.publishAsync(weatherTopic('fleet-0'), 'nonsense', { qos: 1 });
    await station.publishAsync(weatherTopic('stranger'), 'nonsense', { qos: 1 });
    await until(() => heard.some(({ topic }) => topic.endsWith('/errors')));
    expect(heard.map(({ topic }) => topic)).toEqual(['v1/devices/fleet-0/errors']);
    expect(JSON.parse(heard[0]!.text)).toMatchObject({
      topic: weatherTopic('fleet-0'),
      code: 'malformed_json',
    });
  });

  it('pass each command to the broker once', async () => {
    heard.length = 0;
    for (let i = 0; i < 20; i++) await system.command({ deviceId: `fleet-${i}` }, 'open', i);
    await until(() => heard.length >= 20);
    await sleep(500);
    expect(heard).toHaveLength(20);
    expect(await system.sql('SELECT 1 FROM telemetry.commands WHERE delivered_at IS NULL')).toEqual([]);
  });

  it('continue when the broker is restarted', async () => {
    const before = await count();
    await mosquitto.restart();
    await until(async () => {
      await send(20_000, 0);
      return (await count()) > before;
    }, 60_000);
    expect(await count()).toBe(before + 1);
  }, 90_000);

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
    await until(async () => (await count()) === before + 3_000, 40_000);
    await sleep(500);
    expect(await count()).toBe(before + 3_000);
  });
});
