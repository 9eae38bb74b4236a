import { randomFillSync } from 'node:crypto';

/** Of WebSocket frames (RFC 6455, section 5.2). */
export const OPCODES = { continuation: 0x0, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const;

const FINAL = 0x80;
const MASKED = 0x80;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;
const MASK_BYTES = 4;
const POOL_BYTES = 4_096;

const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** A client's frame with a payload of at most 65,535 bytes, masked. */
export function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = length < TWO_BYTES ? 2 : 4;
  const frame = Buffer.allocUnsafe(head + MASK_BYTES + length);
  frame[0] = FINAL | opcode;
  frame[1] = MASKED | Math.min(length, TWO_BYTES);
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  pool.copy(frame, head, used, used + MASK_BYTES);
  used += MASK_BYTES;
  const start = head + MASK_BYTES;
  for (let at = 0; at < length; at++)
    frame[start + at] = (payload[at] as number) ^ (frame[head + (at & 3)] as number);
  return frame;
}

/** Cuts a server's bytes into frames, which are not masked. */
export class FrameCutter {
  #rest: Buffer = Buffer.alloc(0);

  constructor(private readonly onFrame: (opcode: number, payload: Buffer) => void) {}

  take(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (;;) {
      const payload = payloadAt(all, at);
      if (payload === undefined || payload.end > all.length) break;
      this.onFrame((all[at] as number) & 0x0f, all.subarray(payload.start, payload.end));
      at = payload.end;
    }
    this.#rest = all.subarray(at);
  }
}

/** @returns where the payload of the frame at a position is; undefined while its head is incomplete */
function payloadAt(bytes: Buffer, at: number): { start: number; end: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = (bytes[at + 1] as number) & 0x7f;
  const start = at + 2 + (short === EIGHT_BYTES ? 8 : short === TWO_BYTES ? 2 : 0);
  if (bytes.length < start) return undefined;
  const length =
    short === EIGHT_BYTES
      ? Number(bytes.readBigUInt64BE(at + 2))
      : short === TWO_BYTES
        ? bytes.readUInt16BE(at + 2)
        : short;
  return { start, end: start + length };
}
