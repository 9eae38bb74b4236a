import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as its webhook was sent it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Somebody's receiver of webhooks, which is down now and then. What it answered with 2xx it has. */
export class EventReceiver {
  readonly #bodies = new Map<string, string>();
  readonly #server = createServer((request, response) => this.#take(request, response));
  #state: 'well' | 'down' | 'fail' = 'well';
  /** How many requests came, whatever they were answered. */
  attempts = 0;
  /** How many came under an id with another body than before. */
  shared = 0;

  static async start(): Promise<EventReceiver> {
    const receiver = new EventReceiver();
    // It keeps its port while it is down, for somebody else might take that.
    receiver.#server.on('connection', (socket) => receiver.#state === 'down' && socket.destroy());
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** As `WEBHOOK_ALLOWED_HOSTS` names it. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  /** One each, however often it came. */
  get events(): ReceivedEvent[] {
    return [...this.#bodies].map(([id, body]) => ({
      id,
      ...(JSON.parse(body) as Omit<ReceivedEvent, 'id'>),
    }));
  }

  /** @param how `down`: nobody answers; `fail`: every request is answered 503 */
  leaveOff(how: 'down' | 'fail'): void {
    this.#state = how;
    if (how === 'down') this.#server.closeAllConnections();
  }

  resume(): void {
    this.#state = 'well';
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined); // its sender was killed
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      this.attempts++;
      const id = String(request.headers['webhook-id']);
      const body = Buffer.concat(chunks).toString();
      if ((this.#bodies.get(id) ?? body) !== body) this.shared++;
      if (this.#state === 'well') this.#bodies.set(id, body);
      response.writeHead(this.#state === 'well' ? 204 : 503).end();
    });
  }
}
