import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type ServiceProcess, until } from '@furrow/testbed';
import {
  fetch,
  GatewaySystem,
  type Listening,
  minute,
  publish,
  RawClient,
  Station,
  subscribe,
  tokenOf,
  weatherTopic,
} from '../harness/index.ts';

let system: GatewaySystem;
let station: Station;
beforeAll(async () => {
  system = await GatewaySystem.start();
});
afterAll(() => system?.stop());

const connect = async (sector?: string) =>
  Station.connect(system.listening, await system.device(undefined, 'acme', sector));
const weatherOf = ({ deviceId }: Station) =>
  system.sql<{ ts: Date; te: number | null }>(
    'SELECT ts, te FROM telemetry.weather WHERE device_id = $1 ORDER BY ts',
    [deviceId],
  );

describe('a reading', () => {
  it('is in PostgreSQL when it is acknowledged, with QoS 1 and 2', async () => {
    station = await connect();
    await station.weather({ ts: minute(0), te: 21.5, hr: 60, wind: 2 });
    expect(await weatherOf(station)).toHaveLength(1);
    await station.publish('telemetry/weather', { ts: minute(1), te: 22 }, 2);
    expect(await weatherOf(station)).toHaveLength(2);
    await station.end();
  });

  it('is stored once, however often it is sent, and a repeat that differs is reported', async () => {
    station = await connect();
    await station.subscribe('errors');
    const reading = { ts: minute(0), te: 20, hr: null, wind: null };
    for (let i = 0; i < 3; i++) await station.weather(reading);
    await station.weather({ ...reading, te: 21 });
    expect(await station.errors(1)).toEqual([
      { topic: station.topic('telemetry/weather'), index: 0, code: 'conflict', message: expect.any(String) },
    ]);
    expect(await weatherOf(station)).toMatchObject([{ te: 20 }]);
    await station.end();
  });

  it('of each kind is stored in its table, in the sector of the device', async () => {
    station = await connect('n1');
    await station.publish('telemetry/plant', { ts: minute(0), kpi: 'vigor', value: 0.7 });
    const event = { eventId: 'e-1', startedAt: minute(0) };
    await station.publish('telemetry/irrigation', event);
    await station.publish('telemetry/irrigation', { ...event, endedAt: minute(30), volume: 12.5 });
    const plant = await system.sql('SELECT kpi, sector_id FROM telemetry.plant WHERE device_id = $1', [
      station.deviceId,
    ]);
    expect(plant).toEqual([{ kpi: 'vigor', sector_id: expect.any(String) }]);
    expect(
      await system.sql('SELECT volume FROM telemetry.irrigation WHERE device_id = $1', [station.deviceId]),
    ).toEqual([{ volume: 12.5 }]);
    await station.end();
  });

  it('that is bad is reported and counted, and affects no other', async () => {
    station = await connect();
    expect(await station.subscribe('errors')).toEqual([1]);
    const skewed = () => system.metric('furrow_iot_clock_skew_total', '{kind="weather"}');
    const before = await skewed();
    const ahead = new Date(Date.now() + 3 * 86_400_000).toISOString();
    await station.weather(
      { ts: minute(0), te: 20 },
      { ts: minute(1), te: 200 },
      { ts: ahead, te: 20 },
      { ts: minute(2), te: 22 },
      { ts: minute(3) },
    );
    const errors = await station.errors(3);
    expect(errors.map(({ index, code }) => [index, code])).toEqual([
      [1, 'validation_failed'],
      [2, 'ts_in_future'],
      [4, 'validation_failed'],
    ]);
    expect(await weatherOf(station)).toHaveLength(2);
    expect(await skewed()).toBe(before + 1);
    await station.end();
  });

  it.each<[string, string | Buffer, string]>([
    ['malformed JSON', '{"ts":', 'malformed_json'],
    ['nothing', '', 'malformed_json'],
    ['broken UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'malformed_json'],
    ['2,000 items', JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ ts: i }))), 'too_many_items'],
    ['a payload of 1.5 MB', `[${' '.repeat(1_500_000)}]`, 'payload_too_large'],
    ['a deep payload', '['.repeat(50_000), 'payload_too_deep'],
  ])('in a payload of %s is acknowledged and reported', async (_, payload, code) => {
    station = await connect();
    await station.subscribe('errors');
    await station.publish('telemetry/weather', payload);
    expect(await station.errors(1)).toEqual([
      { topic: station.topic('telemetry/weather'), index: null, code, message: expect.any(String) },
    ]);
    await station.weather({ ts: minute(0), te: 1 });
    await station.end();
  });

  it('with U+0000 in a text fails alone', async () => {
    station = await connect();
    await station.subscribe('errors');
    const plant = (kpi: string, n: number) => ({ ts: minute(n), kpi, value: 1 });
    await station.publish('telemetry/plant', [plant('a\u0000b', 0), plant('vigor', 1), plant('\ud800', 2)]);
    expect((await station.errors(2)).map(({ index }) => index)).toEqual([0, 2]);
    expect(
      await system.sql('SELECT 1 FROM telemetry.plant WHERE device_id = $1', [station.deviceId]),
    ).toHaveLength(1);
    await station.end();
  });

  it('among a thousand is stored with all of them', async () => {
    station = await connect();
    await station.weather(...Array.from({ length: 1_000 }, (_, i) => ({ ts: minute(i), te: 20 })));
    expect(await weatherOf(station)).toHaveLength(1_000);
    await station.end();
  });
});

