import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  CONNECT,
  DISCONNECT,
  field,
  GatewaySystem,
  messages,
  packet,
  PINGREQ,
  publish,
  RawClient,
  subscribe,
  tokenOf,
  weatherTopic,
} from '../harness/index.ts';

const DEVICE = 'proto-1';
const TOPIC = weatherTopic(DEVICE);
const READING = '{"ts":"2026-01-01T00:00:00Z","te":1}';
const LONE_SURROGATE = Buffer.from([0xed, 0xa0, 0x80]);

let system: GatewaySystem;
let token: string;
beforeAll(async () => {
  system = await GatewaySystem.start();
  token = await tokenOf(system.listening, await system.device(DEVICE));
});
afterAll(() => system?.stop());

const CONNECT_WITH_WILL = (bytes: number) =>
  CONNECT({ flags: 0x06, fields: ['raw', `v1/devices/${DEVICE}/status`, Buffer.alloc(bytes, 'x')] });

const stored = async () =>
  (await system.sql('SELECT 1 FROM telemetry.weather WHERE device_id = $1', [DEVICE])).length;

describe('CONNECT', () => {
  it.each<[string, Buffer, number | undefined]>([
    ['of MQTT 5', CONNECT({ level: 5, fields: [Buffer.alloc(0)] }), 1],
    ['of level 6', CONNECT({ level: 6 }), 1],
    ['of level 3 under the new name', CONNECT({ level: 3 }), 1],
    ['of another protocol', CONNECT({ protocol: 'MQTX' }), undefined],
    ['with its reserved flag', CONNECT({ flags: 3 }), undefined],
    ['with an empty client id in a lasting session', CONNECT({ flags: 0, fields: [''] }), 2],
    ['with a password and no user name', CONNECT({ flags: 0x42, fields: ['raw', 'secret'] }), undefined],
    [
      'with a will of QoS 3',
      CONNECT({ flags: 0x1e, fields: ['raw', `v1/devices/${DEVICE}/status`, ''] }),
      undefined,
    ],
    ['with QoS of a will that is not there', CONNECT({ flags: 0x0a }), undefined],
    ['with a will for others', CONNECT({ flags: 0x06, fields: ['raw', 'v1/devices/other/status', 'x'] }), 5],
    ['with a will of more than 1 KiB', CONNECT_WITH_WILL(1_025), 5],
    ['with U+0000 in its client id', CONNECT({ fields: ['a\u0000b'] }), undefined],
    ['with broken UTF-8 in its client id', CONNECT({ fields: [Buffer.from([0xff, 0xfe])] }), undefined],
    [
      'with a surrogate in its user name',
      CONNECT({ flags: 0x82, fields: ['raw', LONE_SURROGATE] }),
      undefined,
    ],
    ['with more than its length says', packet(0x10, CONNECT().subarray(2), [1]), undefined],
    ['cut short', packet(0x10, field('MQTT'), [4, 2]), undefined],
    ['that is no CONNECT', PINGREQ, undefined],
    ['that is a PUBLISH', publish(TOPIC, READING), undefined],
    ['with a length of five bytes', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 1]), undefined],
    ['of a megabyte', Buffer.from([0x10, 0x80, 0x80, 0x40]), undefined],
  ])('%s closes the connection', async (_, bytes, returnCode) => {
    const client = await RawClient.open(system.listening, token);
    client.send(bytes);
    expect(await client.ends()).toBe(true);
    expect([...client.received]).toEqual(returnCode === undefined ? [] : [0x20, 2, 0, returnCode]);
  });

  it('may have a will of 1 KiB', async () => {
    const client = await RawClient.open(system.listening, token);
    client.send(CONNECT_WITH_WILL(1_024));
    expect([...(await client.bytes(4))]).toEqual([0x20, 2, 0, 0]);
    client.send(DISCONNECT);
    expect(await client.ends()).toBe(true);
  });

  it('may arrive in single bytes, together with all that follows it', async () => {
    const slow = await RawClient.open(system.listening, token);
    for (const byte of CONNECT({ fields: ['slow'] })) slow.send(Buffer.from([byte]));
    expect([...(await slow.bytes(4))]).toEqual([0x20, 2, 0, 0]);
    const eager = await RawClient.open(system.listening, token);
    const many = Array.from({ length: 100 }, (_, i) => publish(TOPIC, READING, 0x32, i + 1));
    eager.send(CONNECT({ fields: ['eager'] }), ...many, PINGREQ);
    expect((await eager.bytes(4 + 400)).length).toBeGreaterThanOrEqual(404);
    slow.end();
    eager.end();
  });

  it('of MQTT 3.1 is accepted', async () => {
    const client = await RawClient.open(system.listening, token);
    client.send(CONNECT({ protocol: 'MQIsdp', level: 3 }));
    expect([...(await client.bytes(4))]).toEqual([0x20, 2, 0, 0]);
    client.end();
  });
});

