import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ack,
  CONNECT,
  GatewaySystem,
  ownTopic,
  packet,
  PINGREQ,
  publish,
  RawClient,
  subscribe,
  tokenOf,
  weatherTopic,
} from '../harness/index.ts';

const DEVICE = 'ends-1';
const TOPIC = weatherTopic(DEVICE);
const READING = '{"ts":"2026-01-01T00:00:00Z","te":1}';
const DEEP = Array(101).fill('a').join('/');

let system: GatewaySystem;
let token: string;
beforeAll(async () => {
  system = await GatewaySystem.start();
  token = await tokenOf(system.listening, await system.device(DEVICE));
});
afterAll(() => system?.stop());

/** The reasons as documented for developers of devices. */
const page = readFileSync(new URL('../../../../docs/devices.md', import.meta.url), 'utf8');

const violations = (reason: string) => system.metric('furrow_iot_violations_total', `{reason="${reason}"}`);

describe('a connection that the gateway closes', () => {
  it.each<[string, Buffer, number, string]>([
    [
      'a PUBLISH with QoS 0 for others',
      publish(weatherTopic('other'), READING, 0x30),
      1008,
      'topic of others',
    ],
    ['a PUBLISH with QoS 1 for others', publish(weatherTopic('other'), READING), 1008, 'topic of others'],
    [
      'a PUBLISH with QoS 2 for others',
      publish(weatherTopic('other'), READING, 0x34),
      1008,
      'topic of others',
    ],
    ['a topic of 101 levels', publish(DEEP, READING), 1008, 'too many topic levels'],
    ['a filter of 101 levels', subscribe([DEEP]), 1008, 'too many topic levels'],
    ['a filter of its own of 101 levels', subscribe([ownTopic(DEVICE, DEEP)]), 1008, 'too many topic levels'],
    [
      'UNSUBSCRIBE of 101 levels',
      packet(0xa2, subscribe([DEEP]).subarray(3, -1)),
      1008,
      'too many topic levels',
    ],
    ['1,001 filters', subscribe(Array(1_001).fill('a')), 1008, 'too many topic filters'],
    ['PUBREC, for nothing is sent with QoS 2', ack(0x50, 1), 1002, 'acknowledgement of QoS 2'],
    ['PUBCOMP, for nothing is sent with QoS 2', ack(0x70, 1), 1002, 'acknowledgement of QoS 2'],
    ['a packet that MQTT does not know', packet(0xf0), 1002, 'packet type'],
  ])('gets a reason: %s', async (_, bytes, code, reason) => {
    const before = await violations(reason);
    const client = await RawClient.connected(system.listening, token);
    client.send(bytes);
    expect(await client.closed).toBe(code);
    expect(client.closeReason).toBe(reason);
    expect(client.received).toHaveLength(0);
    expect(await violations(reason)).toBe(before + 1);
    if (code === 1008) expect(page).toContain(`\`${reason}\``);
  });

  it('gets a reason: more than 200 messages of QoS 2 without PUBREL', async () => {
    const reason = 'too many QoS 2 messages without PUBREL';
    const before = await violations(reason);
    const client = await RawClient.connected(system.listening, token);
    const message = (id: number) => publish(TOPIC, READING, 0x34, id);
    client.send(...Array.from({ length: 200 }, (_, i) => message(i + 1)));
    await client.bytes(4 * 200, 20_000);
    expect(client.closeCode).toBeUndefined();
    client.send(message(201));
    expect(await client.closed).toBe(1008);
    expect(client.closeReason).toBe(reason);
    expect(client.received).toHaveLength(4 * 200);
    expect(await violations(reason)).toBe(before + 1);
    expect(page).toContain(`\`${reason}\``);
  });

  it('gets a reason: no CONNECT', async () => {
    const client = await RawClient.open(system.listening, token);
    expect(await client.closed).toBe(1008);
    expect(client.closeReason).toBe('no CONNECT in time');
    expect(page).toContain('`no CONNECT in time`');
  });

  it('may have 100 levels in a filter, and acknowledge unknown packet ids', async () => {
    const client = await RawClient.connected(system.listening, token);
    client.send(subscribe([DEEP.slice(2)]), ack(0x40, 77));
    expect([...(await client.bytes(5))]).toEqual([0x90, 3, 0, 9, 0x80]);
    client.send(PINGREQ);
    expect([...(await client.bytes(7))].slice(5)).toEqual([0xd0, 0]);
    client.end();
  });
});

describe('keep-alive', () => {
  /** Sends an endless packet, one byte every tenth of a second. */
  async function drip(head: Buffer): Promise<{ closed: number; reason: string; ms: number }> {
    const client = await RawClient.connected(system.listening, token, CONNECT({ keepalive: 1 }));
    const start = performance.now();
    client.send(head);
    const dripping = setInterval(() => client.send(Buffer.from([0x61])), 100);
    const closed = await client.closed;
    clearInterval(dripping);
    return { closed, reason: client.closeReason, ms: performance.now() - start };
  }

  it.each<[string, Buffer]>([
    ['a packet', publish(TOPIC, Buffer.alloc(30_000)).subarray(0, 10)],
    ['a large packet', publish(TOPIC, Buffer.alloc(300_000)).subarray(0, 10)],
    ['a packet of unknown length', Buffer.from([0x32])],
  ])('counts complete packets, but no bytes of %s', async (_, head) => {
    const { closed, reason, ms } = await drip(head);
    expect([closed, reason]).toEqual([1008, 'keepalive']);
    expect(ms).toBeGreaterThan(1_400);
    expect(ms).toBeLessThan(60_000);
  });

  it('is satisfied by small packets in pieces', async () => {
    const client = await RawClient.connected(system.listening, token, CONNECT({ keepalive: 3 }));
    for (let i = 0; i < 50; i++) {
      client.send(PINGREQ.subarray(i % 2, (i % 2) + 1));
      await sleep(100);
    }
    expect(client.closeCode).toBeUndefined();
    client.end();
  });
});
