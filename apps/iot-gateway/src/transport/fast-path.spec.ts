import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Destination, FastPath, type PublishedMessage } from './fast-path.ts';
import { packetAt, type PacketSpan } from './packet-rules.ts';

const WEATHER = 'v1/devices/ws-1/telemetry/weather';

function publish(topic: string, payload: string, { first = 0x32, id = 7 } = {}): Buffer {
  const name = Buffer.from(topic);
  const withId = (first & 6) === 0 ? [] : [id >> 8, id & 0xff];
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 0xff]),
    name,
    Buffer.from(withId),
    Buffer.from(payload),
  ]);
  const length = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}

const whole = (packet: Buffer): PacketSpan => packetAt(packet, 0) as PacketSpan;

describe('the fast path', () => {
  let taken: PublishedMessage<string>[];
  let heard: (string | number)[];
  let fastPath: FastPath<string>;
  beforeEach(() => {
    taken = [];
    heard = [];
    const destination: Destination<string> = {
      useOf: (topic) => (topic === WEATHER ? { kind: 'weather' } : undefined),
      take: (message) => taken.push(message),
    };
    const answers = { acknowledge: (packetId: number) => heard.push(packetId) };
    fastPath = new FastPath(destination, answers, {
      onRoom: () => heard.push('room'),
      onFailure: ({ message }) => heard.push(message),
    });
  });
  const suits = (packet: Buffer) => fastPath.read(packet, whole(packet)) !== undefined;
  const pass = (packet: Buffer) => fastPath.pass(fastPath.read(packet, whole(packet))!);
  const received = () => taken.map(({ topic, kind, payload }) => [topic, kind, payload.toString()]);
  const learn = (packet: Buffer) => fastPath.learn(packet, whole(packet));

  it('handles messages of QoS 0 and 1 to known topics of the device', () => {
    const reading = publish(WEATHER, '{}');
    expect([suits(reading), learn(reading), suits(reading)]).toEqual([false, true, true]);
    const others = publish(WEATHER.replace('ws-1', 'ws-2'), '{}');
    expect([learn(others), suits(others)]).toEqual([false, false]);
    const firsts = [0x30, 0x31, 0x33, 0x3a, 0x3b, 0x34, 0x36, 0x38, 0x82];
    expect(firsts.map((first) => suits(publish(WEATHER, '{}', { first })))).toEqual(
      [true, true, true, true, true, false, false, false, false], // QoS 2 and 3, DUP with QoS 0, SUBSCRIBE
    );
  });

  it('does not handle malformed packets', () => {
    learn(publish(WEATHER, '{}'));
    expect(suits(publish(WEATHER, '', { id: 0 }))).toBe(false);
    for (let length = 0; length < WEATHER.length + 4; length++) {
      const cut = Buffer.concat([
        Buffer.from([0x32, length]),
        publish(WEATHER, '{}').subarray(2, 2 + length),
      ]);
      expect(suits(cut)).toBe(false);
    }
    expect(suits(publish(WEATHER, ''))).toBe(true);
  });

  it('passes each message on, and acknowledges QoS 1 when it is stored', () => {
    learn(publish(WEATHER, '{}'));
    const packets = [
      publish(WEATHER, 'a', { id: 1 }),
      publish(WEATHER, 'b', { first: 0x30 }),
      publish(WEATHER, 'c'.repeat(200), { id: 0xff01 }),
    ];
    fastPath.passAll(Buffer.concat(packets));
    expect(received()).toEqual(['a', 'b', 'c'.repeat(200)].map((text) => [WEATHER, 'weather', text]));
    expect(heard).toEqual([]);
    for (const message of taken) message.settle();
    expect(heard).toEqual([1, 0xff01]);
    pass(packets[0]!);
    taken.at(-1)!.settle(new Error('broken'));
    expect(heard.at(-1)).toBe('broken');
  });

  it('has a limited amount in flight, and signals when there is space again', () => {
    learn(publish(WEATHER, '{}'));
    for (let i = 0; i < 7; i++) pass(publish(WEATHER, 'x'.repeat(10_000)));
    expect(fastPath.isFull).toBe(true);
    taken[0]!.settle();
    expect([fastPath.isFull, heard]).toEqual([false, [7, 'room']]);
    taken[1]!.settle();
    expect(heard).toEqual([7, 'room', 7]);
  });
});
