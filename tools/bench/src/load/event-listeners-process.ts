// A process of its own, so that the listening streams take no memory or time from the service.
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel, quantile, workOff } from '@furrow/testbed/load';

const CONNECTING_AT_ONCE = 50;
const MOST_ATTEMPTS = 30;
const COMES_AGAIN_MS = 1_000;
const INSTANT = /"timestamp":"([^"]+)"/g;

export type ListenersOrder =
  | {
      readonly what: 'open';
      readonly url: string;
      /** One stream for each. */
      readonly jwts: readonly string[];
      /** Whether the streams read their events; the others read the head of the answer only. */
      readonly reading: boolean;
    }
  /** Waits until every reading stream has received this many more events. */
  | { readonly what: 'hear'; readonly events: number }
  /** Closes the streams that do not read. */
  | { readonly what: 'leave' };

export interface Heard {
  /** Number of open streams. */
  readonly streams: number;
  /**
   * 99th percentile over all streams, in milliseconds, from the event's own instant (before its commit) to its arrival.
   */
  readonly p99: number;
}

interface Hearing {
  readonly events: number;
  readonly latencies: number[];
  left: number;
  readonly done: (heard: Heard) => void;
}

class Stream {
  #heard = 0;
  #rest = '';

  constructor(
    private readonly answer: IncomingMessage,
    private readonly reads: boolean,
  ) {
    answer.setEncoding('latin1');
    answer.on('error', () => undefined);
    answer.on('close', () => streams.delete(this));
    // One that is never read from stays paused.
    if (reads) answer.on('data', (text: string) => this.take(text));
  }

  /** Scans the text for events' instants while a measurement is waiting for them. */
  private take(text: string): void {
    if (!hearing) return;
    const whole = this.#rest + text;
    const end = whole.lastIndexOf('\n');
    this.#rest = whole.slice(end + 1);
    const now = Date.now();
    for (const [, instant = ''] of whole.slice(0, end + 1).matchAll(INSTANT)) {
      hearing.latencies.push(now - Date.parse(instant));
      if (++this.#heard === hearing.events) hearing.left--;
    }
    if (hearing.left === 0) finish(hearing);
  }

  begin(): boolean {
    this.#heard = 0;
    return this.reads;
  }

  leave(): void {
    if (!this.reads) this.answer.destroy();
  }
}

const streams = new Set<Stream>();
let hearing: Hearing | undefined;

workOff(async (order: ListenersOrder): Promise<Heard> => {
  if (order.what === 'open') await openAll(order);
  if (order.what === 'leave') for (const stream of [...streams]) stream.leave();
  if (order.what === 'hear') return hear(order.events);
  return { streams: streams.size, p99: 0 };
});

function hear(events: number): Promise<Heard> {
  return new Promise((done) => {
    const left = [...streams].filter((stream) => stream.begin()).length;
    hearing = { events, latencies: [], left, done };
  });
}

function finish({ latencies, done }: Hearing): void {
  hearing = undefined;
  done({ streams: streams.size, p99: quantile(latencies, 0.99) });
}

function openAll({ url, jwts, reading }: Extract<ListenersOrder, { what: 'open' }>): Promise<void> {
  const events = new URL('/api/control/events', url);
  return inParallel(jwts, CONNECTING_AT_ONCE, async (jwt) => {
    streams.add(await withRetries(() => openStream(events, jwt, reading)));
  });
}

/** Retries, because the service refuses some of so many new streams at once. */
async function withRetries(open: () => Promise<Stream>): Promise<Stream> {
  for (let attempt = 1; ; attempt++)
    try {
      return await open();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      await sleep(COMES_AGAIN_MS);
    }
}

/** On a connection of its own. */
function openStream(url: URL, jwt: string, reading: boolean): Promise<Stream> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, headers: { authorization: `Bearer ${jwt}` } }, (answer) => {
      if (answer.statusCode === 200) resolve(new Stream(answer, reading));
      else {
        answer.destroy();
        reject(new Error(`The stream was answered ${answer.statusCode}`));
      }
    }).on('error', reject);
  });
}
