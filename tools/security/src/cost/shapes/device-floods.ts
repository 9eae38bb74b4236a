import type { DeviceTopics } from '@furrow/telemetry';
import type { Flood } from '../flood.ts';
import { BINARY, CLOSE, CONTINUATION, frame, message, PING, PONG, TEXT } from './frames.ts';
import {
  acknowledgement,
  type Connecting,
  connectPacket,
  packet,
  pingPacket,
  PUBACK,
  publishPacket,
  PUBCOMP,
  PUBREC,
  PUBREL,
  subscribePacket,
  unsubscribePacket,
} from './packets.ts';

const KIB = 1_024;
const PIECE_BYTES = 64 * KIB;
const MANY_CONNECTIONS = 250;
const SESSIONS = 50;
const TRICKLING = 50;
const NOTHING = Buffer.alloc(0);

/** Whom the floods come from. */
export interface FloodingDevice {
  /** The upgrade to WebSocket, with a good token. */
  readonly upgrade: Buffer;
  readonly topics: DeviceTopics;
}

type Pieces = (index: number) => Buffer;

/** Everything that one device can send much of. */
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
  const trickles = Object.entries({
    PINGREQ: message(pingPacket()),
    SUBSCRIBE: message(subscribePacket([topics.errors])),
    'PUBLISH, QoS 1,': message(publishPacket(topics.status, 'x', 1)),
    'PUBLISH, QoS 2,': message(publishPacket(topics.status, 'x', 2)),
    'WebSocket pings': frame(PING, NOTHING),
  }).map(([name, bytes]) => ({
    ...flood(`${name} one by one, unread`, () => bytes),
    ...{ connections: TRICKLING, isTrickled: true },
  }));
  return [
    ...both('PINGREQ', inMessages(pingPacket)),
    ...both(
      'SUBSCRIBE to what is granted',
      inMessages((i) => subscribePacket([topics.errors], i)),
    ),
    ...both(
      'UNSUBSCRIBE',
      inMessages((i) => unsubscribePacket(['a'], i)),
    ),
    ...both(
      'PUBLISH, QoS 0, nonsense',
      inMessages(() => publishPacket(topics.telemetry.weather, '{')),
      subscribed,
    ),
    ...both(
      'PUBLISH, QoS 1, nonsense',
      inMessages((i) => publishPacket(topics.telemetry.plant, '[1]', 1, i)),
      subscribed,
    ),
    ...both(
      'PUBLISH, QoS 1, status',
      inMessages((i) => publishPacket(topics.status, 'online', 1, i)),
    ),
    ...both(
      'PUBLISH, QoS 2',
      inMessages((i) => publishPacket(topics.status, 'x'.repeat(500), 2, i)),
    ),
    ...both(
      'PUBLISH, QoS 2, one packet id',
      inMessages(() => publishPacket(topics.status, 'x'.repeat(500), 2)),
    ),
    ...both(
      'PUBREL of nothing',
      inMessages((i) => acknowledgement(PUBREL, i)),
    ),
    ...[PUBACK, PUBREC, PUBCOMP].map((type) =>
      flood(
        `acknowledgement ${type} of nothing`,
        inMessages((i) => acknowledgement(type, i)),
      ),
    ),
    flood(
      'many problems in each payload',
      inMessages((i) => publishPacket(topics.telemetry.irrigation, problems(), 1, i)),
      subscribed,
    ),
    ...trickles,
    ...filterFloods(topics, flood, opened),
    ...sessionFloods(topics, upgrade),
    ...frameFloods(flood, both),
  ];
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
      'SUBSCRIBE of a lasting session, hundreds of filters of its own',
      (i) => message(subscribePacket(own(i, 300), i)),
      lasting,
    ),
    flood('UNSUBSCRIBE, hundreds of filters', (i) => message(unsubscribePacket(foreign(i, 900), i))),
    ...['+/', '/', 'a/'].map((unit) =>
      flood(`SUBSCRIBE to ${unit} repeated`, (i) => message(subscribePacket([`${unit.repeat(20_000)}#`], i))),
    ),
  ];
}

/** What is kept of whoever connects: wills, names, sessions. */
function sessionFloods(topics: DeviceTopics, upgrade: Buffer): Flood[] {
  const many = (
    name: string,
    connections: number,
    connecting: (connection: number) => Connecting,
  ): Flood => ({
    ...{ name, connections, isRead: false },
    opening: (connection) => [upgrade, message(connectPacket(connecting(connection)))],
  });
  const long = 'w'.repeat(64 * KIB);
  return [
    many('CONNECT with a will of 64 kB', MANY_CONNECTIONS, () => ({
      will: { topic: topics.status, payload: long },
    })),
    many('CONNECT with a password of 64 kB', SESSIONS, () => ({ name: long, password: long })),
    many('CONNECT with a client id of 64 kB', SESSIONS, (i) => ({ clientId: `${i}${long}` })),
    many('CONNECT of lasting sessions with a client id of 64 kB', SESSIONS, (i) => ({
      ...{ clientId: `${i}${long}`, isLasting: true },
    })),
    {
      ...many('lasting sessions that subscribe', SESSIONS, (i) => ({ clientId: `s${i}`, isLasting: true })),
      bytes: 256 * KIB,
      piece: (_, i) =>
        message(
          subscribePacket(
            Array.from(
              { length: 300 },
              (__, j) => `${topics.commands.slice(0, -1)}${i}-${j}${'x'.repeat(150)}`,
            ),
            i,
          ),
        ),
    },
  ];
}

/** WebSocket beneath MQTT. */
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

/** MQTT packets in messages of many packets each. */
function inMessages(one: (index: number) => Buffer): Pieces {
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

function problems(): string {
  return `[${'{},'.repeat(900)}{}]`;
}

export interface PacketShape {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Every kind of packet, reserved ones too, with each of its flags, and with bodies that are none of its own. */
export function packetShapes(): PacketShape[] {
  const bodies: Readonly<Record<string, (type: number, flags: number) => Buffer>> = {
    'without a body': (type, flags) => packet(type, flags, NOTHING),
    'with a body of zeros': (type, flags) => packet(type, flags, Buffer.alloc(60_000)),
    'with a body of 0xff': (type, flags) => packet(type, flags, Buffer.alloc(60_000, 0xff)),
    'with a body of letters': (type, flags) => packet(type, flags, Buffer.alloc(60_000, 'a')),
    'shorter than it says': (type, flags) => packet(type, flags, Buffer.alloc(1_000), 2_000_000),
    'as long as can be said': (type, flags) => packet(type, flags, Buffer.alloc(1_000), 268_435_455),
    'with a length without an end': (type, flags) =>
      Buffer.concat([Buffer.from([(type << 4) | flags]), Buffer.alloc(1_000, 0x80)]),
  };
  return Array.from({ length: 16 }, (_, type) => type).flatMap((type) =>
    [0, 2, 15].flatMap((flags) =>
      Object.entries(bodies).map(([name, body]) => ({
        ...{ name: `packet ${type}, flags ${flags}, ${name}`, bytes: message(body(type, flags)) },
      })),
    ),
  );
}
