import type { PublishedTopic } from '@furrow/telemetry';
import type { Settle } from '../ingest/lane.ts';
import { type Frame, frameAt } from './packet-rules.ts';

/** On its way into the database at once, of one connection. */
const MAX_UNSTORED_BYTES = 64 * 1_024;

/** The first bytes of PUBLISH with QoS 0 and 1: with and without RETAIN, which nobody here minds, and with DUP. */
const FIRST_BYTES = [0x30, 0x31, 0x32, 0x33, 0x3a, 0x3b];
const IS_QOS_1 = 0b10;

/** A topic that the device may publish to. */
interface OwnTopic {
  readonly topic: string;
  readonly bytes: Buffer;
  readonly subject: PublishedTopic['subject'];
}

/** Where messages go. */
export interface Destination {
  /** What a message to a topic is about; undefined where the device may not publish. */
  subjectOf(topic: string): PublishedTopic['subject'] | undefined;
  take(topic: string, subject: PublishedTopic['subject'], payload: Buffer, settle: Settle): void;
}

/** Whom a stored message concerns. */
interface Sender {
  acknowledge(packetId: number): void;
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
  #unstored = 0;

  constructor(
    private readonly destination: Destination,
    private readonly sender: Sender,
  ) {}

  /** What was passed on is to be stored first. */
  get isFull(): boolean {
    return this.#unstored >= MAX_UNSTORED_BYTES;
  }

  /** Whether a packet may go this way, to a topic that was learnt. */
  suits(bytes: Buffer, frame: Frame): boolean {
    const topic = this.#topicOf(bytes, frame);
    if (topic === undefined) return false;
    const payload = payloadAt(bytes, frame, topic);
    return payload <= frame.end && (!hasId(bytes, frame) || bytes.readUInt16BE(payload - 2) !== 0);
  }

  /** Remembers the topic of a packet that is known to be right. @returns whether it may go this way */
  learn(bytes: Buffer, { start, body }: Frame): boolean {
    if (!FIRST_BYTES.includes(bytes[start] as number)) return false;
    const name = bytes.subarray(body + 2, body + 2 + bytes.readUInt16BE(body));
    const topic = name.toString();
    const subject = this.destination.subjectOf(topic);
    if (subject === undefined) return false;
    this.#topics.push({ topic, subject, bytes: Buffer.from(name) });
    return true;
  }

  /** @param bytes of packets that suit, one behind the other */
  pass(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const frame = frameAt(bytes, at) as Frame;
      this.#pass(bytes, frame, this.#topicOf(bytes, frame) as OwnTopic);
      at = frame.end;
    }
  }

  #pass(bytes: Buffer, frame: Frame, topic: OwnTopic): void {
    const size = frame.end - frame.start;
    const from = payloadAt(bytes, frame, topic);
    const packetId = hasId(bytes, frame) ? bytes.readUInt16BE(from - 2) : undefined;
    this.#unstored += size;
    this.destination.take(topic.topic, topic.subject, bytes.subarray(from, frame.end), (error) => {
      const before = this.#unstored;
      this.#unstored = before - size;
      if (error) this.sender.onFailure(error);
      else if (packetId !== undefined) this.sender.acknowledge(packetId);
      if (before >= MAX_UNSTORED_BYTES && !this.isFull) this.sender.onRoom();
    });
  }

  #topicOf(bytes: Buffer, { start, body, end }: Frame): OwnTopic | undefined {
    if (body + 2 > end || !FIRST_BYTES.includes(bytes[start] as number)) return undefined;
    const length = bytes.readUInt16BE(body);
    if (body + 2 + length > end) return undefined;
    for (const topic of this.#topics)
      if (topic.bytes.length === length && isAt(bytes, body + 2, topic.bytes)) return topic;
    return undefined;
  }
}

function hasId(bytes: Buffer, { start }: Frame): boolean {
  return ((bytes[start] as number) & IS_QOS_1) !== 0;
}

function payloadAt(bytes: Buffer, frame: Frame, topic: OwnTopic): number {
  return frame.body + 2 + topic.bytes.length + (hasId(bytes, frame) ? 2 : 0);
}

/** Faster for so few bytes than to ask the runtime. From the end: there topics of one device differ. */
function isAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let i = wanted.length - 1; i >= 0; i--) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}
