import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { generate, type Packet } from 'mqtt-packet';
import { checkConnect, checkPacket, packetAt, ProtocolViolation } from './packet-rules.ts';

const judge = (bytes: Buffer) => {
  const packet = packetAt(bytes, 0);
  if (packet === undefined || packet.end !== bytes.length) throw new Error('no whole packet');
  if (bytes[0] === 0x10) return checkConnect(bytes, packet);
  checkPacket(bytes, packet);
  return undefined;
};

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('an MQTT packet', () => {
  it.each<Packet>([
    { cmd: 'publish', topic: 'a/b', payload: '{}', qos: 0, dup: false, retain: true },
    {
      cmd: 'publish',
      topic: 'ñ/🌱',
      payload: 'x'.repeat(70_000),
      qos: 1,
      dup: true,
      retain: false,
      messageId: 65_535,
    },
    { cmd: 'publish', topic: 'a', payload: '', qos: 2, dup: false, retain: false, messageId: 1 },
    { cmd: 'puback', messageId: 1 },
    { cmd: 'pubrec', messageId: 2 },
    { cmd: 'pubrel', messageId: 3 },
    { cmd: 'pubcomp', messageId: 4 },
    {
      ...{ cmd: 'subscribe', messageId: 5 },
      subscriptions: [
        { topic: '#', qos: 0 },
        { topic: '+/+/a', qos: 1 },
        { topic: '/a/#', qos: 2 },
      ],
    },
    { cmd: 'unsubscribe', messageId: 6, unsubscriptions: ['a', '+'] },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ])('that the standard allows passes: %j', (packet) => {
    expect(() => judge(generate(packet))).not.toThrow();
  });

  it('CONNECT yields its keepalive, and where its will is and how large', () => {
    const will = { topic: 'v1/devices/x/status', payload: Buffer.from('off'), qos: 2 as const, retain: true };
    const connect = {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clientId: 'x',
      keepalive: 300,
    } as const;
    expect(
      judge(generate({ ...connect, clean: true, will, username: 'u', password: Buffer.from('p') })),
    ).toEqual({
      ...{ isOf31: false, keepalive: 300, will: { topic: 'v1/devices/x/status', bytes: 3 } },
    });
    expect(judge(generate({ ...connect, clean: false }))).toEqual({
      isOf31: false,
      keepalive: 300,
      will: undefined,
    });
  });

  it.each(['\u0001', '\u001f', '\u007f', '\u009f'])(
    'is refused with %j in a topic, a filter, a will or a user name, but not in a client id',
    (control) => {
      const text = `a${control}`;
      const connect = { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true } as const;
      const will = { topic: text, payload: Buffer.from('off'), qos: 0, retain: false } as const;
      for (const packet of [
        { cmd: 'publish', topic: text, payload: '', qos: 0, dup: false, retain: false },
        { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: text, qos: 0 }] },
        { cmd: 'unsubscribe', messageId: 1, unsubscriptions: [text] },
        { ...connect, clientId: 'x', username: text },
        { ...connect, clientId: 'x', will },
      ] satisfies Packet[])
        expect(() => judge(generate(packet))).toThrow('control character');
      expect(() => judge(generate({ ...connect, clientId: text }))).not.toThrow();
    },
  );

  it('of random bytes is judged without reading past its end, and without any other error', () => {
    const isJudged = fc.property(
      fc.uint8Array({ minLength: 2, maxLength: 64 }),
      fc.boolean(),
      (random, asConnect) => {
        const bytes = Buffer.from([
          asConnect ? 0x10 : (random[0] ?? 0),
          random.length - 1,
          ...random.subarray(1),
        ]);
        const error = thrownBy(() => judge(bytes));
        return error === undefined || error instanceof ProtocolViolation;
      },
    );
    // One call of `expect` for all examples: it would take longer than they do.
    expect(() => fc.assert(isJudged, { numRuns: 20_000 })).not.toThrow();
  });

  it('has a length of at most four bytes', () => {
    expect(packetAt(Buffer.from([0x30, 0x80, 0x80]), 0)).toBeUndefined();
    expect(packetAt(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]), 0)).toEqual({
      start: 0,
      body: 5,
      end: 268_435_460,
    });
    expect(() => packetAt(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff]), 0)).toThrow(ProtocolViolation);
  });
});
