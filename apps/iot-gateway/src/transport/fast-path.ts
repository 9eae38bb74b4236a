import { packetAt, type PacketSpan } from './packet-rules.ts';

/** Passed on and not settled, of one connection. */
const MAX_UNSETTLED_BYTES = 64 * 1_024;

/** The first bytes of PUBLISH with QoS 0 and 1: with and without RETAIN, which nobody here minds, and with DUP. */
const FIRST_BYTES = [0x30, 0x31, 0x32, 0x33, 0x3a, 0x3b];
const IS_QOS_1 = 0b10;
/** Of QoS 0; no packet that has an id has this one. */
const NO_ID = 0;

/** A topic that the client may publish to. */
interface KnownTopic<Kind> {
  readonly topic: string;
  /** A character for each of its bytes. */
  readonly bytes: string;
  readonly kind: Kind;
}

/** Where messages go. */
export interface Destination<Kind> {
  /** What messages to a topic are to whoever takes them; undefined where the client may not publish. */
  useOf(topic: string): { readonly kind: Kind } | undefined;
  take(message: PublishedMessage<Kind>): void;
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
 * The path of messages of QoS 0 and 1 from a connection's stream to their destination, past the broker, which has nothing
 * to do for them and would take longer over it than everything else together.
 */
export class FastPath<Kind> {
  /** Known by their bytes, so that a topic is looked into once: a device has four. */
  readonly #topics: KnownTopic<Kind>[] = [];
  /** The last message's, which most of the time is the next one's as well. */
  #topic: KnownTopic<Kind> | undefined;
  #unsettled = 0;

  constructor(
    private readonly destination: Destination<Kind>,
    private readonly answers: Acknowledger,
    private readonly sender: Sender,
  ) {}

  /** What was passed on is to be settled first. */
  get isFull(): boolean {
    return this.#unsettled >= MAX_UNSETTLED_BYTES;
  }

  /** The message of a packet that may take this path, to a topic that was learnt; undefined of all others. */
  read(bytes: Buffer, packet: PacketSpan): PublishedMessage<Kind> | undefined {
    const { start, body, end } = packet;
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
    return new PublishedMessage(this, topic, bytes.subarray(from, end), packetId, end - start);
  }

  /** Remembers the topic of a packet that is known to be right. @returns whether it may take this path */
  learn(bytes: Buffer, { start, body }: PacketSpan): boolean {
    if (!FIRST_BYTES.includes(bytes[start] as number)) return false;
    const name = bytes.subarray(body + 2, body + 2 + bytes.readUInt16BE(body));
    const topic = name.toString();
    const use = this.destination.useOf(topic);
    if (use === undefined) return false;
    this.#topics.push({ topic, kind: use.kind, bytes: name.toString('latin1') });
    return true;
  }

  pass(message: PublishedMessage<Kind>): void {
    this.#unsettled += message.size;
    this.destination.take(message);
  }

  /** @param bytes of packets that take this path, one behind the other */
  passAll(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const packet = packetAt(bytes, at) as PacketSpan;
      this.pass(this.read(bytes, packet) as PublishedMessage<Kind>);
      at = packet.end;
    }
  }

  /** What was passed on is stored, or cannot be. */
  settled({ size, packetId }: PublishedMessage<Kind>, error: Error | undefined): void {
    const before = this.#unsettled;
    this.#unsettled = before - size;
    if (error) this.sender.onFailure(error);
    else if (packetId !== NO_ID) this.answers.acknowledge(packetId);
    if (before >= MAX_UNSETTLED_BYTES && !this.isFull) this.sender.onRoom();
  }

  #topicAt(bytes: Buffer, at: number, length: number, end: number): KnownTopic<Kind> | undefined {
    if (at + length > end) return undefined;
    if (this.#topic && isAt(bytes, at, length, this.#topic.bytes)) return this.#topic;
    const known = this.#topics.find((topic) => isAt(bytes, at, length, topic.bytes));
    if (known) this.#topic = known;
    return known;
  }
}

/** What a PUBLISH carries, on this path. */
export class PublishedMessage<Kind> {
  readonly topic: string;
  readonly kind: Kind;

  constructor(
    private readonly path: FastPath<Kind>,
    { topic, kind }: KnownTopic<Kind>,
    readonly payload: Buffer,
    readonly packetId: number,
    /** Of its packet. */
    readonly size: number,
  ) {
    this.topic = topic;
    this.kind = kind;
  }

  /** Acknowledges it; with an error the connection ends and nothing is acknowledged. */
  settle(error?: Error): void {
    this.path.settled(this, error);
  }
}

/** Faster for so few bytes than to ask the runtime. From the end: there topics of one device differ. */
function isAt(bytes: Buffer, at: number, length: number, wanted: string): boolean {
  if (wanted.length !== length) return false;
  for (let i = length - 1; i >= 0; i--) if (bytes[at + i] !== wanted.charCodeAt(i)) return false;
  return true;
}
