import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where the connection to the API is cut for one request: before it is sent, within its body, after the API has
 * answered and before the caller gets the answer, or within the answer.
 */
export const CUTS = ['before', 'in request', 'before answer', 'in answer'] as const;
export type Cut = (typeof CUTS)[number];

/** A proxy to the API that can cut the connection at any point of a request. */
export class CuttingProxy {
  /** One for each of the next requests; later ones pass. */
  readonly cuts: (Cut | undefined)[] = [];
  /** The requests received, as `POST /path`. */
  readonly seen: string[] = [];
  /** Runs when the API has answered, before any byte is forwarded. */
  onAnswer: () => void | Promise<void> = () => undefined;
  #server: Server | undefined;

  private constructor(private readonly target: () => string) {}

  static async open(target: () => string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    await proxy.#listen();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server!.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #listen(): Promise<void> {
    const server = createServer((incoming, outgoing) => {
      const { method = '', url = '' } = incoming;
      this.seen.push(`${method} ${url.split('?')[0] ?? ''}`);
      const cut = this.cuts.shift();
      const end = () => incoming.socket.destroy();
      if (cut === 'before') return end();
      const headers = { ...incoming.headers, connection: 'close' };
      const upstream = ask(new URL(url, this.target()), { method, headers });
      upstream.on('error', end);
      if (cut === 'in request') {
        // Half of a body with the full Content-Length, which the API must not accept as complete.
        incoming.once('data', (chunk: Buffer) => {
          upstream.write(chunk.subarray(0, chunk.length >> 1));
          upstream.destroy();
          end();
        });
        return;
      }
      upstream.on('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          void (async () => {
            await this.onAnswer();
            if (cut === 'before answer') return end();
            const body = Buffer.concat(chunks);
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            if (cut !== 'in answer') return outgoing.end(body);
            outgoing.write(body.subarray(0, body.length >> 1), end);
          })();
        });
      });
      incoming.pipe(upstream);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.#server = server;
  }
}
