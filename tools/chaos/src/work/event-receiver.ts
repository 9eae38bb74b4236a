import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as its webhook received it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A webhook receiver with outages. It has received what it answered with 2xx. */
export class EventReceiver {
  readonly #bodies = new Map<string, string>();
  readonly #server = createServer((request, response) => this.#take(request, response));
  #state: 'well' | 'down' | 'fail' = 'well';
  /** How many requests arrived, whatever the answer. */
  attempts = 0;
  /** How many arrived with the id of an earlier event and another body. */
  shared = 0;

  static async start(): Promise<EventReceiver> {
    const receiver = new EventReceiver();
    // It keeps its port while it is down, because another process might take it.
    receiver.#server.on('connection', (socket) => receiver.#state === 'down' && socket.destroy());
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** In the form that `WEBHOOK_ALLOWED_HOSTS` takes. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/`;
  }

  /** One each, however often it arrived. */
  get events(): ReceivedEvent[] {
    return [...this.#bodies].map(([id, body]) => ({
      id,
      ...(JSON.parse(body) as Omit<ReceivedEvent, 'id'>),
    }));
  }

  /** @param how `down`: connections are closed; `fail`: every request is answered 503 */
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
    request.on('error', () => undefined); // the sender was killed
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
