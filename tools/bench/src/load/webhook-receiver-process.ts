// A process of its own, so that receiving takes no time from sending.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { quantile, workOff } from '@furrow/testbed/load';

/**
 * Starts counting, or waits until this many events have arrived since; each thing an event reports, such as a record,
 * counts as one.
 */
export type ReceiverOrder = { readonly what: 'begin' } | { readonly what: 'until'; readonly things: number };

export interface Deliveries {
  /** Duplicates count once. */
  readonly events: number;
  /** From the first delivery to the last. */
  readonly seconds: number;
  /** Milliseconds from the event's own instant (before its commit) until its delivery had arrived completely. */
  readonly p50: number;
  readonly p99: number;
}

interface Body {
  readonly timestamp: string;
  readonly data: { readonly count?: number };
}

class Count {
  readonly #ids = new Set<string>();
  readonly #latencies: number[] = [];
  #things = 0;
  #first = 0;
  #last = 0;
  #wanted: { readonly things: number; readonly done: (deliveries: Deliveries) => void } | undefined;

  take(id: string, { timestamp, data }: Body): void {
    this.#last = performance.now();
    if (this.#ids.size === 0) this.#first = this.#last;
    if (!this.#ids.has(id)) this.#things += data.count ?? 1;
    this.#ids.add(id);
    this.#latencies.push(Date.now() - Date.parse(timestamp));
    this.#report();
  }

  until(things: number): Promise<Deliveries> {
    return new Promise((done) => {
      this.#wanted = { things, done };
      this.#report();
    });
  }

  #report(): void {
    if (!this.#wanted || this.#things < this.#wanted.things) return;
    const seconds = (this.#last - this.#first) / 1_000;
    const [p50, p99] = [quantile(this.#latencies, 0.5), quantile(this.#latencies, 0.99)];
    this.#wanted.done({ events: this.#ids.size, seconds, p50, p99 });
    this.#wanted = undefined;
  }
}

let count = new Count();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    count.take(String(request.headers['webhook-id']), body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

workOff((order: ReceiverOrder) => {
  if (order.what === 'until') return count.until(order.things);
  count = new Count();
  return Promise.resolve({});
});