describe('a connected client', () => {
  it.each<[string, Buffer]>([
    ['CONNECT again', CONNECT()],
    ['packet id 0', publish(TOPIC, READING, 0x32, 0)],
    ['QoS 3', publish(TOPIC, READING, 0x36)],
    ['DUP with QoS 0', publish(TOPIC, READING, 0x38)],
    ['an empty topic', publish('', READING)],
    ['a wildcard in a topic', publish(`v1/devices/${DEVICE}/telemetry/+`, READING)],
    ['U+0000 in a topic', publish(`${TOPIC}\u0000`, READING)],
    [
      'broken UTF-8 in a topic',
      publish(Buffer.concat([Buffer.from(TOPIC), Buffer.from([0xc3, 0x28])]), READING),
    ],
    ['a surrogate in a topic', publish(Buffer.concat([Buffer.from(TOPIC), LONE_SURROGATE]), READING)],
    ['a topic longer than its packet', packet(0x32, [0xff, 0xff], Buffer.from('v1'))],
    ['the readings of another device', publish(weatherTopic('other'), READING)],
    ['a command', publish(`v1/devices/${DEVICE}/commands/open`, '{}')],
    ['its own errors', publish(`v1/devices/${DEVICE}/errors`, '{}')],
    ['anything else', publish('hello', 'world', 0x30)],
    ['a topic of the broker', publish('$SYS/x/new/clients', DEVICE, 0x30)],
    ['SUBSCRIBE with nothing', packet(0x82, [0, 1])],
    ['SUBSCRIBE with more filters than anybody needs', subscribe(Array(1_001).fill('a'))],
    ['SUBSCRIBE with packet id 0', subscribe(['a'], 1, 0)],
    ['SUBSCRIBE with reserved flags', packet(0x80, [0, 1], field('a'), [0])],
    ['SUBSCRIBE with QoS 3', subscribe(['a'], 3)],
    ['SUBSCRIBE to a+', subscribe(['a+'])],
    ['SUBSCRIBE to a/#/b', subscribe(['a/#/b'])],
    ['SUBSCRIBE to a#', subscribe(['a#'])],
    ['SUBSCRIBE to an empty filter', subscribe([''])],
    ['SUBSCRIBE to U+0000', subscribe(['a\u0000'])],
    ['UNSUBSCRIBE with nothing', packet(0xa2, [0, 1])],
    ['UNSUBSCRIBE with packet id 0', packet(0xa2, [0, 0], field('a'))],
    ['PUBACK with packet id 0', packet(0x40, [0, 0])],
    ['PUBREL with flags 0', packet(0x60, [0, 1])],
    ['PINGREQ with a body', packet(0xc0, [1])],
    ['a packet of a server', packet(0x20, [0, 0])],
    ['a packet of type 0', packet(0x00)],
    ['a packet of type 15', packet(0xf0)],
    ['a packet of 3 MB', Buffer.from([0x32, 0x80, 0x80, 0xc0, 0x01])],
  ])('that sends %s is disconnected', async (_, bytes) => {
    const before = await stored();
    const client = await RawClient.connected(system.listening, token);
    client.send(bytes);
    expect(await client.ends()).toBe(true);
    expect(client.received).toHaveLength(0);
    expect(await stored()).toBe(before);
  });

  it('that sends a text frame is disconnected', async () => {
    const client = await RawClient.connected(system.listening, token);
    client.socket.send('hello');
    expect(await client.closed).toBe(1003);
  });

  it('receives 0x80 for filters of others, and the rest is granted', async () => {
    const client = await RawClient.connected(system.listening, token);
    const own = (rest: string) => `v1/devices/${DEVICE}/${rest}`;
    const filters = [
      '#',
      '+/#',
      'v1/devices/+/commands/#',
      'v1/devices/other/errors',
      own('status'),
      own('#'),
    ];
    client.send(subscribe([...filters, own('errors'), own('commands/#'), own('commands/open')]));
    const suback = await client.bytes(4 + 9);
    expect([...suback]).toEqual([0x90, 11, 0, 9, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1, 1]);
    client.end();
  });

  it('of MQTT 3.1, which knows no refusal, is granted filters of others, and gets nothing for them', async () => {
    const device = await system.device();
    const connect = CONNECT({ protocol: 'MQIsdp', level: 3 });
    const client = await RawClient.connected(
      system.listening,
      await tokenOf(system.listening, device),
      connect,
    );
    client.send(subscribe(['#', '$SYS/#', `v1/devices/${DEVICE}/commands/#`]));
    expect([...(await client.bytes(7))]).toEqual([0x90, 5, 0, 9, 1, 1, 1]);
    await system.command(device, 'unheard');
    client.send(subscribe([`v1/devices/${device.deviceId}/commands/heard`]));
    expect([...(await client.bytes(7 + 5))].slice(7)).toEqual([0x90, 3, 0, 9, 1]);
    await system.command(device, 'heard');
    expect((await messages(client, 1)).map(({ topic }) => topic.split('/').at(-1))).toEqual(['heard']);
    client.end();
  });

  it('gets its acknowledgements in order', async () => {
    const client = await RawClient.connected(system.listening, token);
    const large = JSON.stringify(
      Array.from({ length: 900 }, (_, i) => ({ ts: 1_700_000_000_000 + i, te: 1 })),
    );
    const ids = Array.from({ length: 60 }, (_, i) => i + 1);
    client.send(...ids.map((id) => publish(TOPIC, id % 20 === 1 ? large : READING, 0x32, id)));
    const acks = await client.bytes(4 * ids.length);
    expect(ids.map((_, i) => acks.readUInt16BE(4 * i + 2))).toEqual(ids);
    client.end();
  });

  it('may send large messages in pieces of any size, in one frame or in many', async () => {
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      ts: 1_600_000_000_000 + i,
      te: 1,
      pad: 'x'.repeat(300),
    }));
    const client = await RawClient.connected(system.listening, token);
    const large = publish(TOPIC, JSON.stringify(items), 0x32, 5);
    client.send(large);
    expect([...(await client.bytes(4))]).toEqual([0x40, 2, 0, 5]);
    for (let at = 0; at < large.length; at += 1_000) client.send(large.subarray(at, at + 1_000));
    client.send(PINGREQ);
    const answers = (await client.bytes(10)).subarray(4);
    expect(answers.includes(Buffer.from([0x40, 2, 0, 5])) && answers.includes(Buffer.from([0xd0, 0]))).toBe(
      true,
    );
    client.end();
  });

  it('completes QoS 2, also after a repeat', async () => {
    const before = await stored();
    const client = await RawClient.connected(system.listening, token);
    const message = (first: number) => publish(TOPIC, '{"ts":"2026-02-02T00:00:00Z","te":2}', first, 7);
    client.send(message(0x34));
    expect([...(await client.bytes(4))]).toEqual([0x50, 2, 0, 7]);
    expect(await stored()).toBe(before + 1);
    client.send(message(0x3c));
    expect([...(await client.bytes(8))].slice(4)).toEqual([0x50, 2, 0, 7]);
    client.send(packet(0x62, [0, 7]));
    expect([...(await client.bytes(12))].slice(8)).toEqual([0x70, 2, 0, 7]);
    expect(await stored()).toBe(before + 1);
    client.end();
  });

  it('that disconnects at once has its last messages stored', async () => {
    const before = await stored();
    const client = await RawClient.connected(system.listening, token);
    client.send(publish(TOPIC, '{"ts":"2026-03-03T00:00:00Z","te":3}', 0x30), DISCONNECT);
    expect(await client.ends()).toBe(true);
    await until('it is stored', async () => (await stored()) > before);
    expect(await stored()).toBe(before + 1);
  });
});
