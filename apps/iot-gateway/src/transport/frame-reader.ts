import type { Socket } from 'node:net';

// How a WebSocket frame begins (RFC 6455, 5.2).
/** All of a binary message in one frame. */
export const BINARY_MESSAGE = 0x82;
/** A length of these values stands in so many bytes behind it; a shorter one is its own. */
export const [LENGTH_IN_2_BYTES, LENGTH_IN_8_BYTES] = [126, 127];
const [IS_LAST, IS_CONTROL] = [0x80, 0x08];
const [MASKED, LENGTH] = [0x80, 0x7f];
const MASK_BYTES = 4;

/**
 * Reads a client's WebSocket frames as they come from the network. What nearly all of them are, a binary message that
 * came whole and in one frame, it takes out itself, for a third of what ws would take over it. All others go to ws as
 * they are, each from its first byte to its last: what they mean, and whether they are right, ws decides alone.
 */
export class FrameReader {
  readonly #toWs: readonly ((chunk: Buffer) => void)[];
  /** How a frame of ws's begins that has not come whole; none while there is no such frame. */
  #head: number[] | undefined;
  /** What is still to come of it, once its head tells. */
  #left: number | undefined;
  /** Between the frames of a message that is made of several. */
  #isFragmented = false;
  #unfinishedBytes = 0;
  /** Whether the last frame of ws's was one that nothing can be wrong with. */
  #wasPlain = true;

  /** @param network just upgraded, and read by ws */
  constructor(
    private readonly network: Socket,
    private readonly onMessage: (message: Buffer) => void,
  ) {
    this.#toWs = network.listeners('data') as ((chunk: Buffer) => void)[];
    network.removeAllListeners('data');
  }

  /** What ws keeps of a message that has not come whole. */
  get unfinishedBytes(): number {
    return this.#unfinishedBytes;
  }

  take(chunk: Buffer): void {
    let restIsTheirs = false;
    for (let at = 0; at < chunk.length;) {
      const length = restIsTheirs || this.#isWithinTheirs ? undefined : wholeMessageAt(chunk, at);
      const end = length === undefined ? this.#endOfTheirs(chunk, at) : endOf(at, length);
      if (length === undefined) {
        this.#passOn(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end));
        // Over anything else ws may end the connection, and tells only when the chunk is done with.
        restIsTheirs ||= !this.#wasPlain;
      } else this.onMessage(unmasked(chunk, end - length, end));
      at = end;
    }
  }

  get #isWithinTheirs(): boolean {
    return this.#head !== undefined || this.#isFragmented;
  }

  #passOn(bytes: Buffer): void {
    this.#unfinishedBytes = this.#isWithinTheirs ? this.#unfinishedBytes + bytes.length : 0;
    for (const read of this.#toWs) read.call(this.network, bytes);
  }

  /** @returns where a frame of ws's ends, or what has come of it */
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

/** @returns the length of the message whose one frame begins at `at`; undefined of any other frame, or of a part */
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

/** Where a masked frame ends that begins at `at`. */
function endOf(at: number, length: number): number {
  return at + (length < LENGTH_IN_2_BYTES ? 2 : 4) + MASK_BYTES + length;
}

/** Takes the mask, which lies right before the message, off in place. */
function unmasked(chunk: Buffer, from: number, end: number): Buffer {
  const maskAt = from - MASK_BYTES;
  if (chunk.readUInt32BE(maskAt) !== 0)
    for (let i = from; i < end; i++)
      chunk[i] = (chunk[i] as number) ^ (chunk[maskAt + ((i - from) & 3)] as number);
  return chunk.subarray(from, end);
}

/** @returns how many bytes follow the head of a frame, its mask among them; undefined while the head is not whole */
function lengthBehind(head: readonly number[]): number | undefined {
  const [, second] = head;
  if (second === undefined) return undefined;
  const short = second & LENGTH;
  const bytes = short === LENGTH_IN_2_BYTES ? 2 : short === LENGTH_IN_8_BYTES ? 8 : 0;
  if (head.length < 2 + bytes) return undefined;
  const length = bytes === 0 ? short : head.slice(2).reduce((sum, byte) => sum * 256 + byte, 0);
  return length + ((second & MASKED) === 0 ? 0 : MASK_BYTES);
}
