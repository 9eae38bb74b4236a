import { topicsOf } from '@furrow/telemetry';
import { describe, expect, it } from '@jest/globals';
import { packetShapes } from './broken-packets.ts';
import { deviceFloods } from './device-floods.ts';
import { BINARY, frame, message } from './frames.ts';
import { connectPacket, packet, pingPacket, PUBLISH, publishPacket, subscribePacket } from './packets.ts';
import { payloadShapes } from './payloads.ts';
import { sessionFloods } from './session-floods.ts';

const hex = (bytes: Buffer) => bytes.toString('hex');
const TOPICS = topicsOf('d');
const DEVICE = { upgrade: Buffer.alloc(0), topics: TOPICS };

describe('MQTT packets', () => {
  it('follow the standard', () => {
    expect(hex(connectPacket({ clientId: 'c' }))).toBe('100d00044d51545404020000000163');
    expect(hex(connectPacket({ isLasting: true, will: { topic: 't', payload: 'w' } }))).toBe(
      '101200044d515454040400000000000174000177',
    );
    expect(hex(publishPacket('t', 'x', 1))).toBe('3206000174000178');
    expect(hex(subscribePacket(['t']))).toBe('8206000100017401');
    expect(hex(pingPacket())).toBe('c000');
  });
  it('have their length in the necessary number of bytes, or an invalid one', () => {
    expect(hex(packet(PUBLISH, 0, Buffer.alloc(321)).subarray(0, 3))).toBe('30c102');
    expect(hex(packet(PUBLISH, 0, Buffer.alloc(0), 268_435_455))).toBe('30ffffff7f');
  });
  it('are in WebSocket frames of any length, masked like a client’s', () => {
    expect(hex(frame(BINARY, Buffer.from('a'), false))).toBe('02810000000061');
    expect(hex(message(Buffer.alloc(300)).subarray(0, 8))).toBe('82fe012c00000000');
    expect(hex(message(Buffer.alloc(70_000)).subarray(0, 14))).toBe('82ff000000000001117000000000');
  });
  it('are of every kind, including reserved ones', () => {
    const kinds = new Set(packetShapes().map(({ name }) => name.split(',')[0]));
    expect(kinds).toEqual(new Set(Array.from({ length: 16 }, (_, type) => `packet ${type}`)));
  });
  it('have unique names', () => {
    const names = [
      ...packetShapes().map(({ name }) => name),
      ...payloadShapes(TOPICS).map(({ name }) => name),
      ...[...deviceFloods(DEVICE), ...sessionFloods([DEVICE])].map(({ name }) => name),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});
