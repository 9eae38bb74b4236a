import { connect, type Socket } from 'node:net';
import type { Client } from '@furrow/testbed/system';

const SEND_EVERY_MS = 100;

/** A body that a test sends piece by piece. */
export class SlowUpload {
  /** The raw answer, including the head. */
  answer = '';
  readonly ended: Promise<void>;
  readonly #timer: NodeJS.Timeout;

  private constructor(
    private readonly socket: Socket,
    body: Buffer,
    bytesPerSecond: number,
  ) {
    socket.on('data', (chunk: Buffer) => (this.answer += chunk.toString('latin1')));
    socket.on('error', () => undefined); // reported by `ended`
    this.ended = new Promise((resolve) => socket.once('close', () => resolve()));
    const atOnce = Math.max(1, Math.round((bytesPerSecond * SEND_EVERY_MS) / 1_000));
    let at = 0;
    this.#timer = setInterval(() => {
      if (socket.writable && at < body.length && bytesPerSecond > 0)
        socket.write(body.subarray(at, (at += atOnce)));
    }, SEND_EVERY_MS);
    socket.once('close', () => clearInterval(this.#timer));
  }

  /** @param length the announced length; at least that of the body */
  static async begin(
    client: Client,
    path: string,
    body: Buffer,
    { bytesPerSecond, length = body.length }: { bytesPerSecond: number; length?: number },
  ): Promise<SlowUpload> {
    const { hostname, port } = new URL(client.url);
    const socket = connect(Number(port), hostname);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    const head = {
      ...client.headers,
      ...{ host: hostname, 'content-type': 'application/json', 'content-length': String(length) },
    };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    return new SlowUpload(socket, body, bytesPerSecond);
  }

  hangUp(): void {
    this.socket.destroy();
  }
}