describe('the errors topic of a device', () => {
  it('is readable for that device only', async () => {
    const [one, other] = [await connect(), await connect()];
    await Promise.all([one.subscribe('errors'), other.subscribe('errors')]);
    expect(await other.client.subscribeAsync(one.topic('errors')).catch(() => 'refused')).toBe('refused');
    await one.publish('telemetry/weather', 'nonsense');
    await one.errors(1);
    await other.publish('telemetry/weather', 'nonsense');
    await other.errors(1);
    expect(other.heard.map(({ topic }) => topic)).toEqual([other.topic('errors')]);
    await Promise.all([one.end(), other.end()]);
  });

  it('does not delay other devices when a device does not read it', async () => {
    const dropped = () => system.metric('furrow_iot_dropped_reports_total');
    const before = await dropped();
    const device = await system.device();
    const topic = weatherTopic(device.deviceId);
    const frozen = await RawClient.connected(system.listening, await tokenOf(system.listening, device));
    frozen.send(subscribe([`v1/devices/${device.deviceId}/errors`]));
    await frozen.bytes(5);
    frozen.socket.pause();
    const bad = JSON.stringify(Array.from({ length: 1_000 }, () => 1));
    for (let i = 0; i < 200; i++) frozen.send(publish(topic, bad, 0x32, i + 1));
    const other = await connect();
    await other.subscribe('errors');
    const began = performance.now();
    for (let i = 0; i < 20; i++) await other.publish('telemetry/weather', 'nonsense');
    expect(await other.errors(20)).toHaveLength(20);
    expect(performance.now() - began).toBeLessThan(30_000);
    await until('a report is dropped', async () => (await dropped()) > before);
    frozen.end();
    await other.end();
  });
});

describe('a fleet above its rate limit', () => {
  let gateway: ServiceProcess<Listening>;
  beforeAll(async () => {
    gateway = await system.another({ IOT_DEVICE_RATE: '20', IOT_COMPANY_RATE: '60' });
  });
  const metrics = async () => (await fetch(`${gateway.ready.url}/metrics`)).text();

  it('is read more slowly and loses nothing; the limit that applied is named', async () => {
    const client = await Station.connect(gateway.ready, await system.device());
    await client.subscribe('errors');
    const began = performance.now();
    await Promise.all(Array.from({ length: 60 }, (_, i) => client.weather({ ts: minute(i), te: 1 })));
    expect(performance.now() - began).toBeGreaterThan(1_500);
    const [error] = await client.errors(1);
    expect(error).toMatchObject({
      index: null,
      code: 'rate_limited',
      message: expect.stringContaining('IOT_DEVICE_RATE'),
    });
    expect(await weatherOf(client)).toHaveLength(60);
    expect(await metrics()).toMatch(/furrow_iot_throttled_total\{limit="IOT_DEVICE_RATE"\} [1-9]/);
    await client.end();
  });

  it('belongs to one company and delays no other', async () => {
    await system.provision('globex');
    const stranger = await Station.connect(gateway.ready, await system.device('calm', 'globex'));
    const devices = await system.devices(8);
    const fleet = await Promise.all(devices.map((device) => Station.connect(gateway.ready, device)));
    await Promise.all(fleet.map((client) => client.subscribe('errors')));
    const began = performance.now();
    const sending = Promise.all(
      fleet.flatMap((client) =>
        Array.from({ length: 19 }, (_, i) => client.weather({ ts: minute(i), te: 1 })),
      ),
    );
    await stranger.weather({ ts: minute(0), te: 1 });
    const strangerTook = performance.now() - began;
    await sending;
    const took = performance.now() - began;
    expect(took).toBeGreaterThan(1_000); // 152 readings, of which 60 may come in a burst
    expect(strangerTook).toBeLessThan(took);
    const reported = (await Promise.all(fleet.map((client) => client.errors(0)))).flat();
    expect(reported).toContainEqual({
      topic: expect.any(String),
      ...{ index: null, code: 'rate_limited', message: expect.stringContaining('IOT_COMPANY_RATE') },
    });
    for (const client of fleet) expect(await weatherOf(client)).toHaveLength(19);
    expect(await metrics()).toMatch(/furrow_iot_throttled_total\{limit="IOT_COMPANY_RATE"\} [1-9]/);
    await Promise.all([stranger, ...fleet].map((client) => client.end()));
  });
});

describe('a status message', () => {
  it('is accepted from a device, and from its will', async () => {
    const before = await system.metric('furrow_iot_statuses_total');
    const credential = await system.device();
    const client = await Station.connect(system.listening, credential, {
      will: {
        topic: `v1/devices/${credential.deviceId}/status`,
        payload: Buffer.from('offline'),
        qos: 1,
        retain: true,
      },
    });
    await client.publish('status', 'online');
    expect(await system.metric('furrow_iot_statuses_total')).toBe(before + 1);
    client.client.stream.destroy();
    await until(
      'the will is sent',
      async () => (await system.metric('furrow_iot_statuses_total')) > before + 1,
    );
    expect(await system.metric('furrow_iot_statuses_total')).toBe(before + 2);
  });
});

describe('a raw stream of packets', () => {
  it('is understood wherever it is cut', async () => {
    const { deviceId, deviceSecret } = await system.device('cut');
    const token = await tokenOf(system.listening, { deviceId, deviceSecret });
    const client = await RawClient.connected(system.listening, token);
    const stream = Buffer.concat(
      Array.from({ length: 200 }, (_, i) =>
        publish(weatherTopic(deviceId), `{"ts":"${minute(i)}","te":1}`, 0x32, i + 1),
      ),
    );
    const cuts = fc.sample(fc.noBias(fc.integer({ min: 1, max: stream.length - 1 })), 160);
    const ends = [...new Set([...cuts, stream.length])].sort((a, b) => a - b);
    for (const [i, end] of ends.entries()) client.send(stream.subarray(ends[i - 1] ?? 0, end));
    await client.bytes(800);
    expect(await weatherOf({ deviceId } as Station)).toHaveLength(200);
    client.end();
  });
});
