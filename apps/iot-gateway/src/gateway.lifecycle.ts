import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Config } from '@furrow/config';
import { HttpAdapterHost } from '@nestjs/core';
import { IngestTelemetry } from '@furrow/telemetry';
import { CommandDispatcher } from './commands/command-dispatcher.ts';
import { BrokerConsumer } from './external/broker-consumer.ts';
import { GatewayMetrics } from './gateway-metrics.ts';
import { IngestPipeline } from './ingest/ingest-pipeline.ts';
import { MemoryBudget } from './memory/memory-budget.ts';
import { DeviceBroker } from './mqtt/broker.ts';
import { Connections } from './mqtt/connections.ts';
import { MqttEndpoint } from './mqtt/endpoint.ts';
import { ErrorReports } from './mqtt/error-reports.ts';
import type { SharedSessions } from './mqtt/shared-sessions.ts';

const DRAINED_WITHIN_MS = 6_000;
const CLOSED_WITHIN_MS = 1_000;

/** Admits devices after everything else has started, and stops admitting them first. */
@Injectable()
export class GatewayLifecycle implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  readonly #logger = new Logger('gateway');
  #broker: DeviceBroker | undefined;
  #shared: SharedSessions | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly config: Config,
    private readonly endpoint: MqttEndpoint,
    private readonly connections: Connections,
    private readonly consumer: BrokerConsumer,
    private readonly commands: CommandDispatcher,
    private readonly ingest: IngestPipeline,
    private readonly reports: ErrorReports,
    private readonly memory: MemoryBudget,
    private readonly telemetry: IngestTelemetry,
    private readonly metrics: GatewayMetrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { redisUrl, brokerUrl } = this.config.iot;
    this.#watch();
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (brokerUrl !== undefined) {
      this.endpoint.attach(server, undefined); // answers devices 404: they connect to that broker
      await this.consumer.start(brokerUrl);
      return;
    }
    if (redisUrl !== undefined) {
      // The client of Redis is loaded by those who have one.
      const { SharedSessions } = await import('./mqtt/shared-sessions.ts');
      this.#shared = new SharedSessions(redisUrl);
    }
    const broker = await DeviceBroker.start(this.#shared?.broker ?? {});
    this.#broker = broker;
    this.ingest.reportTo = (deviceId, messages) => {
      this.reports.send(deviceId, messages);
      if (this.#shared) broker.announce({ deviceId, messages });
    };
    broker.onAnnouncement(({ deviceId, messages }) => this.reports.send(deviceId, messages));
    await this.commands.serve(broker);
    this.endpoint.attach(server, broker);
  }

  #watch(): void {
    this.metrics.gauge(
      'furrow_iot_unstored_bytes',
      'Bytes received and not stored yet',
      () => this.memory.unstoredBytes,
    );
    this.metrics.gauge(
      'furrow_iot_queued_readings',
      'Readings waiting for their transaction',
      () => this.telemetry.backlog,
    );
    this.metrics.gauge(
      'furrow_iot_lag_seconds',
      'How long the oldest reading that can be stored has been waiting, or for how long nothing could be stored',
      () => Math.max(this.ingest.lag.seconds, this.ingest.breaker.openForSeconds),
    );
  }

  /** Received messages are stored and acknowledged; nothing more is read. */
  async onModuleDestroy(): Promise<void> {
    this.endpoint.detach();
    await this.consumer.stop(DRAINED_WITHIN_MS);
    await this.commands.stop();
    await this.connections.stop();
    for (const { stream } of this.connections.all()) stream.stopReading();
    const deadline = performance.now() + DRAINED_WITHIN_MS;
    while (!this.#isDrained && !this.ingest.breaker.isOpen && performance.now() < deadline) await sleep(10);
    if (!this.#isDrained)
      this.#logger.warn('received readings could not be stored; they were not acknowledged');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await sleep(20); // time for acknowledgements to be sent
    this.connections.endAll();
    const deadline = performance.now() + CLOSED_WITHIN_MS;
    while (this.connections.size > 0 && performance.now() < deadline) await sleep(10);
    await new Promise<void>((done) => (this.#broker ? this.#broker.close(() => done()) : done()));
    await this.#shared?.close();
  }

  get #isDrained(): boolean {
    for (const { queue, stream } of this.connections.all())
      if (!queue.isIdle || !stream.isDrained) return false;
    return true;
  }
}
