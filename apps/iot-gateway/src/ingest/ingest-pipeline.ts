import { ReadingRates, type Wait } from '@furrow/http/limits';
import {
  type DeviceContext,
  errorMessages,
  type IngestReport,
  IngestTelemetry,
  type ItemProblem,
  type OnIngested,
  type UnstorableReadings,
} from '@furrow/telemetry';
import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CompanyTurns, TimeLimit } from '../company-turns.ts';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { DatabaseBreaker } from './database-breaker.ts';
import type { QueueHost, Telemetry } from './device-queue.ts';
import { ErrorCounts } from './error-counts.ts';
import { Lag } from './lag.ts';
import { countOf } from './reading-count.ts';

const THROTTLE_REPORTED_EVERY_MS = 10_000;
const MAX_REPORTED = 100_000;
const UNSTORABLE_TOLD_EVERY_MS = 3_600_000;
const MAX_UNSTORABLE = 10_000;
/** Of decoding in one turn of the event loop: valid readings of all devices rarely take so long, invalid ones may. */
const DECODING_MS = 20;

/** Publishes to a device's own `…/errors`. */
export type ReportToDevice = (deviceId: string, messages: readonly string[]) => void;

/** What the queues of devices share: the use case, the limits, and the reports to devices. */
@Injectable()
export class IngestPipeline implements QueueHost {
  /** Devices that got a report lately. The option `max` would reserve memory for all of them at once. */
  readonly #reportedThrottled = new LRUCache<string, true>({
    maxSize: MAX_REPORTED,
    sizeCalculation: () => 1,
    ttl: THROTTLE_REPORTED_EVERY_MS,
  });
  readonly #logger = new Logger('ingest');
  /** Devices whose readings could not be stored, which the log has named. */
  readonly #toldUnstorable = new LRUCache<string, true>({
    maxSize: MAX_UNSTORABLE,
    sizeCalculation: () => 1,
    ttl: UNSTORABLE_TOLD_EVERY_MS,
  });
  readonly turns = new CompanyTurns(new TimeLimit(DECODING_MS));
  readonly lag = new Lag((seconds) => this.metrics.onStored(seconds));
  reportTo: ReportToDevice = () => undefined;

  constructor(
    private readonly telemetry: IngestTelemetry,
    readonly breaker: DatabaseBreaker,
    private readonly rates: ReadingRates,
    readonly memory: MemoryBudget,
    private readonly metrics: GatewayMetrics,
    private readonly errors: ErrorCounts,
  ) {}

  ingest(device: DeviceContext, messages: readonly Telemetry[], onIngested: OnIngested): void {
    this.telemetry.submit(device, messages, onIngested);
  }

  waitOf(device: DeviceContext): Wait | undefined {
    return this.rates.areLimited ? this.rates.waitOf(device) : undefined;
  }

  take(device: DeviceContext, payload: Uint8Array): void {
    if (this.rates.areLimited) this.rates.take(device, countOf(payload));
  }

  onReports(device: DeviceContext, messages: readonly Telemetry[], reports: readonly IngestReport[]): void {
    messages.forEach((message, i) => {
      const { accepted, problems } = reports[i] as IngestReport;
      this.metrics.onReadings(message.kind, accepted);
      if (problems.length > 0) this.#refused(device, message, problems);
    });
  }

  #refused(device: DeviceContext, { kind, topic }: Telemetry, problems: readonly ItemProblem[]): void {
    const counts = new Map<string, number>();
    for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
    for (const [code, count] of counts) {
      this.metrics.rejected.inc({ kind, code }, count);
      if (code === 'ts_in_future' || code === 'ts_too_old') this.metrics.clockSkew.inc({ kind }, count);
    }
    this.errors.add(device, problems.length, (problems.at(-1) as ItemProblem).code);
    this.reportTo(device.deviceId, errorMessages(topic, problems));
  }

  onStatuses(count: number): void {
    this.metrics.statuses.inc(count);
  }

  onThrottled(device: DeviceContext, topic: string, { limit, rate }: Wait): void {
    const { deviceId } = device;
    this.metrics.throttled.inc({ limit });
    if (this.#reportedThrottled.has(deviceId)) return;
    this.#reportedThrottled.set(deviceId, true);
    const whose = limit === 'IOT_DEVICE_RATE' ? 'a device' : "the company's devices together";
    const message = `More than the ${rate} readings per second of ${whose} (${limit}): the gateway reads more slowly, and loses nothing.`;
    this.errors.add(device, 1, 'rate_limited');
    this.reportTo(deviceId, [JSON.stringify({ topic, index: null, code: 'rate_limited', message })]);
  }

  onUnstorable({ companyId, deviceId }: DeviceContext, reason: UnstorableReadings): void {
    this.metrics.unstorable.inc();
    if (this.#toldUnstorable.has(deviceId)) return;
    this.#toldUnstorable.set(deviceId, true);
    this.#logger.error(
      { err: reason },
      `readings of device ${deviceId} of company ${companyId} cannot be stored; they wait, and are tried again`,
    );
  }
}
