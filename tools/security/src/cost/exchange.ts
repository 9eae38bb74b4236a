import { connect, type Socket } from 'node:net';

/** Writes bodies in pieces, so that an early refusal is noticed before everything is sent. */
const PIECE_BYTES = 256 * 1_024;

/** A request as it goes over the wire; repeated headers are sent repeatedly. */
export interface RawRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Uint8Array | undefined;
}

export interface RawAnswer {
  /** Undefined where the connection ended without one. */
  readonly status: number | undefined;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly bodyBytes: number;
}

/** @returns the request as it goes over the wire, without its body */
export function headOf({ method, path, headers, body }: RawRequest): Buffer {
  const length: [string, string][] = body === undefined ? [] : [['content-length', String(body.length)]];
  const lines = [['host', 'x'], ...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

/**
 * Sends a request over a connection of its own and counts the bytes received until the connection ends, without keeping
 * them.
 * @param timeoutMs after which the connection is closed from here
 * @throws Error if nobody listens, or nothing arrives in that time
 */
export function exchange(url: string, request: RawRequest, timeoutMs: number): Promise<RawAnswer> {
  const head = headOf({ ...request, headers: [['connection', 'close'], ...request.headers] });
  const socket = connectTo(url);
  return new Promise((resolve, reject) => {
    const answer = new Counting();
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      socket.destroy();
    }, timeoutMs);
    socket.on('data', (chunk: Buffer) => {
      answer.take(chunk);
      if (answer.status === 101) socket.destroy(); // the upgraded protocol has no end
    });
    socket.on('end', () => socket.destroy()); // nobody reads the rest of our request
    socket.on('error', () => undefined); // 'close' follows
    socket.on('close', () => {
      clearTimeout(late);
      const { status, bytesOut, bodyBytes } = answer;
      if (isLate && status === undefined) reject(new Error(`no answer within ${timeoutMs / 1_000} s`));
      else resolve({ status, bytesIn: socket.bytesWritten, bytesOut, bodyBytes });
    });
    socket.write(head);
    if (request.body !== undefined) void writePieces(socket, request.body);
  });
}

export function connectTo(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect({ port: Number(port), host: hostname, noDelay: true });
}

/** Writes while the other side accepts data. */
async function writePieces(socket: Socket, body: Uint8Array): Promise<void> {
  let takes = true;
  for (let at = 0; at < body.length && takes; at += PIECE_BYTES)
    takes = socket.write(body.subarray(at, at + PIECE_BYTES)) || (await drained(socket));
}

/** @returns whether everything was accepted; false when the connection ended or stalled for that long */
export async function drained(socket: Socket, timeoutMs?: number): Promise<boolean> {
  return (await first(socket, ['drain', 'close'], timeoutMs)) === 'drain';
}

/** @returns when data arrives, the connection ends, or the time is over */
export async function heard(socket: Socket, timeoutMs: number): Promise<void> {
  await first(socket, ['data', 'close'], timeoutMs);
}

/** @returns the first of these events; undefined where none comes in time */
function first(socket: Socket, events: readonly string[], timeoutMs?: number): Promise<string | undefined> {
  if (socket.destroyed) return Promise.resolve('close');
  return new Promise((resolve) => {
    const done = (event?: string) => {
      clearTimeout(late);
      for (const [name, listener] of listeners) socket.off(name, listener);
      resolve(event);
    };
    const late = timeoutMs === undefined ? undefined : setTimeout(() => done(), timeoutMs);
    const listeners = events.map((name) => [name, () => done(name)] as const);
    for (const [name, listener] of listeners) socket.on(name, listener);
  });
}

const HEAD_END = Buffer.from('\r\n\r\n');

class Counting {
  status: number | undefined;
  bytesOut = 0;
  bodyBytes = 0;
  #head = Buffer.alloc(0);
  #isBody = false;

  take(chunk: Buffer): void {
    this.bytesOut += chunk.length;
    if (this.#isBody) {
      this.bodyBytes += chunk.length;
      return;
    }
    this.#head = Buffer.concat([this.#head, chunk]);
    this.status ??=
      Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#head.toString('latin1', 0, 20))?.[1]) || undefined;
    const end = this.#head.indexOf(HEAD_END);
    if (end < 0) return;
    this.#isBody = true;
    this.bodyBytes = this.#head.length - end - HEAD_END.length;
    this.#head = Buffer.alloc(0);
  }
}
