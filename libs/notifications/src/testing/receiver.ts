import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answering = (request: IncomingMessage, response: ServerResponse, received: Received) => void;

/** A receiver of webhooks on the loopback address, with all requests that it received. */
export class Receiver {
  readonly received: Received[] = [];
  /** The number of requests being answered, and its maximum. */
  open = 0;
  mostOpen = 0;
  /** The number of connections, including silent ones. */
  connections = 0;
  answer: Answering = (_request, response) => response.writeHead(204).end();
  readonly #server = createServer((request, response) => this.#take(request, response));
  #waiting: { readonly count: number; readonly done: () => void }[] = [];

  static async start(answer?: Answering): Promise<Receiver> {
    const receiver = new Receiver();
    if (answer) receiver.answer = answer;
    receiver.#server.on('connection', () => receiver.connections++);
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  /** In the form of `WEBHOOK_ALLOWED_HOSTS`. */
  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}/hook`;
  }

  get ids(): string[] {
    return this.received.map(({ headers }) => String(headers['webhook-id']));
  }

  /** Resolves when `count` requests have arrived in total. */
  async has(count: number): Promise<readonly Received[]> {
    if (this.received.length < count) await new Promise<void>((done) => this.#waiting.push({ count, done }));
    return this.received;
  }

  /** Closes its port. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.mostOpen = Math.max(this.mostOpen, ++this.open);
    response.on('close', () => this.open--);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString() };
      this.received.push(received);
      this.answer(request, response, received);
      const [met, waiting] = [this.#waiting.filter((each) => this.#isMet(each)), this.#waiting];
      this.#waiting = waiting.filter((each) => !met.includes(each));
      for (const { done } of met) done();
    });
  }

  #isMet({ count }: { readonly count: number }): boolean {
    return this.received.length >= count;
  }
}

export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
