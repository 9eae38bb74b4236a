import { Duplex } from 'node:stream';
import type { Turnstile } from '@furrow/platform';
import type { WebSocket } from 'ws';
import {
  checkConnect,
  checkPacket,
  CONNECT,
  type ConnectFacts,
  type Frame,
  frameAt,
  NOT_AUTHORIZED,
  packetIdOf,
  PINGREQ,
  ProtocolViolation,
  PUBACK,
  typeOf,
} from './packet-rules.ts';

const KIB = 1_024;
/** What the broker gets at once: it handles all packets of a piece together. */
const PIECE_BYTES = 16 * KIB;
/** Received but not yet passed on, per connection. What a device has in flight by itself usually fits. */
const MAX_WAITING_BYTES = 64 * KIB;
/** Packets above it are read only when it is their turn. */
const LARGE_BYTES = 64 * KIB;
const LARGE_WITHIN_MS = 30_000;
/** Sent and not yet taken by the network: beyond it the broker is told to wait. */
const MAX_UNSENT_BYTES = 64 * KIB;
const UNSENT_FRAMES_BYTES = 256 * KIB;
const CLOSE_WITHIN_MS = 2_000;

const PINGRESP = Buffer.from([0xd0, 0x00]);
const NOTHING = Buffer.alloc(0);

export interface StreamLimits {
  readonly maxPacketBytes: number;
  /** A CONNECT is small; so is what a stranger may make us keep. */
  readonly maxConnectBytes: number;
}

/** What a stream asks of its surroundings, the same for all. */
export interface StreamHost {
  readonly limits: StreamLimits;
  /** Where large packets wait before they are read; counted in bytes. */
  readonly largePackets: Turnstile;
  /** Bytes of all connections that are in memory are too many: nobody is read until `whenRoom` calls back. */
  readonly isFull: boolean;
  /** Counts bytes that were received, and their passing on (negative). */
  keep(bytes: number): void;
  whenRoom(resume: () => void): void;
  onViolation(violation: ProtocolViolation): void;
}

/** What the connection behind a stream decides. */
export interface StreamOwner {
  /** @throws ProtocolViolation when a will may not be left there */
  onConnect(facts: ConnectFacts): void;
  /** The device has received what was sent with this packet id. */
  readonly onPuback: ((packetId: number) => void) | undefined;
}

/**
 * MQTT over a WebSocket as the broker's byte stream. Inward it passes on whole, valid packets only, so much at a time
 * as the broker works off, and answers PINGREQ itself, so that a device whose readings have to wait is not left without
 * an answer. Outward it gathers what is written in one turn of the event loop into one frame.
 */
