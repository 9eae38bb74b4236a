import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { appended } from '../memory/compact.ts';
import { onceATurn } from '../once-a-turn.ts';
import { BINARY_MESSAGE, LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES } from './frame-reader.ts';

/** The first bytes of a PUBACK; its packet id follows. */
const [PUBACK, PUBACK_LENGTH] = [0x40, 2];
const PUBACK_BYTES = 4;
/** The first byte of a CONNACK, and the place of its flags. */
const [CONNACK, CONNACK_FLAGS] = [0x20, 2];
/** Sent and not yet taken by the network: beyond it writers have to wait. */
const MAX_UNTAKEN_BYTES = 64 * 1_024;
/** A frame that by itself delays nothing. */
const SMALL_BYTES = 4 * 1_024;
/** Including small frames that are sent despite the limit. */
const MOST_UNTAKEN_BYTES = 256 * 1_024;

const flushSoon = onceATurn<FrameWriter>((writers) => {
  for (const writer of writers) writer.flush();
});

/**
 * Combines what is written in one turn of the event loop into one WebSocket frame, and writes it to the network itself:
 * ws would write two buffers, which costs twice as much.
 */
export class FrameWriter {
  /** Made on the first write, because most devices are sent little. */
  #unsent: Buffer[] | undefined;
  #acknowledged: number[] | undefined;
  #unsentBytes = 0;
  #isDue = false;
  #hidesSessionPresent = false;
  /** The network has not taken the last frame yet. */
  #isHeldUp = false;
  #waiting: (() => void)[] | undefined;
  readonly #onTaken = () => this.#goOn();

  constructor(
    private readonly socket: WebSocket,
    private readonly network: Socket,
  ) {}

  /** The client does not read. */
  get isBlocked(): boolean {
    return this.unreadBytes > MAX_UNTAKEN_BYTES;
  }

  /** Not even acknowledgements can be sent. */
  get isStuck(): boolean {
    return this.unreadBytes > MOST_UNTAKEN_BYTES;
  }

  /** Not taken by the network yet, which buffers much more than the client has read. */
  get unreadBytes(): number {
    return this.network.writableLength + this.#unsentBytes;
  }

  /** Taken by the network so far. */
  get readBytes(): number {
    return this.network.bytesWritten - this.network.writableLength;
  }

  /** Call it before the CONNACK, with which the next frame begins: its flags are zero. */
  hideSessionPresent(): void {
    this.#hidesSessionPresent = true;
  }

  send(chunk: Buffer): void {
    this.#unsent = appended(this.#unsent, chunk);
    this.#flushSoon(chunk.length);
  }

  /** Sends a PUBACK. */
  acknowledge(packetId: number): void {
    this.#acknowledged = appended(this.#acknowledged, packetId);
    this.#flushSoon(PUBACK_BYTES);
  }

  /** Calls back at once, or when the network has taken enough of what was sent. */
  whenTaken(done: () => void): void {
    if (this.isBlocked) (this.#waiting ??= []).push(done);
    else done();
  }

  /** Sends what is left; waiting callbacks are dropped. */
  end(): void {
    this.#waiting = undefined;
    this.#write();
  }

  /** While the network takes nothing, writes are combined, because one frame per turn would take more memory. */
  flush(): void {
    this.#isDue = false;
    if (!this.#isHeldUp) this.#write();
  }

  #write(): void {
    const chunks = this.#unsent;
    const packetIds = this.#acknowledged;
    const bytes = this.#unsentBytes;
    this.#unsent = this.#acknowledged = undefined;
    this.#unsentBytes = 0;
    if (bytes === 0 || this.socket.readyState !== this.socket.OPEN) return;
    const { frame, body } = frameFor(bytes);
    let at = body;
    for (const chunk of chunks ?? []) at += chunk.copy(frame, at);
    if (this.#hidesSessionPresent && frame[body] === CONNACK) frame[body + CONNACK_FLAGS] = 0;
    this.#hidesSessionPresent = false;
    for (const packetId of packetIds ?? []) {
      frame[at] = PUBACK;
      frame[at + 1] = PUBACK_LENGTH;
      frame[at + 2] = packetId >> 8;
      frame[at + 3] = packetId & 0xff;
      at += PUBACK_BYTES;
    }
    // Most frames are taken at once, which needs no callback.
    const mayBeHeldUp = bytes > SMALL_BYTES || this.network.writableLength > 0 || this.#waiting !== undefined;
    if (mayBeHeldUp) {
      this.network.write(frame, this.#onTaken);
      this.#isHeldUp = this.network.writableLength > 0;
    } else this.network.write(frame);
  }

  #flushSoon(bytes: number): void {
    this.#unsentBytes += bytes;
    if (this.#isDue) return;
    this.#isDue = true;
    flushSoon(this);
  }

  #goOn(): void {
    this.#isHeldUp = false;
    this.#write();
    if (this.#waiting === undefined || this.isBlocked) return;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    for (const done of waiting) done();
  }
}

/** A frame with room for a body of so many bytes. */
function frameFor(bytes: number): { readonly frame: Buffer; readonly body: number } {
  const body = bytes < LENGTH_IN_2_BYTES ? 2 : bytes <= 0xffff ? 4 : 10;
  const frame = Buffer.allocUnsafe(body + bytes);
  frame[0] = BINARY_MESSAGE;
  frame[1] = body === 2 ? bytes : body === 4 ? LENGTH_IN_2_BYTES : LENGTH_IN_8_BYTES;
  if (body === 4) frame.writeUInt16BE(bytes, 2);
  if (body === 10) frame.writeBigUInt64BE(BigInt(bytes), 2);
  return { frame, body };
}
