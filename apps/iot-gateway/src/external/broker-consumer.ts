import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthenticateDevice } from '@furrow/access';
import { Config } from '@furrow/config';
import { BackOff } from '@furrow/jobs';
import {
  type CommandKey,
  parseTopic,
  type PendingCommand,
  PendingCommands,
  topicsOf,
} from '@furrow/telemetry';
import { Injectable, Logger } from '@nestjs/common';
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { IngestPipeline } from '../ingest/ingest-pipeline.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { DeferredAcknowledgements } from './deferred-acknowledgements.ts';
import { ExternalDevice } from './external-device.ts';

const READINGS = '$share/furrow/v1/devices/+/telemetry/+';
/** Messages that the broker sends ahead of our acknowledgements. */
const IN_FLIGHT = 1_000;
const MAX_PACKET_BYTES = 2 * 1_048_576;
/** How long the broker keeps unacknowledged messages while this gateway is away. */
const SESSION_SECONDS = 7 * 86_400;
const COMMANDS_AT_ONCE = 100;
const PUBLISHED_WITHIN_MS = 10_000;
/** Until commands that could not be passed on are looked at again. */
const SET_ASIDE_MS = 5_000;
const IDLE_DEVICES = 10_000;

/**
 * A gateway for an existing broker, without device connections of its own: it consumes the devices' messages, shares
 * the work with other gateways, and acknowledges to the broker what is stored. That broker authorizes publishers.
 */
