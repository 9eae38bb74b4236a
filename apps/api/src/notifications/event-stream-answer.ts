import type { EventSink } from '@furrow/notifications';
import { bodyOf, type FarmEvent } from '@furrow/notifications/domain';
import type { Response } from 'express';

/** A listener with more unread bytes than this is disconnected, and resumes after its last event. */
const MOST_BEHIND = 64 * 1_024;
/** After this many milliseconds a disconnected client reconnects. */
const RETRY_MS = 3_000;

/** Events for many listeners are serialized once. */
const texts = new WeakMap<readonly FarmEvent[], Buffer>();

/** An answer as server-sent events (HTML Living Standard, 9.2). */
export class EventStreamAnswer implements EventSink {
  constructor(
    private readonly response: Response,
    private readonly now: () => Date,
  ) {}

  open(): void {
    this.response.status(200).setHeader('Content-Type', 'text/event-stream; charset=utf-8');
    // Proxies such as nginx must pass on each event as it comes.
    this.response.setHeader('X-Accel-Buffering', 'no');
    this.response.flushHeaders();
    this.#write(`: listening\nretry: ${RETRY_MS}\n\n`);
  }

  send(events: readonly FarmEvent[]): void {
    const known = texts.get(events);
    const text = known ?? Buffer.from(events.map(textOf).join(''));
    if (!known) texts.set(events, text);
    this.#write(text);
  }

  reset(): void {
    const data = { type: 'reset', timestamp: this.now().toISOString(), data: {} };
    // An empty id, so that the client does not ask for expired events again.
    this.#write(`event: reset\nid\ndata: ${JSON.stringify(data)}\n\n`);
  }

  heartbeat(): void {
    this.#write(':\n\n');
  }

  end(): void {
    if (!this.response.writableEnded) this.response.end();
  }

  room(): Promise<boolean> {
    const { response } = this;
    const isThere = () => !response.destroyed && !response.writableEnded;
    if (!isThere() || !response.writableNeedDrain) return Promise.resolve(isThere());
    return new Promise((resolve) => {
      const settle = () => {
        response.off('drain', settle).off('close', settle);
        resolve(isThere());
      };
      response.on('drain', settle).on('close', settle);
    });
  }

  #write(text: string | Buffer): void {
    const { response } = this;
    if (response.destroyed || response.writableEnded) return;
    if (response.writableLength > MOST_BEHIND) response.destroy();
    else response.write(text);
  }
}

function textOf(event: FarmEvent): string {
  return `event: ${event.type}\nid: ${event.id}\ndata: ${JSON.stringify(bodyOf(event))}\n\n`;
}
