import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ownCopy } from '../memory/compact.ts';
import { onceATurn } from '../once-a-turn.ts';
import type { TurnSource } from '../company-turns.ts';
import { type Closure, closeWebSocket, closureOf, POLICY, TRY_AGAIN_LATER } from './closure.ts';
import { FastPath, type PublishedMessage } from './fast-path.ts';
import { FrameReader } from './frame-reader.ts';
import { FrameWriter } from './frame-writer.ts';
import { LARGE_BYTES, LargePackets, type PacketSource } from './large-packets.ts';
import { PacketQueue, type Route } from './packet-queue.ts';
import {
  checkConnect,
  checkPacket,
  CONNECT,
  packetAt,
  packetIdOf,
  type PacketSpan,
  PINGREQ,
  ProtocolViolation,
  PUBACK,
  PUBCOMP,
  PUBLISH,
  PUBREC,
  typeOf,
} from './packet-rules.ts';
import type { MemoryShare, StreamHost, StreamOwner, StreamSockets } from './ports.ts';

const KIB = 1_024;
/** Passed on at once: the broker handles all packets of a run synchronously. */
const RUN_BYTES = 16 * KIB;
const RUN_PACKETS = 64;
/** Received but not yet passed on, per connection. Usually more than a device has in flight. */
const MAX_WAITING_BYTES = 64 * KIB;
/** The network's maximum per read; after so much there may be more, which would be read at once. */
const MOST_READ_BYTES = 64 * KIB;
/** The broker's answers besides what is being sent: most have four bytes, and each takes fifty times as much memory. */
const UNSENT_BYTES = 16 * KIB;
/** A client that does not read its answers for so long is disconnected, as by the broker. */
const TAKEN_WITHIN_MS = 8_000;

const goOnNextTurn = onceATurn<{ goOn(): void }>((streams) => streams.forEach((stream) => stream.goOn()));

const PINGRESP = Buffer.from([0xd0, 0x00]);
const NOTHING = Buffer.alloc(0);

/**
 * MQTT over a WebSocket as the broker's byte stream. Inbound it passes on complete, valid packets only, and no more
 * than is processed: messages of QoS 0 and 1 on the fast path, the rest to the broker, both in order of arrival. It
 * answers PINGREQ itself, so that a client whose messages wait still gets an answer. Outbound it combines what is
 * written in one turn of the event loop into one frame.
 */
export class PacketStream<Kind> extends Duplex implements PacketSource, TurnSource {
  /** When the client's last packet was complete, by `performance.now()`. */
  lastHeard = performance.now();
  connectReceived = false;
  /** The output to the client. */
  readonly answers: FrameWriter;
  readonly #received: MemoryShare;
  readonly #queued: MemoryShare;
  readonly #waiting: PacketQueue;
  /** Made with the first message, because most clients are silent most of the time. */
  #fastPath: FastPath<Kind> | undefined;
  #tail = NOTHING;
  /** Made when something large arrives, which most clients never send. */
  #large: LargePackets | undefined;
  #wantsMore = false;
  #admitted = false;
  #reading = true;
  #paused = false;
  #isResting = false; // waits until others are read
  #ended = false;
  readonly #onRoom = () => this.#pump();
  /** Active while the client does not read. */
  #untakenTimeout: NodeJS.Timeout | undefined;
  #closing: Closure | undefined;

  private readonly socket: WebSocket;
  private readonly network: Socket;

