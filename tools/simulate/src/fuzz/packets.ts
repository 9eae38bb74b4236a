import type { Random } from '@furrow/program';
import { topicsOf } from '@furrow/telemetry';
import { generate, type Packet } from 'mqtt-packet';

/** A valid CONNECT. */
export function connectPacket(clientId: string): Buffer {
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive: 30,
  });
}

/** Every packet a client may send, in valid form. The first few come before CONNACK. */
export function validPackets(deviceId: string): [Buffer, ...Buffer[]] {
  const { telemetry, status, errors, commands } = topicsOf(deviceId);
  const publish = { cmd: 'publish', dup: false, retain: false } as const;
  const weather = '{"ts":1767225600000,"te":21.5,"hr":60,"wind":2}';
  const will = { topic: status, payload: Buffer.from('offline'), qos: 1, retain: false } as const;
  const connect = {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: 'fuzz',
    keepalive: 5,
  } as const;
  const packets: Packet[] = [
    { ...connect, clean: false, will, username: 'someone', password: Buffer.from('secret') },
    { ...publish, topic: telemetry.weather, payload: weather, qos: 0 },
    { ...publish, topic: telemetry.weather, payload: weather, qos: 1, messageId: 1 },
    { ...publish, topic: telemetry.weather, payload: `[${weather},${weather}]`, qos: 2, messageId: 2 },
    {
      ...publish,
      topic: telemetry.plant,
      payload: '{"ts":1767225600000,"kpi":"vigor","value":0.7}',
      qos: 1,
      messageId: 3,
    },
    {
      ...publish,
      topic: telemetry.irrigation,
      payload: '{"eventId":"e","startedAt":1767225600000}',
      qos: 1,
      messageId: 4,
    },
    { ...publish, topic: status, payload: 'online', qos: 1, messageId: 5 },
    {
      cmd: 'subscribe',
      messageId: 6,
      subscriptions: [
        { topic: commands, qos: 1 },
        { topic: errors, qos: 0 },
      ],
    },
    { cmd: 'unsubscribe', messageId: 7, unsubscriptions: [errors] },
    { cmd: 'puback', messageId: 8 },
    { cmd: 'pubrec', messageId: 9 },
    { cmd: 'pubrel', messageId: 2 },
    { cmd: 'pubcomp', messageId: 10 },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ];
  return [connectPacket('fuzz'), ...packets.map((packet) => generate(packet))];
}

const EXTREMES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff] as const;
const MAX_CHANGES = 4;

/** A packet with a few mutations. */
export function mutated(packet: Buffer, other: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(packet);
  for (let changes = 1 + random.below(MAX_CHANGES); changes > 0; changes--)
    bytes = random.pick(MUTATIONS)(bytes, random, other);
  return bytes;
}

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const MUTATIONS: [Mutation, ...Mutation[]] = [
  (bytes, random) => changed(bytes, random, (byte) => byte ^ (1 << random.below(8))),
  (bytes, random) => changed(bytes, random, () => random.below(256)),
  (bytes, random) => changed(bytes, random, () => random.pick(EXTREMES)),
  // The first bytes matter most: type, flags, length.
  (bytes, random) => changed(bytes, random, () => random.below(256), 4),
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => spliced(bytes, random, randomBytes(1 + random.below(16), random)),
  (bytes, random) => spliced(bytes, random, bytes.subarray(random.below(bytes.length + 1))),
  (bytes, random, other) => Buffer.concat([bytes, other.subarray(random.below(other.length))]),
  (_bytes, random) => randomBytes(1 + random.below(64), random),
];

function changed(
  bytes: Buffer,
  random: Random,
  change: (byte: number) => number,
  within = bytes.length,
): Buffer {
  const at = random.below(Math.min(within, bytes.length));
  const copy = Buffer.from(bytes);
  if (copy.length > 0) copy[at] = change(copy[at] ?? 0);
  return copy;
}

function spliced(bytes: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

function randomBytes(count: number, random: Random): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random.below(256)));
}
