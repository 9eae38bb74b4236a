import type { DevicePrincipal } from '@furrow/access/domain';
import type { Client } from 'aedes';
import { maySubscribe } from '@furrow/telemetry';
import { type TelemetryKind } from '@furrow/telemetry/domain';
import { DeviceQueue, type Message, type QueueHost, type QueueOwner } from '../ingest/device-queue.ts';
import { type ConnectFacts, NOT_AUTHORIZED, ProtocolViolation, PUBACK } from '../transport/packet-rules.ts';
import { PacketStream } from '../transport/packet-stream.ts';
import type { StreamHost, StreamOwner, StreamSockets } from '../transport/ports.ts';
import { type TopicUse, useOfTopic } from './device-topics.ts';
import type { LastingSession } from './lasting-sessions.ts';

const MAX_FILTERS = 50;
/** Kept as long as the connection; a status or a last reading is far smaller. */
const MAX_WILL_BYTES = 1_024;
/** Shared sessions may be slow; clients themselves commonly give up after 30 s. */
const ANSWERED_WITHIN_MS = 10_000;

/** One device's connection, from its upgrade to its end. */
export class Connection implements StreamOwner<TelemetryKind | undefined>, QueueOwner {
  readonly stream: PacketStream<TelemetryKind | undefined>;
  readonly queue: DeviceQueue;
  /** Milliseconds without a packet after which the connection is closed; 0 for none. */
  keepaliveMs = 0;
  /** The broker's client, once there was a CONNECT. */
  client: Client | undefined;
  /** For a client whose session outlasts its connection. */
  session: LastingSession | undefined;
  /** Nothing more is accepted from it, including its will. */
  revoked = false;
  /** When its CONNECT arrived, by `performance.now()`, until the broker has answered it. */
  #unansweredSince: number | undefined;
  #filters: Set<string> | undefined;
  onConnected: (() => void) | undefined;
  /** Called with the packet ids that the device acknowledges. */
  onPuback: ((packetId: number) => void) | undefined;

  constructor(
    /** Its project and sector may change while it is connected. */
    public device: DevicePrincipal,
    readonly expiresAt: number,
    sockets: StreamSockets,
    hosts: { readonly stream: StreamHost; readonly queue: QueueHost },
  ) {
    this.queue = new DeviceQueue(hosts.queue, this);
    this.stream = new PacketStream(sockets, hosts.stream, this);
  }

  get companyId(): string {
    return this.device.companyId;
  }

  onConnect({ keepalive, will }: ConnectFacts): void {
    if (will !== undefined && this.useOf(will.topic) === undefined)
      throw new ProtocolViolation('will topic', NOT_AUTHORIZED);
    if (will !== undefined && will.bytes > MAX_WILL_BYTES)
      throw new ProtocolViolation('will payload', NOT_AUTHORIZED);
    this.keepaliveMs = keepalive * 1_500;
    this.#unansweredSince = performance.now();
    this.onConnected?.();
  }

  /** The broker has answered CONNECT. */
  admit(): void {
    this.#unansweredSince = undefined;
    this.stream.admit();
  }

  /** Whether the broker still waits for something, such as a shared session, before it answers CONNECT. */
  isUnanswered(now: number): boolean {
    return this.#unansweredSince !== undefined && now - this.#unansweredSince > ANSWERED_WITHIN_MS;
  }

  useOf(topic: string): TopicUse | undefined {
    return useOfTopic(this.device.deviceId, topic);
  }

  take(message: Message): void {
    this.queue.submit(message);
  }

  /** Nothing is sent to devices with QoS 2. [MQTT-4.8.0-1] */
  onAcknowledgement(type: number, packetId: number): void {
    if (type !== PUBACK) throw new ProtocolViolation('acknowledgement of QoS 2');
    this.onPuback?.(packetId);
  }

  /** Whether the client has sent no complete packet for one and a half times its keepalive. [MQTT-3.1.2-24] */
  isSilent(now: number): boolean {
    return this.keepaliveMs > 0 && !this.stream.isHeld && now - this.stream.lastHeard > this.keepaliveMs;
  }

  /** Within its own topics, and up to a maximum number. */
  maySubscribe(filter: string): boolean {
    if (!maySubscribe(this.device.deviceId, filter)) return false;
    this.#filters ??= new Set();
    if (this.#filters.size >= MAX_FILTERS && !this.#filters.has(filter)) return false;
    this.#filters.add(filter);
    return true;
  }

  /** Whether a filter was granted. */
  holds(filter: string): boolean {
    return this.#filters?.has(filter) ?? false;
  }

  release(filters: readonly string[]): void {
    for (const filter of filters) this.#filters?.delete(filter);
  }

  end(code: number, reason: string): void {
    this.stream.close(code, reason);
  }
}