export class DeviceStream extends Duplex {
  /** When the client last sent anything, by `performance.now()`. */
  lastHeard = performance.now();
  connectReceived = false;
  readonly #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #tail = NOTHING;
  #large:
    { chunks: Buffer[]; bytes: number; size: number; leave?: () => void; late: NodeJS.Timeout } | undefined;
  #wantsMore = false;
  #admitted = false;
  #reading = true;
  #paused = false;
  #ended = false;
  #waitsForRoom = false;
  #unsent: Buffer[] = [];
  #flushing = false;
  #blocked: (() => void) | undefined;
  #closing: { code: number; reason: string } | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly host: StreamHost,
    private readonly owner: StreamOwner,
  ) {
    super({
      readableHighWaterMark: PIECE_BYTES,
      writableHighWaterMark: UNSENT_FRAMES_BYTES,
      decodeStrings: true,
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(data, isBinary));
    socket.on('close', () => this.#socketClosed());
    socket.on('error', () => undefined); // 'close' follows
  }

  /** Not read any more for now, so that its silence means nothing. */
  get isHeld(): boolean {
    return this.#paused;
  }

  /** All that was received has been passed on. */
  get isDrained(): boolean {
    return this.#waitingBytes === 0 && this.readableLength === 0;
  }

  /** The client does not take what is sent to it. */
  get isCongested(): boolean {
    return this.writableNeedDrain || this.#blocked !== undefined;
  }

  /** The broker has answered CONNECT: what the client sent behind it may follow. */
  admit(): void {
    this.#admitted = true;
    this.#pump();
  }

  /** Reads nothing more from the network. What was received is still passed on. */
  stopReading(): void {
    this.#reading = false;
    this.#adjust();
  }

  /** Ends the connection and tells the client why, as far as WebSocket can. */
  close(code: number, reason: string): void {
    this.#closing = { code, reason };
    this.destroy();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.destroyed || this.#ended) return;
    this.lastHeard = performance.now();
    try {
      if (!isBinary) throw new ProtocolViolation('text frame');
      this.#frame(data);
    } catch (error) {
      if (!(error instanceof ProtocolViolation)) throw error;
      this.#refuse(error);
      return;
    }
    this.#pump();
  }

  /** Cuts what has arrived into packets. */
  #frame(data: Buffer): void {
    const bytes = this.#gathered(data);
    if (bytes === undefined) return;
    let [from, at] = [0, 0];
    for (;;) {
      const frame = frameAt(bytes, at);
      if (frame) this.#checkSize(frame.end - frame.start);
      if (frame === undefined || frame.end > bytes.length) {
        this.#wait(bytes, from, at);
        this.#keepRest(bytes.subarray(at), frame);
        return;
      }
      const passesOn = this.#judge(bytes, frame);
      if (!passesOn || frame.end - from > PIECE_BYTES) {
        this.#wait(bytes, from, passesOn ? frame.end : at);
        from = frame.end;
      }
      at = frame.end;
    }
  }

  #checkSize(size: number): void {
    const { maxPacketBytes, maxConnectBytes } = this.host.limits;
    if (size > (this.connectReceived ? maxPacketBytes : maxConnectBytes))
      throw new ProtocolViolation('packet size');
  }

  /** @returns what there is to cut, behind what was left over; undefined while a large packet is not whole */
  #gathered(data: Buffer): Buffer | undefined {
    if (this.#large) {
      this.#large.chunks.push(data);
      this.#large.bytes += data.length;
      if (this.#large.bytes < this.#large.size) return undefined;
      const whole = Buffer.concat(this.#large.chunks);
      this.#forgetLarge();
      return whole;
    }
    const bytes = this.#tail.length === 0 ? data : Buffer.concat([this.#tail, data]);
    this.#tail = NOTHING;
    return bytes;
  }

  /** A packet that has not arrived whole. */
  #keepRest(rest: Buffer, frame: Frame | undefined): void {
    const size = frame ? frame.end - frame.start : 0;
    if (size <= LARGE_BYTES) {
      this.#tail = rest.length > 0 ? Buffer.from(rest) : NOTHING; // not a view: it would keep the whole frame
      return;
    }
    const late = setTimeout(
      () => this.#refuse(new ProtocolViolation('packet took too long')),
      LARGE_WITHIN_MS,
    );
    const large = { chunks: [Buffer.from(rest)], bytes: rest.length, size, late };
    this.#large = large;
    const places = this.host.largePackets.enter(size);
    this.#turn = false;
    this.#adjust();
    void places.then((leave) => {
      if (this.#large !== large) return leave();
      this.#large.leave = leave;
      this.#turn = true;
      late.refresh();
      this.#adjust();
    });
  }
  /** Whether the large packet, if one is arriving, may be read. */
  #turn = true;

  #forgetLarge(): void {
    clearTimeout(this.#large?.late);
    this.#large?.leave?.();
    this.#large = undefined;
    this.#turn = true;
  }

  /** @returns whether the packet is the broker's business */
  #judge(bytes: Buffer, frame: Frame): boolean {
    if (!this.connectReceived) {
      const facts = checkConnect(bytes, frame);
      this.owner.onConnect(facts);
      this.connectReceived = true;
      return true;
    }
    checkPacket(bytes, frame);
    const type = typeOf(bytes, frame);
    if (type === CONNECT) throw new ProtocolViolation('second CONNECT');
    if (type === PUBACK) {
      this.owner.onPuback?.(packetIdOf(bytes, frame));
      return false;
    }
    if (type === PINGREQ && this.#admitted) {
      this.#send(PINGRESP);
      return false;
    }
    return true;
  }

  #wait(bytes: Buffer, from: number, to: number): void {
    if (to === from) return;
    this.#waiting.push(bytes.subarray(from, to));
    this.#waitingBytes += to - from;
    this.host.keep(to - from);
  }

  /** Passes on what has arrived, as much as the broker takes; of a client that is not admitted its CONNECT alone. */
  #pump(): void {
    while (this.#wantsMore && this.#waiting.length > 0 && !this.destroyed) {
      const piece = this.#nextPiece();
      if (piece === undefined) break;
      this.#waitingBytes -= piece.length;
      this.host.keep(-piece.length);
      this.#wantsMore = this.push(piece);
    }
    if (this.#ended && this.#waiting.length === 0 && !this.destroyed) this.push(null);
    this.#adjust();
  }

  #connectPassed = false;

  #nextPiece(): Buffer | undefined {
    const [first = NOTHING] = this.#waiting;
    if (this.#admitted) return this.#waiting.shift();
    if (this.#connectPassed) return undefined;
    this.#connectPassed = true;
    const end = frameAt(first, 0)?.end ?? first.length;
    if (end === first.length) return this.#waiting.shift();
    this.#waiting[0] = first.subarray(end);
    return first.subarray(0, end);
  }

  /** Reads from the network while there is room for what comes. */
  #adjust(): void {
    if (this.destroyed || this.#ended) return;
    const isFull = this.host.isFull;
    const pause = !this.#reading || !this.#turn || this.#waitingBytes > MAX_WAITING_BYTES || isFull;
    if (isFull && !this.#waitsForRoom) {
      this.#waitsForRoom = true;
      this.host.whenRoom(() => {
        this.#waitsForRoom = false;
        this.#adjust();
      });
    }
    if (pause === this.#paused) return;
    this.#paused = pause;
    this.lastHeard = performance.now();
    if (pause) this.socket.pause();
    else this.socket.resume();
  }

  override _read(): void {
    this.#wantsMore = true;
    this.#pump();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    this.#taken(done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.#send(chunk);
    this.#taken(done);
  }

  /** Goes out with whatever else is written before the event loop turns. */
  #send(chunk: Buffer): void {
    this.#unsent.push(chunk);
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    if (this.#unsent.length === 0 || this.socket.readyState !== this.socket.OPEN) return;
    const [first = NOTHING] = this.#unsent;
    const bytes = this.#unsent.length === 1 ? first : Buffer.concat(this.#unsent);
    this.#unsent = [];
    this.socket.send(bytes, { binary: true }, () => this.#unblock());
  }

  #taken(done: () => void): void {
    if (this.socket.bufferedAmount <= MAX_UNSENT_BYTES) done();
    else this.#blocked = done;
  }

  #unblock(): void {
    if (this.#blocked === undefined || this.socket.bufferedAmount > MAX_UNSENT_BYTES) return;
    const done = this.#blocked;
    this.#blocked = undefined;
    done();
  }

  #refuse(violation: ProtocolViolation): void {
    this.host.onViolation(violation);
    const { returnCode } = violation;
    // The broker has not heard of this client yet, so the answer is ours to give.
    if (returnCode !== undefined && !this.connectReceived)
      this.#send(Buffer.from([0x20, 0x02, 0x00, returnCode]));
    this.#closing = { code: violation.reason === 'text frame' ? 1003 : 1002, reason: violation.reason };
    this.destroy(violation);
  }

  /** What came before the end still counts: it is passed on, if it can be now. */
  #socketClosed(): void {
    this.#ended = true;
    if (this.#large) this.#forgetLarge();
    if (this.#admitted && this.#waiting.length > 0 && !this.destroyed) this.#pump();
    else if (this.#admitted && !this.destroyed) this.push(null);
    else this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.host.keep(-this.#waitingBytes);
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
    if (this.#large) this.#forgetLarge();
    this.#blocked = undefined;
    if (this.socket.readyState === this.socket.OPEN) {
      this.#flush();
      if (this.#paused) this.socket.resume(); // or its answer to our closing would never be read
      this.socket.close(this.#closing?.code ?? 1000, this.#closing?.reason);
      const impatience = setTimeout(() => this.socket.terminate(), CLOSE_WITHIN_MS);
      impatience.unref();
      this.socket.once('close', () => clearTimeout(impatience));
    }
    done(error);
  }
}

/** The will of a client may be left only where the client itself may publish. */
export function refusedWill(): ProtocolViolation {
  return new ProtocolViolation('will topic', NOT_AUTHORIZED);
}
