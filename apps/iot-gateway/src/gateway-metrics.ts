import type { FairSemaphore } from '@furrow/concurrency';
import { Metrics } from '@furrow/observability';
import { TELEMETRY_KINDS, type TelemetryKind } from '@furrow/telemetry/domain';
import { Injectable } from '@nestjs/common';
import { onceATurn } from './once-a-turn.ts';

@Injectable()
export class GatewayMetrics {
  readonly tokens;
  readonly refusedConnections;
  readonly violations;
  readonly ended;
  readonly #readings;
  readonly rejected;
  readonly clockSkew;
  readonly throttled;
  readonly unstorable;
  readonly statuses;
  readonly commands;
  readonly droppedReports;
  readonly #storing;
  /** Readings that are stored and not counted yet. */
  #stored = { weather: 0, plant: 0, irrigation: 0, soil: 0 };

  constructor(private readonly metrics: Metrics) {
    this.tokens = metrics.counter('furrow_iot_tokens_total', 'IoT tokens issued');
    this.refusedConnections = metrics.counter(
      'furrow_iot_refused_connections_total',
      'Upgrades refused, by code',
      ['code'],
    );
    this.violations = metrics.counter(
      'furrow_iot_violations_total',
      'Connections closed because the client broke a rule, by reason',
      ['reason'],
    );
    this.ended = metrics.counter(
      'furrow_iot_ended_connections_total',
      'Connections closed by the gateway, by reason',
      ['reason'],
    );
    this.#readings = metrics.counter('furrow_iot_readings_total', 'Readings stored, repeats included', [
      'kind',
    ]);
    this.rejected = metrics.counter(
      'furrow_iot_rejected_readings_total',
      'Readings and payloads rejected, by code',
      ['kind', 'code'],
    );
    this.clockSkew = metrics.counter(
      'furrow_iot_clock_skew_total',
      'Readings rejected because their instant cannot be right',
      ['kind'],
    );
    this.throttled = metrics.counter(
      'furrow_iot_throttled_total',
      'How often a device was throttled, by limit',
      ['limit'],
    );
    this.unstorable = metrics.counter(
      'furrow_iot_unstorable_total',
      'How often the readings of one device could not be stored while those of others were',
    );
    this.statuses = metrics.counter('furrow_iot_statuses_total', 'Messages on …/status, wills included');
    this.commands = metrics.counter('furrow_iot_commands_total', 'Commands, by outcome', ['outcome']);
    this.droppedReports = metrics.counter(
      'furrow_iot_dropped_reports_total',
      'Messages on …/errors that were dropped because the device reads too slowly',
    );
    this.#storing = metrics.histogram(
      'furrow_iot_storing_seconds',
      'Time from the submission of readings until everything submitted in the same millisecond is committed',
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    );
  }

  /** Messages that were submitted together are committed, after so many seconds. */
  readonly onStored = onceATurn<number>((durations) => {
    for (const seconds of durations) this.#storing.observe(seconds);
    for (const kind of TELEMETRY_KINDS)
      if (this.#stored[kind] > 0) this.#readings.inc({ kind }, this.#stored[kind]);
    this.#stored = { weather: 0, plant: 0, irrigation: 0, soil: 0 };
  });

  /** Stored readings; `onStored` follows. */
  onReadings(kind: TelemetryKind, count: number): void {
    this.#stored[kind] += count;
  }

  semaphore(kind: string, semaphore: FairSemaphore): void {
    this.metrics.semaphore(kind, semaphore);
  }

  gauge(name: string, help: string, read: () => number): void {
    this.metrics.gauge(name, help, read);
  }
}
