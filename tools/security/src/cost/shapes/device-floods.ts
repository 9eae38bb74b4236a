import {
  BINARY,
  CLOSE,
  CONTINUATION,
  frame,
  message,
  PING,
  PONG,
  TEXT,
  acknowledgement,
  type Connecting,
  connectPacket,
  pingPacket,
  PUBACK,
  publishPacket,
  PUBCOMP,
  PUBREC,
  PUBREL,
  subscribePacket,
  unsubscribePacket,
} from '@furrow/testbed/load';
import type { DeviceTopics } from '@furrow/telemetry';
import type { Flood } from '../flood.ts';

const KIB = 1_024;
const PIECE_BYTES = 64 * KIB;
/** Concurrent connections of one device, within its limit. */
const TRICKLING = 8;
/** Enough small answers to exceed the socket buffers of a connection. */
const PINGED_BYTES = 24 * 1_024 * KIB;
const NOTHING = Buffer.alloc(0);

/** The device that floods. */
export interface FloodingDevice {
  /** The upgrade to WebSocket, with a valid token. */
  readonly upgrade: Buffer;
  readonly topics: DeviceTopics;
}

type Pieces = (index: number) => Buffer;

/** Everything that one device can send in large volume. */
export function deviceFloods({ upgrade, topics }: FloodingDevice): Flood[] {
  const opened = (options?: Connecting, then: Buffer[] = []) => [
    upgrade,
    message(connectPacket(options)),
    ...then.map(message),
  ];
  const flood = (name: string, pieces: Pieces, opening = opened()): Flood => ({
    ...{ name, connections: 2, isRead: false, opening: () => opening },
    piece: (_connection, index) => pieces(index),
  });
  const subscribed = opened({}, [subscribePacket([topics.errors])]);
  const both = (name: string, pieces: Pieces, opening = opened()): Flood[] => [
    { ...flood(`${name}, read`, pieces, opening), isRead: true },
    flood(`${name}, unread`, pieces, opening),
  ];
  const pings = both('PINGREQ', inMessages(pingPacket));
  const unread: readonly number[] = [PUBACK, PUBREC, PUBCOMP];
  const problematic = inMessages((i) => publishPacket(topics.telemetry.irrigation, problems(), 1, i));
  return [
    ...pings.map((each) => ({ ...each, connections: 1, bytes: PINGED_BYTES })),
    ...packetsOf(topics).flatMap(([name, one, isSubscribed]) =>
      both(name, inMessages(one), isSubscribed ? subscribed : undefined),
    ),
    ...unread.map((type) =>
      flood(
        `acknowledgement ${type} of nothing`,
        inMessages((i) => acknowledgement(type, i)),
      ),
    ),
    flood('many problems in each payload', problematic, subscribed),
    ...trickles(topics, flood),
    ...filterFloods(topics, flood, opened),
    ...frameFloods(flood, both),
  ];
}

/** Packets that are sent in many messages, with and without reading the answers, and whether the device is subscribed. */
function packetsOf({ errors, telemetry, status }: DeviceTopics) {
  const long = 'x'.repeat(500);
  const packets: readonly (readonly [name: string, one: Pieces, isSubscribed?: boolean])[] = [
    ['SUBSCRIBE to what is granted', (i) => subscribePacket([errors], i)],
    ['UNSUBSCRIBE', (i) => unsubscribePacket(['a'], i)],
    ['PUBLISH, QoS 0, nonsense', () => publishPacket(telemetry.weather, '{'), true],
    ['PUBLISH, QoS 1, nonsense', (i) => publishPacket(telemetry.plant, '[1]', 1, i), true],
    ['PUBLISH, QoS 1, status', (i) => publishPacket(status, 'online', 1, i)],
    ['PUBLISH, QoS 2', (i) => publishPacket(status, long, 2, i)],
    ['PUBLISH, QoS 2, one packet id', () => publishPacket(status, long, 2)],
    ['PUBREL of nothing', (i) => acknowledgement(PUBREL, i)],
  ];
  return packets;
}

/** Packets sent one by one, whose answers remain unread. */
function trickles(topics: DeviceTopics, flood: (name: string, pieces: Pieces) => Flood): Flood[] {
  return Object.entries({
    PINGREQ: message(pingPacket()),
    SUBSCRIBE: message(subscribePacket([topics.errors])),
    'PUBLISH, QoS 1,': message(publishPacket(topics.status, 'x', 1)),
    'PUBLISH, QoS 2,': message(publishPacket(topics.status, 'x', 2)),
    'WebSocket pings': frame(PING, NOTHING),
  }).map(([name, bytes]) => ({
    ...flood(`${name} one by one, unread`, () => bytes),
    ...{ connections: TRICKLING, isTrickled: true },
  }));
}

