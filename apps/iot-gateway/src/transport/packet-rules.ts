import { isUtf8 } from 'node:buffer';

// Validates MQTT 3.1.1 more strictly than the broker does. A valid packet is passed on unchanged.

export const CONNECT = 1;
export const PUBLISH = 3;
export const PUBACK = 4;
export const PUBREC = 5;
const PUBREL = 6;
export const PUBCOMP = 7;
const SUBSCRIBE = 8;
const UNSUBSCRIBE = 10;
export const PINGREQ = 12;
const DISCONNECT = 14;

/** Of one SUBSCRIBE or UNSUBSCRIBE: a device may have far fewer. */
const MAX_FILTERS = 1_000;
/** Of a topic or a filter; the broker's own limit. */
const MAX_LEVELS = 100;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Return codes of CONNACK. */
const UNACCEPTABLE_PROTOCOL = 1;
const IDENTIFIER_REJECTED = 2;
export const NOT_AUTHORIZED = 5;

/** The client has violated the protocol: its connection is closed, after a CONNACK where the standard requires one. */
export class ProtocolViolation extends Error {
  constructor(
    /** One or two words, for metrics. */
    readonly reason: string,
    readonly returnCode?: number,
  ) {
    super(`The client violates the MQTT protocol: ${reason}`);
    this.name = 'ProtocolViolation';
  }
}

/** Something that the standard allows and the gateway does not: the connection is closed too, with another code. */
export class PolicyViolation extends ProtocolViolation {
  constructor(reason: string) {
    super(reason);
    this.name = 'PolicyViolation';
  }
}

/** The beginning of a packet, of its body, and its end. */
export interface PacketSpan {
  readonly start: number;
  readonly body: number;
  readonly end: number;
}

/**
 * The packet that begins at `start`, which may be incomplete.
 * @returns undefined while its length is incomplete
 * @throws ProtocolViolation
 */
export function packetAt(bytes: Buffer, start: number): PacketSpan | undefined {
  let length = 0;
  for (let i = 1; i <= 4; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * 128 ** (i - 1);
    if (byte < 0x80) return { start, body: start + i + 1, end: start + i + 1 + length };
  }
  throw new ProtocolViolation('remaining length');
}

export function typeOf(bytes: Buffer, packet: PacketSpan): number {
  return (bytes[packet.start] ?? 0) >> 4;
}

export function packetIdOf(bytes: Buffer, packet: PacketSpan): number {
  return bytes.readUInt16BE(packet.body);
}

/** The protocol level of MQTT 3.1, which knows neither Session Present nor a refusal in SUBACK. */
export const LEVEL_OF_31 = 3;

export interface ConnectFacts {
  /** Of MQTT 3.1, not 3.1.1. */
  readonly isOf31: boolean;
  /** Seconds; 0 for none. */
  readonly keepalive: number;
  readonly will: { readonly topic: string; readonly bytes: number } | undefined;
}

/**
 * Validates any packet of a client except CONNECT.
 * @throws ProtocolViolation
 */
export function checkPacket(bytes: Buffer, packet: PacketSpan): void {
  const flags = (bytes[packet.start] ?? 0) & 0x0f;
  const type = typeOf(bytes, packet);
  if (type === PUBLISH) {
    checkPublish(new Body(bytes, packet), flags);
    return;
  }
  const wanted = type === PUBREL || type === SUBSCRIBE || type === UNSUBSCRIBE ? 2 : 0;
  if (flags !== wanted) throw new ProtocolViolation('reserved flags');
  const body = new Body(bytes, packet);
  switch (type) {
    case PUBACK:
    case PUBREC:
    case PUBREL:
    case PUBCOMP:
      body.packetId();
      body.expectEnd();
      return;
    case SUBSCRIBE:
      checkFilters(body, true);
      return;
    case UNSUBSCRIBE:
      checkFilters(body, false);
      return;
    case PINGREQ:
    case DISCONNECT:
      body.expectEnd();
      return;
    default:
      throw new ProtocolViolation('packet type');
  }
}

/**
 * Validates the first packet of a client.
 * @throws ProtocolViolation
 */
