import { packetAt, type PacketSpan } from './packet-rules.ts';

/** Passed on and not settled, per connection. */
const MAX_UNSETTLED_BYTES = 64 * 1_024;

/** The first bytes of PUBLISH with QoS 0 and 1: with and without RETAIN, which is ignored, and with DUP. */
const FIRST_BYTES = [0x30, 0x31, 0x32, 0x33, 0x3a, 0x3b];
const IS_QOS_1 = 0b10;
/** For QoS 0; it is not a valid packet id. */
const NO_ID = 0;

/** A topic that the client may publish to. */
interface KnownTopic<Kind> {
  readonly topic: string;
  /** One character per byte. */
  readonly bytes: string;
  readonly kind: Kind;
}

/** The receiver of messages. */
export interface Destination<Kind> {
  /** The use of a topic's messages; undefined if the client may not publish there. */
  useOf(topic: string): { readonly kind: Kind } | undefined;
  take(message: PublishedMessage<Kind>): void;
}

/** Sends acknowledgements to the client. */
interface Acknowledger {
  acknowledge(packetId: number): void;
}

/** Is notified of the outcome of messages. */
interface Sender {
  /** There is room again for waiting packets. */
  onRoom(): void;
  onFailure(error: Error): void;
}

/**
 * The path of messages with QoS 0 and 1 from a connection's stream to their destination, bypassing the broker, which
 * would add nothing and take longer than everything else together.
 */
export class FastPath<Kind> {
  /** Compared by their bytes, so that a topic is parsed once: a device has four. */
  readonly #topics: KnownTopic<Kind>[] = [];
  /** The last message's topic, which is usually also the next one's. */
  #topic: KnownTopic<Kind> | undefined;
  #unsettled = 0;

  constructor(
    private readonly destination: Destination<Kind>,
    private readonly answers: Acknowledger,
    private readonly sender: Sender,
  ) {}

  /** Messages that were passed on must be settled first. */
  get isFull(): boolean {
    return this.#unsettled >= MAX_UNSETTLED_BYTES;
  }

  /** The message of a packet that may take this path, to a known topic; undefined for all others. */
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

  /** Remembers the topic of a valid packet. @returns whether it may take this path */
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

  /** @param bytes of consecutive packets that take this path */
  passAll(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const packet = packetAt(bytes, at) as PacketSpan;
      this.pass(this.read(bytes, packet) as PublishedMessage<Kind>);
      at = packet.end;
    }
  }

  /** A message is stored, or cannot be. */
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

/** The content of a PUBLISH on this path. */
export class PublishedMessage<Kind> {
  readonly topic: string;
  readonly kind: Kind;

  constructor(
    private readonly path: FastPath<Kind>,
    { topic, kind }: KnownTopic<Kind>,
    readonly payload: Buffer,
    readonly packetId: number,
    /** The size of its packet. */
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

/** For so few bytes faster than a call into the runtime. From the end, because topics of one device differ there. */
function isAt(bytes: Buffer, at: number, length: number, wanted: string): boolean {
  if (wanted.length !== length) return false;
  for (let i = length - 1; i >= 0; i--) if (bytes[at + i] !== wanted.charCodeAt(i)) return false;
  return true;
}
