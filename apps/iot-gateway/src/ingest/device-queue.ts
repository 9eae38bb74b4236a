import type { CircuitBreaker } from '@furrow/concurrency';
import { DatabaseUnavailable, NodeUnavailable } from '@furrow/database/errors';
import {
  type DeviceContext,
  type IngestReport,
  type OnIngested,
  type TelemetryMessage,
  UnstorableReadings,
} from '@furrow/telemetry';
import type { TelemetryKind } from '@furrow/telemetry/domain';
import type { CompanyTurns, TurnSource } from '../company-turns.ts';
import { appended } from '../memory/compact.ts';
import type { MemoryShare } from '../memory/memory-account.ts';
import type { MemoryBudget } from '../memory/memory-budget.ts';
import { onceATurn } from '../once-a-turn.ts';
import type { Lag, LagMark } from './lag.ts';
import type { Wait } from '@furrow/http/limits';

/** A published message that is to be stored. */
export interface Message {
  readonly topic: string;
  /** Undefined: nothing to store, but its acknowledgement keeps its place in the order. */
  readonly kind: TelemetryKind | undefined;
  readonly payload: Uint8Array;
  /** Acknowledges it; with an error the connection ends and nothing is acknowledged. Called once. */
  settle(error?: Error): void;
}

/** A message with something to store. */
export type Telemetry = Message & TelemetryMessage;

/** Messages of a device that are being stored together. */
interface MessageBatch {
  readonly device: DeviceContext;
  readonly messages: readonly Message[];
  /** Those with something to store. */
  readonly telemetry: readonly Telemetry[];
  /** The size of all payloads, kept because computing it again costs more. */
  readonly bytes: number;
  readonly mark: LagMark;
}

/** The connection whose messages a queue holds. */
export interface QueueOwner {
  readonly device: DeviceContext;
}

/** What the queues of all devices share. */
export interface QueueHost {
  readonly breaker: Pick<CircuitBreaker, 'isOpen' | 'trip' | 'reset' | 'whenClosed' | 'forget'>;
  readonly lag: Lag;
  readonly memory: Pick<MemoryBudget, 'queued' | 'decoded'>;
  /** Shares the time for decoding among companies. */
  readonly turns: Pick<CompanyTurns, 'take'>;
  /** Calls back when all of them are stored, or at least one is not. */
  ingest(device: DeviceContext, messages: readonly Telemetry[], onIngested: OnIngested): void;
  waitOf(device: DeviceContext): Wait | undefined;
  take(device: DeviceContext, payload: Uint8Array): void;
  onReports(device: DeviceContext, messages: readonly Telemetry[], reports: readonly IngestReport[]): void;
  /** So many messages had nothing to store. */
  onStatuses(count: number): void;
  onThrottled(device: DeviceContext, topic: string, wait: Wait): void;
  /** Its readings wait, and are tried again, while those of others are stored. */
  onUnstorable(device: DeviceContext, reason: UnstorableReadings): void;
}

const MAX_ATTEMPTS = 3;
const RETRY_MS = 500;
/** The longest pause after a failure of its own. */
const LONGEST_RETRY_MS = 60_000;
/** The approximate memory of a queued message besides its payload, most of it the broker's. */
const QUEUED_OVERHEAD_BYTES = 3_072;
/** The memory of a decoded message besides its payload. */
const DECODED_OVERHEAD_BYTES = 256;
/** So that a commit has readings of more than one device. */
const BATCH_MESSAGES = 500;
/** Rejecting and reporting so many bytes of invalid items holds the event loop for 50 ms. */
const BATCH_BYTES = 16 * 1_024;

const startSoon = onceATurn<DeviceQueue>((queues) => {
  for (const queue of queues) queue.goOn();
});

/**
 * The messages of one connection of a device, in their order and at its rate: a batch of them is submitted in one turn
 * of the event loop, and the next one follows when it is stored. So a device's messages are stored and acknowledged in
 * the order in which it sent them, while those of other devices share its commits.
 */
export class DeviceQueue implements OnIngested, TurnSource {
  #queue: Message[] = [];
  /** Its company's shares, once there is something to count. */
  #queued: MemoryShare | undefined;
  #decoded: MemoryShare | undefined;
  #isDue = false;
  #isClosed = false;
  /** How many messages at the head of the queue are submitted one by one, because one of them failed a whole batch. */
  #suspects = 0;
  #pause: NodeJS.Timeout | undefined;
  readonly #resume = () => this.#start();
  /** One batch at a time. */
  #inFlight: MessageBatch | undefined;
  /** Since when the head of the queue has been waiting for memory although it could be stored. */
  #mark: LagMark | undefined;
  /** How often the message at the head has failed alone. */
  #attempts = 0;
  /** How often in a row its readings could not be stored while those of others were. */
  #setbacks = 0;

  constructor(
    private readonly host: QueueHost,
    private readonly owner: QueueOwner,
  ) {}

  get companyId(): string {
    return this.owner.device.companyId;
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#inFlight === undefined;
  }

