import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FairSemaphore } from '@furrow/concurrency';
import { Measurement } from './measurement.ts';

/** `nodejs_eventloop_lag_*` includes it. The default of 10 ms wakes an idle process a hundred times a second. */
const LAG_SAMPLED_EVERY_MS = 50;

/** The metrics of a process, in one registry. */
export class Metrics {
  readonly registry = new Registry();

  readonly httpDuration = new Histogram({
    name: 'furrow_http_request_duration_seconds',
    help: 'Response time, by route',
    labelNames: ['method', 'route'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  /** Apart from their durations, which have fifteen series for each set of labels. */
  readonly httpRequests = this.counter(
    'furrow_http_requests_total',
    'Requests answered, by route and status',
    ['method', 'route', 'status'],
  );

  readonly acknowledged = this.counter(
    'furrow_acknowledged_total',
    'Items acknowledged to clients, by kind and by outcome (new or repeat)',
    ['kind', 'outcome'],
  );

  readonly refused = new Counter({
    name: 'furrow_refused_total',
    help: 'Requests and bulk items refused, by code',
    labelNames: ['code'],
    registers: [this.registry],
  });

  /** By their purpose. */
  readonly #semaphores = new Map<string, FairSemaphore>();

  constructor() {
    this.#ofSemaphores('furrow_semaphore_permits', 'Permits in total', ({ limits }) => limits.permits);
    this.#ofSemaphores('furrow_semaphore_held', 'Permits in use', ({ held }) => held);
    this.#ofSemaphores('furrow_semaphore_waiting', 'Requests waiting for permits', ({ waiting }) => waiting);
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_SAMPLED_EVERY_MS });
  }

  counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  histogram(name: string, help: string, buckets: number[]): Histogram {
    return new Histogram({ name, help, buckets, registers: [this.registry] });
  }

  /**
   * Gauges that need a query: all of them are measured together on a scrape, and cached for a while. A measurement that
   * fails or takes too long is omitted rather than shown with its old value.
   */
  measured<Name extends string>(
    helps: Readonly<Record<Name, string>>,
    freshForSeconds: number,
    measure: () => Promise<Readonly<Record<Name, number>>>,
  ): void {
    const measurement = new Measurement(measure, freshForSeconds * 1_000);
    for (const [name, help] of Object.entries(helps) as [Name, string][])
      new Gauge({
        name,
        help,
        registers: [this.registry],
        async collect() {
          const values = await measurement.values();
          if (values === undefined) this.remove();
          else this.set(values[name]);
        },
      });
  }

  /** Exposes how much of a semaphore is in use; `kind` is its purpose. */
  semaphore(kind: string, semaphore: FairSemaphore): void {
    this.#semaphores.set(kind, semaphore);
  }

  #ofSemaphores(name: string, help: string, read: (semaphore: FairSemaphore) => number): void {
    const semaphores = this.#semaphores;
    new Gauge({
      ...{ name, help: `${help}, by purpose`, labelNames: ['kind'], registers: [this.registry] },
      collect() {
        for (const [kind, semaphore] of semaphores) this.set({ kind }, read(semaphore));
      },
    });
  }

  /** A gauge that is read on each scrape. */
  gauge(name: string, help: string, read: () => number): Gauge {
    return new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
