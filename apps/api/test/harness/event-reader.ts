import { type IncomingMessage, request } from 'node:http';
import { until } from '@furrow/testbed';
import type { Client, Json } from '@furrow/testbed/system';

export interface ReadEvent {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: Json;
}

/** Reads a stream of server-sent events as the standard requires of clients. */
export class EventReader {
  readonly events: ReadEvent[] = [];
  comments = 0;
  ended: 'well' | 'broken' | undefined;
  #rest = '';

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('error', () => undefined); // reported by `ended`
    response.on('close', () => (this.ended = response.complete ? 'well' : 'broken'));
  }

  /** Resolves when everything committed from now on will be received. */
  static async open(client: Client, query = '', headers: Record<string, string> = {}): Promise<EventReader> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const path = `${client.url}/api/control/events${query}`;
      const sent = request(path, { headers: { ...client.headers, ...headers }, agent: false });
      sent.on('error', reject).on('response', resolve).end();
    });
    return new EventReader(response);
  }

  get status(): number | undefined {
    return this.response.statusCode;
  }

  get headers() {
    return this.response.headers;
  }

  /** @returns all events received, once there are at least `count` */
  async received(count: number): Promise<readonly ReadEvent[]> {
    await until(`${count} events, of which came ${this.events.length}`, () => this.events.length >= count);
    return this.events;
  }

  async end(): Promise<'well' | 'broken'> {
    return until('the end of the stream', () => this.ended);
  }

  hangUp(): void {
    this.response.destroy();
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => {
          const [name = '', ...value] = line.split(':');
          return [name, value.join(':').replace(/^ /, '')];
        }),
      );
      const event = fields.get('event');
      if (event === undefined) this.comments += 1;
      else this.events.push({ event, id: fields.get('id'), data: JSON.parse(fields.get('data') ?? 'null') });
    }
  }
}
