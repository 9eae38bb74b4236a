import type { Socket } from 'node:net';

// The first byte of a WebSocket frame (RFC 6455, 5.2).
/** A whole binary message in one frame. */
export const BINARY_MESSAGE = 0x82;
/** These values mean that the length follows in so many bytes; a smaller value is the length itself. */
export const [LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES] = [126, 127];
const [IS_LAST, IS_CONTROL] = [0x80, 0x08];
const [MASKED, LENGTH] = [0x80, 0x7f];
const MASK_BYTES = 4;

/**
 * Reads a client's WebSocket frames from the network. Nearly all are complete binary messages in one frame, which it
 * parses itself in a third of the time of ws. All others are passed to ws unchanged, which alone interprets and
 * validates them.
 */
export class FrameReader {
  readonly #toWs: readonly ((chunk: Buffer) => void)[];
  /** The beginning of an incomplete frame for ws; undefined without one. */
  #head: number[] | undefined;
  /** The bytes of it still to come, once its header is complete. */
  #left: number | undefined;
  /** Between the frames of a fragmented message. */
  #isFragmented = false;
  #unfinishedBytes = 0;
  /** Whether the last frame for ws cannot be invalid. */
  #wasPlain = true;

  /** @param network just upgraded, and read by ws */
  constructor(
    private readonly network: Socket,
    private readonly onMessage: (message: Buffer) => void,
  ) {
    this.#toWs = network.listeners('data') as ((chunk: Buffer) => void)[];
    network.removeAllListeners('data');
  }

  /** What ws buffers of an incomplete message. */
  get unfinishedBytes(): number {
    return this.#unfinishedBytes;
  }

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const length = this.#isWithinTheirs ? undefined : wholeMessageAt(chunk, at);
      if (length === undefined) {
        at = this.#passOn(chunk, at);
        continue;
      }
      const end = endOf(at, length);
      this.onMessage(unmasked(chunk, end - length, end));
      at = end;
    }
  }

  get #isWithinTheirs(): boolean {
    return this.#head !== undefined || this.#isFragmented;
  }

  /**
   * Passes a frame on to ws; after one that can be invalid all that follows, because ws may close the connection, which
   * it reports only after the whole chunk. In one piece: ws makes an error of each piece that comes after an invalid one.
   *
   * @returns where the frame ends, or the end of the chunk
   */
  #passOn(chunk: Buffer, from: number): number {
    let end = from;
    let canBeInvalid = false;
    do {
      const at = end;
      end = this.#endOfTheirs(chunk, at);
      this.#unfinishedBytes = this.#isWithinTheirs ? this.#unfinishedBytes + end - at : 0;
      canBeInvalid ||= !this.#wasPlain;
    } while (canBeInvalid && end < chunk.length);
    const bytes = from === 0 && end === chunk.length ? chunk : chunk.subarray(from, end);
    for (const read of this.#toWs) read.call(this.network, bytes);
    return end;
  }

  /** @returns where a frame for ws ends, or the end of the chunk */
  #endOfTheirs(chunk: Buffer, from: number): number {
    const head = (this.#head ??= []);
    let at = from;
    while (this.#left === undefined && at < chunk.length) {
      head.push(chunk[at++] as number);
      this.#left = lengthBehind(head);
    }
    if (this.#left === undefined) return at;
    const end = Math.min(at + this.#left, chunk.length);
    this.#left -= end - at;
    if (this.#left > 0) return end;
    const [first = 0, second = 0] = head;
    this.#wasPlain = first === BINARY_MESSAGE && (second & MASKED) !== 0 && !this.#isFragmented;
    if ((first & IS_CONTROL) === 0) this.#isFragmented = (first & IS_LAST) === 0;
    this.#head = this.#left = undefined;
    return end;
  }
}

/**
 * @returns the length of the message whose only frame begins at `at`; undefined for any other frame, or an incomplete
 * one
 */
function wholeMessageAt(chunk: Buffer, at: number): number | undefined {
  if (at + 2 > chunk.length || chunk[at] !== BINARY_MESSAGE) return undefined;
  const second = chunk[at + 1] as number;
  if ((second & MASKED) === 0) return undefined;
  let length = second & LENGTH;
  if (length === LENGTH_IN_8_BYTES) return undefined;
  if (length === LENGTH_IN_2_BYTES) {
    if (at + 4 > chunk.length) return undefined;
    length = chunk.readUInt16BE(at + 2);
    if (length < LENGTH_IN_2_BYTES) return undefined;
  }
  return endOf(at, length) <= chunk.length ? length : undefined;
}

/** The end of a masked frame that begins at `at`. */
function endOf(at: number, length: number): number {
  return at + (length < LENGTH_IN_2_BYTES ? 2 : 4) + MASK_BYTES + length;
}

/** Unmasks a message in place; its mask directly precedes it. */
function unmasked(chunk: Buffer, from: number, end: number): Buffer {
  const maskAt = from - MASK_BYTES;
  if (chunk.readUInt32BE(maskAt) !== 0)
    for (let i = from; i < end; i++)
      chunk[i] = (chunk[i] as number) ^ (chunk[maskAt + ((i - from) & 3)] as number);
  return chunk.subarray(from, end);
}

/**
 * @returns how many bytes follow the header of a frame, including its mask; undefined while the header is incomplete
 */
function lengthBehind(head: readonly number[]): number | undefined {
  const [, second] = head;
  if (second === undefined) return undefined;
  const short = second & LENGTH;
  const bytes = short === LENGTH_IN_2_BYTES ? 2 : short === LENGTH_IN_8_BYTES ? 8 : 0;
  if (head.length < 2 + bytes) return undefined;
  const length = bytes === 0 ? short : head.slice(2).reduce((sum, byte) => sum * 256 + byte, 0);
  return length + ((second & MASKED) === 0 ? 0 : MASK_BYTES);
}
