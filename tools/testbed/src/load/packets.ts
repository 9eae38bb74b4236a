// MQTT 3.1.1 packets, valid or malformed as the caller requests.

export const [CONNECT, CONNACK, PUBLISH, PUBACK, PUBREC, PUBREL, PUBCOMP] = [1, 2, 3, 4, 5, 6, 7] as const;
export const [SUBSCRIBE, UNSUBSCRIBE, PINGREQ, DISCONNECT] = [8, 10, 12, 14] as const;

const MAX_TEXT = 65_535;

/** @param claimed the length in the header, which may be wrong */
export function packet(type: number, flags: number, body: Buffer, claimed = body.length): Buffer {
  return Buffer.concat([Buffer.from([(type << 4) | flags]), lengthOf(claimed), body]);
}

function lengthOf(length: number): Buffer {
  const bytes: number[] = [];
  let rest = length;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.from(bytes);
}

/** Truncates content that is longer than the length field allows. */
function text(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string).subarray(0, MAX_TEXT);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** The packet id of the so-manieth message; ids begin at 1 and repeat. */
export const packetIdOf = (number: number): number => (number % MAX_TEXT) + 1;

function id(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(packetIdOf(number));
  return bytes;
}

export interface Connecting {
  readonly clientId?: string;
  /** A persistent session. */
  readonly isLasting?: boolean;
  readonly will?: { readonly topic: string; readonly payload: string };
  readonly name?: string;
  readonly password?: string;
}

export function connectPacket({
  clientId = '',
  isLasting = false,
  will,
  name,
  password,
}: Connecting = {}): Buffer {
  const flags =
    (isLasting ? 0 : 0x02) |
    (will ? 0x04 : 0) |
    (name === undefined ? 0 : 0x80) |
    (password === undefined ? 0 : 0x40);
  const fields = [
    ...[text('MQTT'), Buffer.from([4, flags, 0, 0]), text(clientId)],
    ...(will ? [text(will.topic), text(will.payload)] : []),
    ...[name, password].flatMap((given) => (given === undefined ? [] : [text(given)])),
  ];
  return packet(CONNECT, 0, Buffer.concat(fields));
}

export function publishPacket(
  topic: string,
  payload: string | Buffer,
  qos: 0 | 1 | 2 = 0,
  packetId = 0,
): Buffer {
  const fields = [text(topic), ...(qos === 0 ? [] : [id(packetId)]), Buffer.from(payload as string)];
  return packet(PUBLISH, qos << 1, Buffer.concat(fields));
}

export function subscribePacket(filters: readonly string[], packetId = 0): Buffer {
  return packet(
    SUBSCRIBE,
    2,
    Buffer.concat([id(packetId), ...filters.flatMap((filter) => [text(filter), Buffer.from([1])])]),
  );
}

export function unsubscribePacket(filters: readonly string[], packetId = 0): Buffer {
  return packet(UNSUBSCRIBE, 2, Buffer.concat([id(packetId), ...filters.map(text)]));
}

/** PUBACK, PUBREC, PUBREL and PUBCOMP. */
export function acknowledgement(type: number, packetId: number): Buffer {
  return packet(type, type === PUBREL ? 2 : 0, id(packetId));
}

export const pingPacket = (): Buffer => packet(PINGREQ, 0, Buffer.alloc(0));