  constructor(
    { webSocket: socket, network }: StreamSockets,
    private readonly host: StreamHost,
    private readonly owner: StreamOwner<Kind>,
  ) {
    super({
      readableHighWaterMark: 1, // one run after the other
      writableHighWaterMark: UNSENT_BYTES,
    });
    this.socket = socket;
    this.network = network;
    this.answers = new FrameWriter(socket, network);
    this.#received = host.memory.received.of(owner.companyId);
    this.#queued = host.memory.queued.of(owner.companyId);
    this.#waiting = new PacketQueue(this.#received);
    const frames = new FrameReader(network, (message) => this.#receive(message, true));
    network.on('data', (chunk: Buffer) => {
      frames.take(chunk);
      if (frames.unfinishedBytes > LARGE_BYTES && !this.destroyed) this.#largePackets().beginFrame();
      if (chunk.length >= MOST_READ_BYTES) this.#rest();
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('close', () => this.#socketClosed());
    socket.on('error', () => undefined); // 'close' follows
  }

  /** It is not being read, so its silence means nothing. */
  get isHeld(): boolean {
    return this.#paused;
  }

  get companyId(): string {
    return this.owner.companyId;
  }

  /** In total. */
  get receivedBytes(): number {
    return this.network.bytesRead;
  }

  /** Everything received has been passed on. */
  get isDrained(): boolean {
    return this.#waiting.isEmpty && this.readableLength === 0;
  }

  /** The client does not read. */
  get isCongested(): boolean {
    return this.writableNeedDrain || this.answers.isBlocked;
  }

  /** Sent and not read by the client yet. */
  get unreadBytes(): number {
    return this.writableLength + this.answers.unreadBytes;
  }

  /** The broker has answered CONNECT: the packets after it may follow. */
  admit(): void {
    this.#admitted = true;
    this.#pump();
  }

  /** Stops reading from the network. Received packets are still passed on. */
  stopReading(): void {
    this.#reading = false;
    this.#adjust();
  }

  /** Closes the connection with a reason for the client. */
  close(code: number, reason: string): void {
    this.#closing = { code, reason };
    this.destroy();
  }

  /** Lets other connections be read first. */
  #rest(): void {
    this.#isResting = true;
    this.#adjust();
    goOnNextTurn(this);
  }

  /** It is its turn again, to be read or at the broker. */
  goOn(): void {
    this.#isResting = false;
    this.#pump();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    this.#large?.endFrame();
    const { OPEN, readyState } = this.socket; // nothing counts after the client's close frame
    if (this.destroyed || this.#ended || readyState !== OPEN) return;
    try {
      if (!isBinary) throw new ProtocolViolation('text frame');
      this.#cut(data);
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      this.#refuse(error);
      return;
    }
    this.#pump();
  }

  /** Splits arrived bytes into packets. */
  #cut(data: Buffer): void {
    const bytes = this.#gathered(data);
    if (bytes === undefined) return;
    let [from, at, packets] = [0, 0, 0];
    let route: Route | undefined;
    for (;;) {
      const packet = at < bytes.length ? packetAt(bytes, at) : undefined;
      if (packet) this.#checkSize(packet.end - packet.start);
      if (packet === undefined || packet.end > bytes.length) {
        this.#waiting.add(route, bytes, from, at);
        if (at > 0) this.lastHeard = performance.now(); // part of a packet does not count as a sign of life
        if (at < bytes.length) this.#keepRest(bytes.subarray(at), packet);
        return;
      }
      const message = this.#fastPath?.read(bytes, packet);
      if (message && from === at && this.#passAtOnce(message)) {
        from = at = packet.end;
        continue;
      }
      const next = message ? 'fast' : this.#judge(bytes, packet);
      const isFull = packet.end - from > RUN_BYTES || (route === 'broker' && packets === RUN_PACKETS);
      if (next !== route || isFull) {
        this.#waiting.add(route, bytes, from, at);
        [from, route, packets] = [at, next, 0];
      }
      packets++;
      at = packet.end;
    }
  }

  /** @returns whether it was passed on, with nothing waiting before it */
  #passAtOnce(message: PublishedMessage<Kind>): boolean {
    if (!this.#waiting.isEmpty || !this.#mayGo('fast')) return false;
    this.#fastPath?.pass(message);
    return true;
  }

  #checkSize(size: number): void {
    const { maxPacketBytes, maxConnectBytes } = this.host.limits;
    if (size > (this.connectReceived ? maxPacketBytes : maxConnectBytes))
      throw new ProtocolViolation('packet size');
  }

  /** @returns the bytes to split, including earlier rest; undefined while a large packet is incomplete */
  #gathered(data: Buffer): Buffer | undefined {
    if (this.#large?.isWithinPacket) return this.#large.add(data);
    const bytes = this.#tail.length === 0 ? data : Buffer.concat([this.#tail, data]);
    this.#tail = NOTHING;
    return bytes;
  }

  /** Keeps an incomplete packet. */
  #keepRest(rest: Buffer, packet: PacketSpan | undefined): void {
    const size = packet ? packet.end - packet.start : 0;
    if (size <= LARGE_BYTES) {
      this.#tail = ownCopy(rest);
      return;
    }
    this.#largePackets().begin(rest, size);
  }

  #largePackets(): LargePackets {
    const { limits, memory } = this.host;
    return (this.#large ??= new LargePackets(this, memory.largePackets, limits.maxPacketBytes));
  }

  onAwaited(): void {
    this.#adjust();
  }

  /** A large packet arrives too slowly. */
  onLate(): void {
    this.#refuse(new ProtocolViolation('packet took too long'));
  }

  /** There were no permits for a large packet in time. */
  onRefused(): void {
    this.close(TRY_AGAIN_LATER, 'too many large packets');
  }

  /** @returns the route of a packet; undefined if it ends here */
  #judge(bytes: Buffer, packet: PacketSpan): Route | undefined {
    if (!this.connectReceived) {
      const facts = checkConnect(bytes, packet);
      if (facts.isOf31) this.answers.hideSessionPresent();
      this.owner.onConnect(facts);
      this.connectReceived = true;
      return 'connect';
    }
    checkPacket(bytes, packet);
    const type = typeOf(bytes, packet);
    if (type === CONNECT) throw new ProtocolViolation('second CONNECT');
    if (type === PUBACK || type === PUBREC || type === PUBCOMP) {
      this.owner.onAcknowledgement(type, packetIdOf(bytes, packet));
      return undefined;
    }
    if (type === PINGREQ && this.#admitted) {
      if (!this.answers.isStuck) this.answers.send(PINGRESP); // it does not read, and will soon be disconnected
      return undefined;
    }
    if (type !== PUBLISH) return 'broker';
    this.#fastPath ??= new FastPath(this.owner, this.answers, {
      onRoom: () => this.#pump(),
      onFailure: (error) => this.destroy(error),
    });
    return this.#fastPath.learn(bytes, packet) ? 'fast' : 'broker';
  }

  /** Passes on what has arrived, as far as possible; for a client that is not admitted only its CONNECT. */
  #pump(): void {
    while (!this.destroyed && this.#passOn());
    if (this.#ended && this.#waiting.isEmpty && !this.destroyed) this.push(null);
    this.#adjust();
  }

  /** @returns whether anything was passed on */
  #passOn(): boolean {
    const { first } = this.#waiting;
    if (first === undefined || !this.#mayGo(first.route)) return false;
    this.#waiting.shift();
    if (first.route === 'fast') this.#fastPath?.passAll(first.bytes);
    else this.#wantsMore = this.push(first.bytes);
    return true;
  }

  #mayGo(route: Route): boolean {
    if (route === 'connect') return this.#wantsMore;
    if (!this.#admitted || this.#queued.isFull) return false;
    if (route === 'broker') return this.#wantsMore && this.host.brokerTurns.take(this);
    // After what the broker has not read yet.
    return this.readableLength === 0 && !this.#fastPath?.isFull && this.#takesAnswers();
  }

  /** Whether the client reads its answers; once it does not, it continues when it has read most of them in time. */
  #takesAnswers(): boolean {
    if (this.#untakenTimeout) return false;
    if (!this.answers.isStuck) return true;
    this.#untakenTimeout = setTimeout(() => this.close(POLICY, 'answers not read'), TAKEN_WITHIN_MS);
    this.answers.whenTaken(() => {
      clearTimeout(this.#untakenTimeout);
      this.#untakenTimeout = undefined;
      this.#pump();
    });
    return false;
  }

  /** Reads from the network while there is room. */
  #adjust(): void {
    if (this.destroyed) return;
    const isFull = this.connectReceived && this.#received.isFull; // new connections are admitted, however full it is
    const pause =
      !this.#reading ||
      this.#isResting ||
      this.#large?.isAwaited === true ||
      this.#waiting.bytes > MAX_WAITING_BYTES ||
      isFull ||
      !this.#takesAnswers();
    if (isFull) this.#received.whenRoom(this.#onRoom);
    if (this.#queued.isFull && !this.#waiting.isEmpty) this.#queued.whenRoom(this.#onRoom);
    if (this.#ended || pause === this.#paused) return;
    this.#paused = pause;
    this.lastHeard = performance.now();
    if (pause) this.socket.pause();
    else this.socket.resume();
  }

  override _read(): void {
    this.#wantsMore = true;
    this.#pump();
  }

  /** What the broker reads makes room for what came after it. */
  override read(size?: number): unknown {
    const chunk: unknown = super.read(size);
    if (chunk !== null && !this.#waiting.isEmpty) process.nextTick(() => this.#pump());
    return chunk;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this._writev([{ chunk }], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.answers.send(chunk);
    this.answers.whenTaken(done);
  }

  #refuse(violation: ProtocolViolation): void {
    const { returnCode } = violation;
    // The broker does not know this client yet, so the stream answers itself.
    if (returnCode !== undefined && !this.connectReceived)
      this.answers.send(Buffer.from([0x20, 0x02, 0x00, returnCode]));
    this.destroy(violation);
  }

  /** What came before the end still counts: it is passed on, if possible now. */
  #socketClosed(): void {
    this.#ended = true;
    this.#large?.end();
    if (this.#admitted) this.#pump();
    else this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const cause = this.host.causeOf(error);
    if (cause instanceof ProtocolViolation) this.host.onViolation(cause);
    this.#waiting.clear();
    clearTimeout(this.#untakenTimeout);
    this.#large?.end();
    if (this.socket.readyState === this.socket.OPEN) {
      this.answers.end();
      if (this.#paused) this.socket.resume(); // otherwise its answer to our close frame would never be read
      closeWebSocket(this.socket, this.#closing ?? closureOf(cause));
    }
    done(error);
  }
}
