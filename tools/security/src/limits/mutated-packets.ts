import {
  BINARY,
  frame,
  message,
  TEXT,
  acknowledgement,
  connectPacket,
  DISCONNECT,
  packet,
  pingPacket,
  PUBACK,
  PUBCOMP,
  publishPacket,
  PUBREC,
  PUBREL,
  subscribePacket,
  unsubscribePacket,
} from '@furrow/testbed/load';
import { Random } from '@furrow/program';
import type { DeviceTopics } from '@furrow/telemetry';
import { connectTo, heard } from '../cost/exchange.ts';
import { floodingDevices } from '../cost/flooding-devices.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import type { Outcome } from './under-attack.ts';

const DEVICES = 8;
const CONNECTIONS_EACH = 6;
const MAX_BURST = 8;
const MAX_CHANGES = 4;
/** Shares of connections that send packets before CONNECT and that wait for long, of text frames, and of packets in two frames. */
const [BEFORE_CONNECT, PATIENT, TEXTS, CUT] = [0.5, 0.1, 0.01, 0.1];
/** The gateway closes most connections at once; on the others it waits for the rest of a packet. */
const ENDS_WITHIN_MS = { patient: 250, usual: 20 };
const OPENED_WITHIN_MS = 20_000;
const EXTREMES = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff] as const;

/** Sends mutated MQTT packets, a few per connection; the same for the same seed and connection. */
export async function mutatedPackets(
  { stage }: TwoCompanies,
  { seed, packets }: { readonly seed: number; readonly packets: number },
): Promise<Outcome> {
  const devices = (await floodingDevices(stage)).slice(0, DEVICES);
  let left = packets;
  const attack = async ({ upgrade, topics }: (typeof devices)[number], random: Random) => {
    const valid = validPackets(topics);
    while (left > 0) {
      const burst = Math.min(left, 1 + random.below(MAX_BURST));
      left -= burst;
      const socket = connectTo(stage.gateway.ready.url);
      socket.on('error', () => undefined); // 'close' follows
      for (const bytes of [upgrade, ...(random.chance(BEFORE_CONNECT) ? [] : [message(connectPacket())])]) {
        socket.write(bytes);
        await heard(socket, OPENED_WITHIN_MS);
      }
      for (let i = 0; i < burst; i++) socket.write(framed(mutated(valid, random), random));
      await heard(socket, random.chance(PATIENT) ? ENDS_WITHIN_MS.patient : ENDS_WITHIN_MS.usual);
      socket.destroy();
    }
  };
  const connections = devices.flatMap((device) => Array.from({ length: CONNECTIONS_EACH }, () => device));
  await Promise.all(connections.map((device, index) => attack(device, new Random(seed + index))));
  return { tried: packets, problems: [] };
}

/** Every packet that a client may send. */
function validPackets({ telemetry, status, errors, commands }: DeviceTopics): [Buffer, ...Buffer[]] {
  const weather = '{"ts":1767225600000,"te":21.5,"hr":60,"wind":2}';
  const will = { topic: status, payload: 'offline' };
  return [
    ...([connectPacket({ clientId: 'c' })] as const),
    connectPacket({ clientId: 'c', isLasting: true, will, name: 'someone', password: 'secret' }),
    publishPacket(telemetry.weather, weather),
    publishPacket(telemetry.weather, weather, 1, 1),
    publishPacket(telemetry.weather, `[${weather},${weather}]`, 2, 2),
    publishPacket(telemetry.plant, '{"ts":1767225600000,"kpi":"vigor","value":0.7}', 1, 3),
    publishPacket(telemetry.irrigation, '{"eventId":"e","startedAt":1767225600000}', 1, 4),
    publishPacket(status, 'online', 1, 5),
    ...[subscribePacket([commands, errors], 6), unsubscribePacket([errors], 7)],
    ...[PUBACK, PUBREC, PUBREL, PUBCOMP].map((type) => acknowledgement(type, 2)),
    ...[pingPacket(), packet(DISCONNECT, 0, Buffer.alloc(0))],
  ];
}

function framed(bytes: Buffer, random: Random): Buffer {
  if (random.chance(TEXTS)) return frame(TEXT, bytes);
  if (!random.chance(CUT)) return message(bytes);
  const at = random.below(bytes.length + 1);
  return Buffer.concat([frame(BINARY, bytes.subarray(0, at)), frame(BINARY, bytes.subarray(at))]);
}

function mutated(packets: [Buffer, ...Buffer[]], random: Random): Buffer {
  let bytes: Buffer = random.pick(packets);
  for (let changes = 1 + random.below(MAX_CHANGES); changes > 0; changes--)
    bytes = random.pick(MUTATIONS)(bytes, random, random.pick(packets));
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
  (bytes, random) => spliced(bytes, random, noise(1 + random.below(16), random)),
  (bytes, random) => spliced(bytes, random, bytes.subarray(random.below(bytes.length + 1))),
  (bytes, random, other) => Buffer.concat([bytes, other.subarray(random.below(other.length))]),
  (_bytes, random) => noise(1 + random.below(64), random),
];

function changed(bytes: Buffer, random: Random, change: (byte: number) => number, within = bytes.length) {
  const copy = Buffer.from(bytes);
  const at = random.below(Math.min(within, copy.length));
  if (copy.length > 0) copy[at] = change(copy[at] ?? 0);
  return copy;
}

function spliced(bytes: Buffer, random: Random, piece: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

const noise = (count: number, random: Random) =>
  Buffer.from(Array.from({ length: count }, () => random.below(256)));
