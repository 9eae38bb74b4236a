// A process of its own, so that the listening streams take no memory or time from the service.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, workOff } from '@furrow/testbed/load';

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
    readonly socket: Socket,
    private readonly reads: boolean,
  ) {
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('close', () => streams.delete(this));
  }

  /** Scans the text for events' instants while a measurement is waiting for them. */
  take(text: string): void {
    if (!hearing || !this.reads) return;
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
    if (!this.reads) this.socket.destroy();
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

async function openAll({ url, jwts, reading }: Extract<ListenersOrder, { what: 'open' }>): Promise<void> {
  const waiting = jwts.values();
  const open = async () => {
    for (const jwt of waiting) streams.add(await withRetries(() => openStream(new URL(url), jwt, reading)));
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, open));
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

function openStream({ hostname, port }: URL, jwt: string, reading: boolean): Promise<Stream> {
  const socket = connect(Number(port), hostname);
  const stream = new Stream(socket, reading);
  return new Promise((resolve, reject) => {
    let head = '';
    const begin = (text: string) => {
      head += text;
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', begin);
      if (!head.startsWith('HTTP/1.1 200')) {
        socket.destroy();
        reject(new Error(head.slice(0, 500)));
        return;
      }
      if (reading) socket.on('data', (more: string) => stream.take(more));
      else socket.pause();
      resolve(stream);
    };
    socket.on('data', begin);
    socket.once('close', () => reject(new Error('The API closed the stream')));
    socket.write(
      `GET /api/control/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${jwt}\r\n\r\n`,
    );
  });
}
