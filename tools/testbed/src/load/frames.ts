// WebSocket frames of a client (RFC 6455, 5.2). The mask is zero, which leaves payloads unchanged.

export const [CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG] = [0, 1, 2, 8, 9, 10] as const;

const [IS_LAST, IS_MASKED] = [0x80, 0x80];
const MASK = Buffer.alloc(4);

/** @param isLast whether it ends its message */
export function frame(opcode: number, payload: Buffer, isLast = true): Buffer {
  const head = [(isLast ? IS_LAST : 0) | opcode];
  const { length } = payload;
  if (length < 126) head.push(IS_MASKED | length);
  else if (length <= 0xffff) head.push(IS_MASKED | 126, length >> 8, length & 0xff);
  else head.push(IS_MASKED | 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (length >> shift) & 0xff));
  return Buffer.concat([Buffer.from(head), MASK, payload]);
}

/** A complete message in one frame. */
export const message = (payload: Buffer): Buffer => frame(BINARY, payload);