export function checkConnect(bytes: Buffer, packet: PacketSpan): ConnectFacts {
  if (bytes[packet.start] !== CONNECT << 4) throw new ProtocolViolation('no CONNECT first');
  const body = new Body(bytes, packet);
  const protocol = body.text();
  const level = body.byte();
  if (protocol !== 'MQTT' && protocol !== 'MQIsdp') throw new ProtocolViolation('protocol name');
  if (protocol === 'MQTT' ? level !== 4 : level !== LEVEL_OF_31)
    throw new ProtocolViolation('protocol level', UNACCEPTABLE_PROTOCOL);
  const flags = body.byte();
  const [hasName, hasPassword, hasWill] = [(flags & 0x80) !== 0, (flags & 0x40) !== 0, (flags & 0x04) !== 0];
  const willQos = (flags >> 3) & 3;
  if ((flags & 1) !== 0) throw new ProtocolViolation('reserved flags');
  if (willQos === 3 || (!hasWill && (flags & 0x38) !== 0)) throw new ProtocolViolation('will flags');
  if (hasPassword && !hasName) throw new ProtocolViolation('password without user name');
  const keepalive = body.uint16();
  const clientId = body.anyText(); // any text that MQTT allows
  const will = hasWill ? { topic: body.topicName(), bytes: body.binary().length } : undefined;
  if (hasName) body.text();
  if (hasPassword) body.binary();
  body.expectEnd();
  const isClean = (flags & 2) !== 0;
  if (clientId === '' && (!isClean || level === LEVEL_OF_31))
    throw new ProtocolViolation('client id', IDENTIFIER_REJECTED);
  return { isOf31: level === LEVEL_OF_31, keepalive, will };
}

function checkPublish(body: Body, flags: number): void {
  const qos = (flags >> 1) & 3;
  if (qos === 3) throw new ProtocolViolation('QoS 3');
  if (qos === 0 && (flags & 8) !== 0) throw new ProtocolViolation('DUP with QoS 0');
  checkLevels(body.topicName());
  if (qos > 0) body.packetId();
}

function checkFilters(body: Body, withQos: boolean): void {
  body.packetId();
  let count = 0;
  do {
    checkLevels(body.topicFilter());
    if (withQos && body.byte() > 2) throw new ProtocolViolation('requested QoS');
    if (++count > MAX_FILTERS) throw new PolicyViolation('too many topic filters');
  } while (!body.atEnd);
}

function checkLevels(topic: string): void {
  let levels = 1;
  for (let at = topic.indexOf('/'); at >= 0; at = topic.indexOf('/', at + 1))
    if (++levels > MAX_LEVELS) throw new PolicyViolation('too many topic levels');
}

/** Reads the fields of a packet, never beyond its end. */
class Body {
  #at: number;
  readonly #end: number;

  constructor(
    private readonly bytes: Buffer,
    packet: PacketSpan,
  ) {
    this.#at = packet.body;
    this.#end = packet.end;
  }

  get atEnd(): boolean {
    return this.#at === this.#end;
  }

  expectEnd(): void {
    if (!this.atEnd) throw new ProtocolViolation('packet length');
  }

  byte(): number {
    return this.bytes[this.#take(1)] ?? 0;
  }

  uint16(): number {
    return this.bytes.readUInt16BE(this.#take(2));
  }

  packetId(): number {
    const id = this.uint16();
    if (id === 0) throw new ProtocolViolation('packet id 0');
    return id;
  }

  binary(): Buffer {
    const length = this.uint16();
    const at = this.#take(length);
    return this.bytes.subarray(at, at + length);
  }

  /** [MQTT-1.5.3-1] [MQTT-1.5.3-2] */
  anyText(): string {
    const bytes = this.binary();
    if (!isUtf8(bytes) || bytes.includes(0)) throw new ProtocolViolation('UTF-8');
    return bytes.toString('utf8');
  }

  /** Without control characters, which a server may refuse. */
  text(): string {
    const text = this.anyText();
    if (CONTROL_CHARACTER.test(text)) throw new ProtocolViolation('control character');
    return text;
  }

  topicName(): string {
    const topic = this.text();
    if (topic === '' || topic.includes('#') || topic.includes('+')) throw new ProtocolViolation('topic');
    return topic;
  }

  topicFilter(): string {
    const filter = this.text();
    if (filter === '') throw new ProtocolViolation('topic filter');
    if (!filter.includes('#') && !filter.includes('+')) return filter;
    const levels = filter.split('/');
    const isFine = levels.every(
      (level, i) =>
        level === '+' ||
        (level === '#' ? i === levels.length - 1 : !level.includes('#') && !level.includes('+')),
    );
    if (!isFine) throw new ProtocolViolation('topic filter');
    return filter;
  }

  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#end) throw new ProtocolViolation('packet length');
    this.#at += length;
    return at;
  }
}