/** SUBSCRIBE and UNSUBSCRIBE with hundreds of filters. */
function filterFloods(
  { commands, errors }: DeviceTopics,
  flood: (name: string, pieces: Pieces, opening?: Buffer[]) => Flood,
  opened: (options?: Connecting) => Buffer[],
): Flood[] {
  const own = (index: number, count: number) =>
    Array.from({ length: count }, (_, i) => `${commands.slice(0, -1)}${index}-${i}-${'x'.repeat(150)}`);
  const foreign = (index: number, count: number) =>
    Array.from({ length: count }, (_, i) => `f/${index}/${i}`);
  const lasting = opened({ clientId: 'lasting', isLasting: true });
  return [
    flood('SUBSCRIBE, hundreds of refused filters', (i) => message(subscribePacket(foreign(i, 900), i))),
    flood('SUBSCRIBE, hundreds of filters of its own', (i) => message(subscribePacket(own(i, 300), i))),
    flood(
      'SUBSCRIBE of a lasting session, hundreds of refused filters and one granted',
      (i) => message(subscribePacket([errors, ...foreign(i, 900)], i)),
      lasting,
    ),
    flood(
      'SUBSCRIBE of a lasting session, hundreds of filters of its own and one granted',
      (i) => message(subscribePacket([errors, ...own(i, 300)], i)),
      lasting,
    ),
    flood('UNSUBSCRIBE, hundreds of filters', (i) => message(unsubscribePacket(foreign(i, 900), i))),
    ...['+/', '/', 'a/'].map((unit) =>
      flood(`SUBSCRIBE to ${unit} repeated`, (i) => message(subscribePacket([`${unit.repeat(20_000)}#`], i))),
    ),
  ];
}

/** Floods at the WebSocket level, below MQTT. */
function frameFloods(
  flood: (name: string, pieces: Pieces) => Flood,
  both: (name: string, pieces: Pieces) => Flood[],
): Flood[] {
  const ping = frame(PING, Buffer.alloc(125, 'p'));
  const byte = frame(BINARY, Buffer.from([0xc0]));
  const rest = frame(BINARY, NOTHING);
  const begun = frame(BINARY, Buffer.from([0xc0]), false);
  const empty = frame(CONTINUATION, NOTHING, false);
  const some = frame(CONTINUATION, Buffer.alloc(100), false);
  return [
    ...both('WebSocket pings', repeatedFrames(ping)),
    flood('WebSocket pongs', repeatedFrames(frame(PONG, Buffer.alloc(125, 'p')))),
    flood('empty WebSocket messages', repeatedFrames(rest)),
    flood(
      'WebSocket messages of a byte',
      repeatedFrames(Buffer.concat([byte, frame(BINARY, Buffer.from([0]))])),
    ),
    flood('empty fragments', beginningWith(begun, empty)),
    flood('fragments of a message without an end', beginningWith(begun, some)),
    flood('fragments and pings', beginningWith(begun, Buffer.concat([empty, ping]))),
    flood('WebSocket text', repeatedFrames(frame(TEXT, Buffer.alloc(1_000, 'a')))),
    flood('WebSocket closes', repeatedFrames(frame(CLOSE, Buffer.alloc(125, 0x03)))),
  ];
}

/** WebSocket messages of many MQTT packets each. */
export function inMessages(one: (index: number) => Buffer): Pieces {
  const size = one(0).length;
  const count = Math.max(1, Math.floor(PIECE_BYTES / size));
  return (index) => message(Buffer.concat(Array.from({ length: count }, (_, i) => one(index * count + i))));
}

function repeatedFrames(one: Buffer): Pieces {
  const piece = Buffer.concat(Array.from({ length: Math.floor(PIECE_BYTES / one.length) }, () => one));
  return () => piece;
}

function beginningWith(first: Buffer, next: Buffer): Pieces {
  const pieces = repeatedFrames(next);
  return (index) => (index === 0 ? first : pieces(index));
}

/** A payload with 901 invalid items. */
export function problems(): string {
  return `[${'{},'.repeat(900)}{}]`;
}