  submit(message: Message): void {
    if (this.#isClosed) {
      message.settle(new Error('The connection has ended'));
      return;
    }
    this.#queue = appended(this.#queue, message);
    this.#queued ??= this.host.memory.queued.of(this.owner.device.companyId);
    this.#queued.add(message.payload.length + QUEUED_OVERHEAD_BYTES);
    if (this.#isDue || this.#inFlight) return;
    // With everything else of this turn of the event loop, from this connection and all others.
    this.#isDue = true;
    startSoon(this);
  }

  /** Submits what has arrived, as far as the limits permit. */
  goOn(): void {
    this.#isDue = false;
    this.#start();
  }

  /**
   * The connection has ended. Received messages that can be stored now still are.
   * @param discard messages that were not submitted yet
   */
  end(discard: boolean): void {
    if (discard || this.host.breaker.isOpen || this.#pause !== undefined) this.#discard();
  }

  #discard(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    this.host.breaker.forget(this.#resume);
    this.#decoded?.forget(this.#resume);
    if (this.#mark) this.host.lag.end(this.#mark, false);
    this.#mark = undefined;
    this.#queued?.add(-queuedBytesOf(this.#queue.splice(0)));
  }

  #start(): void {
    if (this.#inFlight || this.#isClosed || this.#queue.length === 0 || this.#pause !== undefined) return;
    if (this.host.breaker.isOpen) {
      this.host.breaker.whenClosed(this.#resume);
      return;
    }
    const { device } = this.owner;
    this.#decoded ??= this.host.memory.decoded.of(device.companyId);
    if (this.#decoded.isFull) {
      this.#mark ??= this.host.lag.begin();
      this.#decoded.whenRoom(this.#resume);
      return;
    }
    if (!this.host.turns.take(this)) return;
    const messages = this.#nextBatch();
    if (messages.length > 0) this.#store(device, messages);
  }

  #store(device: DeviceContext, messages: readonly Message[]): void {
    const telemetry = messages.every(isTelemetry) ? messages : messages.filter(isTelemetry);
    const mark = this.#mark ?? this.host.lag.begin();
    this.#mark = undefined;
    const bytes = bytesOf(messages);
    this.#inFlight = { device, messages, telemetry, bytes, mark };
    this.#decoded?.add(bytes + messages.length * DECODED_OVERHEAD_BYTES);
    this.host.ingest(device, telemetry, this);
  }

  /** As many as the limits permit; if none, it starts again when they do. */
  #nextBatch(): Message[] {
    const { device } = this.owner;
    const most = this.#suspects > 0 ? 1 : BATCH_MESSAGES;
    let count = 0;
    let bytes = 0;
    for (const message of this.#queue) {
      bytes += message.payload.length;
      if (count === most || (count > 0 && bytes > BATCH_BYTES)) break;
      const wait = message.kind && this.host.waitOf(device);
      if (wait) {
        if (count === 0) {
          this.host.onThrottled(device, message.topic, wait);
          this.#waitFor(wait.ms);
        }
        break;
      }
      if (message.kind) this.host.take(device, message.payload);
      count++;
    }
    if (count < this.#queue.length) return this.#queue.splice(0, count);
    const batch = this.#queue;
    this.#queue = [];
    return batch;
  }

  #waitFor(ms: number): void {
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#start();
    }, ms);
  }

  /** @returns the batch that was in flight */
  #endFlight(isStored: boolean): MessageBatch {
    const batch = this.#inFlight as MessageBatch;
    this.#inFlight = undefined;
    this.#decoded?.add(-(batch.bytes + batch.messages.length * DECODED_OVERHEAD_BYTES));
    this.host.lag.end(batch.mark, isStored && batch.telemetry.length > 0);
    return batch;
  }

  /** The batch in flight is stored. */
  stored(reports: readonly IngestReport[]): void {
    const { device, messages, telemetry, bytes } = this.#endFlight(true);
    this.#attempts = 0;
    this.#setbacks = 0;
    this.#suspects = Math.max(0, this.#suspects - messages.length);
    this.#queued?.add(-(bytes + messages.length * QUEUED_OVERHEAD_BYTES));
    for (const message of messages) message.settle();
    this.host.breaker.reset();
    this.host.onReports(device, telemetry, reports);
    if (telemetry.length < messages.length) this.host.onStatuses(messages.length - telemetry.length);
    this.#start();
  }

  /** Storing is idempotent, so the whole batch is submitted again, in order. */
  failed(reason: unknown): void {
    const { messages } = this.#endFlight(false);
    this.#queue.unshift(...messages);
    if (this.#isClosed) this.#discard();
    else if (reason instanceof UnstorableReadings) this.#holdBack(reason);
    else if (reason instanceof NodeUnavailable) this.#waitFor(RETRY_MS);
    else if (reason instanceof DatabaseUnavailable) this.host.breaker.trip(reason.cause);
    else if (messages.length === 1 && ++this.#attempts >= MAX_ATTEMPTS) {
      this.#discard();
      messages[0]?.settle(reason instanceof Error ? reason : new Error('The message could not be stored'));
    } else {
      this.#suspects = Math.max(this.#suspects, messages.length);
      this.#waitFor(RETRY_MS);
    }
    this.#start();
  }

  /** Nothing of it is lost or acknowledged, and the cause may be mended. */
  #holdBack(reason: UnstorableReadings): void {
    this.#waitFor(Math.min(LONGEST_RETRY_MS, RETRY_MS * 2 ** this.#setbacks++));
    this.host.onUnstorable(this.owner.device, reason);
  }
}

function bytesOf(messages: readonly Message[]): number {
  let bytes = 0;
  for (const { payload } of messages) bytes += payload.length;
  return bytes;
}

function queuedBytesOf(messages: readonly Message[]): number {
  return bytesOf(messages) + messages.length * QUEUED_OVERHEAD_BYTES;
}

function isTelemetry(message: Message): message is Telemetry {
  return message.kind !== undefined;
}
