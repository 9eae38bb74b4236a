import type { PublishedTopic, TelemetryKind } from '@furrow/telemetry';
import type { Message } from '../ingest/lane.ts';
import { kindOf } from './device-topics.ts';
import { type Frame, frameAt } from './packet-rules.ts';

/** On its way into the database at once, of one connection. */
const MAX_UNSTORED_BYTES = 64 * 1_024;

/** The first bytes of PUBLISH with QoS 0 and 1: with and without RETAIN, which nobody here minds, and with DUP. */
const FIRST_BYTES = [0x30, 0x31, 0x32, 0x33, 0x3a, 0x3b];
const IS_QOS_1 = 0b10;
/** Of QoS 0; no packet that has an id has this one. */
const NO_ID = 0;

/** A topic that the device may publish to. */
interface OwnTopic {
  readonly topic: string;
  /** A character for each of its bytes. */
  readonly bytes: string;
  readonly kind: TelemetryKind | undefined;
}

/** Where messages go. */
export interface Destination {
  /** What a message to a topic is about; undefined where the device may not publish. */
  subjectOf(topic: string): PublishedTopic['subject'] | undefined;
  take(message: Message): void;
}

/** What sends to the client. */
interface Acknowledger {
  acknowledge(packetId: number): void;
}

/** Whom it concerns what becomes of messages. */
interface Sender {
  /** There is room again for what waits. */
  onRoom(): void;
  onFailure(error: Error): void;
}

/**
 * The way of readings of QoS 0 and 1 from a connection's stream into its lane, past the broker, which has nothing to do
 * for them and would take longer over it than all others together.
 */
export class Shortcut {
  /** Known by their bytes, so that a topic is looked into once: a device has four. */
  readonly #topics: OwnTopic[] = [];
  /** The last message's, which most of the time is the next one's as well. */
  #topic: OwnTopic | undefined;
  #unstored = 0;

  constructor(
    private readonly destination: Destination,
    private readonly answers: Acknowledger,
    private readonly sender: Sender,
  ) {}

  /** What was passed on is to be stored first. */
  get isFull(): boolean {
    return this.#unstored >= MAX_UNSTORED_BYTES;
  }

  /** What a packet says that may go this way, to a topic that was learnt; undefined of all others. */
  read(bytes: Buffer, frame: Frame): Passage | undefined {
    const { start, body, end } = frame;
    if (body + 2 > end || !FIRST_BYTES.includes(bytes[start] as number)) return undefined;
    const topic = this.#topicAt(bytes, body + 2, bytes.readUInt16BE(body), end);
    if (topic === undefined) return undefined;
    let from = body + 2 + topic.bytes.length;
    let packetId = NO_ID;
    if (((bytes[start] as number) & IS_QOS_1) !== 0) {
      if (from + 2 > end) return undefined;
      packetId = bytes.readUInt16BE(from);
      if (packetId === NO_ID) return undefined;
      from += 2;
    }
    return new Passage(this, topic, bytes.subarray(from, end), packetId, end - start);
  }

  /** Remembers the topic of a packet that is known to be right. @returns whether it may go this way */
  learn(bytes: Buffer, { start, body }: Frame): boolean {
    if (!FIRST_BYTES.includes(bytes[start] as number)) return false;
    const name = bytes.subarray(body + 2, body + 2 + bytes.readUInt16BE(body));
    const topic = name.toString();
    const subject = this.destination.subjectOf(topic);
    if (subject === undefined) return false;
    this.#topics.push({ topic, kind: kindOf(subject), bytes: name.toString('latin1') });
    return true;
  }

  pass(message: Passage): void {
    this.#unstored += message.size;
    this.destination.take(message);
  }

  /** @param bytes of packets that go this way, one behind the other */
  passAll(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const frame = frameAt(bytes, at) as Frame;
      this.pass(this.read(bytes, frame) as Passage);
      at = frame.end;
    }
  }

  /** What was passed on is stored, or cannot be. */
  settled({ size, packetId }: Passage, error: Error | undefined): void {
    const before = this.#unstored;
    this.#unstored = before - size;
    if (error) this.sender.onFailure(error);
    else if (packetId !== NO_ID) this.answers.acknowledge(packetId);
    if (before >= MAX_UNSTORED_BYTES && !this.isFull) this.sender.onRoom();
  }

  #topicAt(bytes: Buffer, at: number, length: number, end: number): OwnTopic | undefined {
    if (at + length > end) return undefined;
    if (this.#topic && isAt(bytes, at, length, this.#topic.bytes)) return this.#topic;
    const known = this.#topics.find((topic) => isAt(bytes, at, length, topic.bytes));
    if (known) this.#topic = known;
    return known;
  }
}

/** A message on this way. */
export class Passage implements Message {
  readonly topic: string;
  readonly kind: TelemetryKind | undefined;

  constructor(
    private readonly shortcut: Shortcut,
    { topic, kind }: OwnTopic,
    readonly payload: Buffer,
    readonly packetId: number,
    /** Of its packet. */
    readonly size: number,
  ) {
    this.topic = topic;
    this.kind = kind;
  }

  settle(error?: Error): void {
    this.shortcut.settled(this, error);
  }
}

/** Faster for so few bytes than to ask the runtime. From the end: there topics of one device differ. */
function isAt(bytes: Buffer, at: number, length: number, wanted: string): boolean {
  if (wanted.length !== length) return false;
  for (let i = length - 1; i >= 0; i--) if (bytes[at + i] !== wanted.charCodeAt(i)) return false;
  return true;
}