@Injectable()
export class BrokerConsumer {
  readonly #logger = new Logger('broker');
  readonly #sending = new Map<string, ExternalDevice>();
  #client: MqttClient | undefined;
  #acknowledgements: DeferredAcknowledgements | undefined;
  #watching: { stop(): Promise<void> } | undefined;
  #handingOut: Promise<void> | undefined;
  #again = false;
  /** Commands that the broker or PostgreSQL refuses. */
  #failing = new BackOff();
  #lookingAgain: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: Config,
    private readonly devices: AuthenticateDevice,
    private readonly ingest: IngestPipeline,
    private readonly commands: PendingCommands,
    private readonly memory: MemoryBudget,
    private readonly metrics: GatewayMetrics,
  ) {}

  async start(url: string): Promise<void> {
    const { brokerClientId, port } = this.config.iot;
    const client = mqtt.connect(url, {
      protocolVersion: 5,
      clientId: brokerClientId ?? `furrow-${hostname()}-${port === 0 ? process.pid : port}`,
      clean: false,
      reconnectPeriod: 1_000,
      // We subscribe with each connection. Without this mqtt.js sends no SUBSCRIBE where the broker knows the session, and
      // Mosquitto 2.0.11 that was started again knows it without its shared subscription.
      resubscribe: false,
      properties: {
        ...{ sessionExpiryInterval: SESSION_SECONDS, receiveMaximum: IN_FLIGHT },
        maximumPacketSize: MAX_PACKET_BYTES,
      },
    });
    this.#client = client;
    this.#acknowledgements = new DeferredAcknowledgements(client);
    // The next message is handled once there is room for it.
    client.handleMessage = (_packet, done) =>
      this.memory.queued.isFull ? this.memory.queued.whenRoom(() => done()) : done();
    client.on('message', (topic, payload, packet) => this.#take(topic, payload, packet));
    client.on('error', (error) => this.#logger.error({ err: error }, 'the external broker cannot be used'));
    client.on('connect', () => this.#connected(client));
    this.ingest.reportTo = (deviceId, messages) => this.#report(deviceId, messages);
    this.#watching = await this.commands.watch(() => this.#handOutSoon());
    this.metrics.gauge('furrow_iot_broker_connected', 'Whether the external broker can be reached', () =>
      client.connected ? 1 : 0,
    );
  }

  /** Accepts nothing more; accepted messages are stored and acknowledged. */
  async stop(withinMs: number): Promise<void> {
    clearTimeout(this.#lookingAgain);
    await this.#watching?.stop();
    await this.#handingOut;
    const client = this.#client;
    if (client === undefined) return;
    client.removeAllListeners('message');
    const deadline = performance.now() + withinMs;
    while (!this.ingest.breaker.isOpen && !this.#isIdle && performance.now() < deadline) await sleep(10);
    await client.endAsync(!client.connected).catch(() => undefined);
  }

  get #isIdle(): boolean {
    return [...this.#sending.values()].every((device) => device.isIdle);
  }

  #connected(client: MqttClient): void {
    // What failed on the last connection may have failed with it.
    this.#failing = new BackOff();
    client.subscribe(READINGS, { qos: 1 }, (error) => {
      if (error) this.#logger.error({ err: error }, 'the external broker refuses the shared subscription');
      else this.#logger.log('consuming from the external broker');
    });
    this.#handOutSoon();
  }

  #take(topic: string, payload: Buffer, { messageId }: IPublishPacket): void {
    const acknowledge = messageId === undefined ? undefined : this.#acknowledgements?.of(messageId);
    const parsed = parseTopic(topic);
    if (parsed === undefined || parsed.subject === 'status') {
      acknowledge?.();
      return;
    }
    const settle = (error?: Error) => {
      // Without an acknowledgement the broker sends it again on the next connection.
      if (error) this.#logger.error({ err: error }, 'a message could not be stored');
      else acknowledge?.();
    };
    this.#senderOf(parsed.deviceId).take({ topic, kind: parsed.subject, payload, settle });
  }

  #senderOf(deviceId: string): ExternalDevice {
    const known = this.#sending.get(deviceId);
    if (known) return known;
    if (this.#sending.size >= IDLE_DEVICES)
      for (const [id, device] of this.#sending) if (device.isIdle) this.#sending.delete(id);
    const device = new ExternalDevice(deviceId, this.devices, this.ingest, ({ kind }) =>
      this.metrics.rejected.inc({ kind: kind ?? '', code: 'device_not_found' }),
    );
    this.#sending.set(deviceId, device);
    return device;
  }

  #report(deviceId: string, messages: readonly string[]): void {
    if (!this.#client?.connected) {
      this.metrics.droppedReports.inc(messages.length);
      return;
    }
    for (const message of messages) this.#client.publish(topicsOf(deviceId).errors, message, { qos: 0 });
  }

  #handOutSoon(): void {
    this.#again = true;
    this.#handingOut ??= this.#handOut().finally(() => (this.#handingOut = undefined));
  }

  async #handOut(): Promise<void> {
    try {
      while (this.#again && this.#client?.connected) {
        this.#again = false;
        await this.#passAll();
      }
    } catch (error) {
      this.#logger.warn({ err: error }, 'commands could not be sent; they wait');
    }
  }

  /** One pass over the outbox, page by page, so that commands that fail do not hold up those after them. */
  async #passAll(): Promise<void> {
    let [limit, isLeft] = [COMMANDS_AT_ONCE, false];
    for (let after: CommandKey | undefined; this.#client?.connected;) {
      let [page, published]: [readonly PendingCommand[], readonly PendingCommand[]] = [[], []];
      try {
        await this.commands.handOut({ limit, after }, async (commands) => {
          page = commands;
          published = await this.#publish(commands);
          return published;
        });
        isLeft ||= published.length < page.length;
        for (const { commandId } of published) this.#failing.succeeded(commandId);
      } catch (error) {
        const [first] = page;
        if (first === undefined) throw error;
        // Some command cannot be marked: they follow one by one.
        if (limit > 1) {
          limit = 1;
          continue;
        }
        [limit, isLeft] = [COMMANDS_AT_ONCE, true];
        this.#failed(first, error);
        after = first;
        continue;
      }
      after = page.at(-1);
      if (page.length < limit) break;
    }
    if (isLeft) this.#lookingAgain ??= setTimeout(() => this.#lookAgain(), SET_ASIDE_MS).unref();
  }

  #lookAgain(): void {
    this.#lookingAgain = undefined;
    this.#handOutSoon();
  }

  /** Those that the broker has accepted: it keeps them for devices that are not connected. */
  async #publish(commands: readonly PendingCommand[]): Promise<PendingCommand[]> {
    const due = commands.filter(({ commandId }) => this.#failing.isDue(commandId));
    const outcomes = await Promise.allSettled(due.map((command) => this.#publishOne(command)));
    return due.filter((command, i) => {
      const outcome = outcomes[i];
      if (outcome?.status === 'rejected') this.#failed(command, outcome.reason);
      return outcome?.status === 'fulfilled';
    });
  }

  async #publishOne(command: PendingCommand): Promise<void> {
    const topic = topicsOf(command.deviceId).command(command.name);
    const waiting = new AbortController();
    const late = sleep(PUBLISHED_WITHIN_MS, undefined, { ref: false, signal: waiting.signal }).then(() => {
      throw new Error('The broker did not acknowledge a command');
    });
    const properties = { messageExpiryInterval: command.secondsLeft };
    try {
      await Promise.race([this.#client?.publishAsync(topic, command.message, { qos: 1, properties }), late]);
    } finally {
      waiting.abort();
    }
    this.metrics.commands.inc({ outcome: 'delivered' });
  }

  #failed({ commandId, companyId, deviceId }: PendingCommand, reason: unknown): void {
    if (!this.#failing.failed(commandId)) return;
    this.#logger.warn(
      { err: reason },
      `command ${commandId} of device ${deviceId} of company ${companyId} cannot be passed on; it is tried again with growing pauses`,
    );
  }
}
