import { Receiver } from '@furrow/notifications/testing';

/** An event as its webhook received it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A webhook receiver with outages. It has received what it answered with 2xx. */
export class EventReceiver {
  readonly #bodies = new Map<string, string>();
  #state: 'well' | 'down' | 'fail' = 'well';
  /** How many requests arrived, whatever the answer. */
  attempts = 0;
  /** How many arrived with the id of an earlier event and another body. */
  shared = 0;

  private constructor(private readonly receiver: Receiver) {
    receiver.answer = (request, response, { headers, body }) => {
      this.attempts++;
      const id = String(headers['webhook-id']);
      if ((this.#bodies.get(id) ?? body) !== body) this.shared++;
      if (this.#state === 'well') this.#bodies.set(id, body);
      // It keeps its port while it is down, because another process might take it.
      if (this.#state === 'down') request.socket.destroy();
      else response.writeHead(this.#state === 'well' ? 204 : 503).end();
    };
  }

  static async start(): Promise<EventReceiver> {
    return new EventReceiver(await Receiver.start());
  }

  /** In the form that `WEBHOOK_ALLOWED_HOSTS` takes. */
  get host(): string {
    return this.receiver.host;
  }

  get url(): string {
    return this.receiver.url;
  }

  /** One each, however often it arrived. */
  get events(): ReceivedEvent[] {
    return [...this.#bodies].map(([id, body]) => ({
      ...{ id, ...(JSON.parse(body) as Omit<ReceivedEvent, 'id'>) },
    }));
  }

  /** @param how `down`: connections are cut; `fail`: every request is answered 503 */
  leaveOff(how: 'down' | 'fail'): void {
    this.#state = how;
  }

  resume(): void {
    this.#state = 'well';
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }
}
