import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
/** It has no body, and does not say so. */
const NO_CONTENT = 204;

export interface HttpAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: Buffer;
}

/**
 * One keep-alive connection that sends prebuilt requests one at a time. It understands only as much HTTP as these
 * benches are answered with, because its cost comes out of the processors that are measured.
 */
export class HttpConnection {
  #received: Buffer[] = [];
  #waiting: { resolve: (answer: HttpAnswer) => void; reject: (error: Error) => void } | undefined;
  #head: { status: number; head: string; bodyStart: number; total: number } | undefined;
  #length = 0;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')));
  }

  static async open(url: URL): Promise<HttpConnection> {
    const socket = connect(Number(url.port), url.hostname);
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  send(request: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) throw new Error('The server has closed the connection');
      this.#waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  /** Whether the server has not closed it; it does so to idle connections. */
  get isOpen(): boolean {
    return !this.socket.readableEnded && !this.socket.destroyed;
  }

  close(): void {
    this.#waiting = undefined;
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#length += chunk.length;
    this.#head ??= this.#readHead();
    if (this.#head === undefined || this.#length < this.#head.total) return;
    const { status, head, bodyStart, total } = this.#head;
    const body = Buffer.concat(this.#received).subarray(bodyStart, total);
    this.#received = [];
    this.#length = 0;
    this.#head = undefined;
    this.#waiting?.resolve({ status, head, body });
  }

  #readHead() {
    if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)];
    const [bytes = Buffer.alloc(0)] = this.#received;
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const text = bytes.toString('latin1', 0, end);
    const status = Number(text.slice(9, 12));
    const length = status === NO_CONTENT ? '0' : /^content-length: *(\d+)/im.exec(text)?.[1];
    if (length === undefined) throw new Error(`The answer has no length:\n${text}`);
    const bodyStart = end + HEAD_END.length;
    return { status, head: text, bodyStart, total: bodyStart + Number(length) };
  }
}

/** The bytes of a POST of JSON. */
export function postOf(path: string, jwt: string, body: string): Buffer {
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${jwt}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export function getOf(path: string, jwt: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${jwt}\r\n\r\n`);
}
