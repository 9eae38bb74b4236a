import { appended } from '@furrow/kernel';
import { DatabaseUnavailable } from '@furrow/platform';
import type {
  DeviceContext,
  IngestReport,
  OnIngested,
  TelemetryKind,
  TelemetryMessage,
} from '@furrow/telemetry';
import { onceATurn } from '../once-a-turn.ts';
import type { Flight, Lag } from './lag.ts';
import type { Wait } from './reading-rates.ts';

/** A message on its way into the database. */
export interface Message {
  readonly topic: string;
  /** Undefined: nothing to store, but its acknowledgement has its place in the order too. */
  readonly kind: TelemetryKind | undefined;
  readonly payload: Uint8Array;
  /** Acknowledges it; with an error the connection ends and nothing is acknowledged. Told once. */
  settle(error?: Error): void;
}

/** A message that there is something to store of. */
export type Telemetry = Message & TelemetryMessage;

/** What a connection sent together, on its way. */
interface Wave {
  readonly device: DeviceContext;
  readonly messages: readonly Message[];
  /** Those that there is something to store of. */
  readonly telemetry: readonly Telemetry[];
  /** What they take up; by the time they are stored, to look at each of them again costs more. */
  readonly bytes: number;
  readonly flight: Flight;
}

/** Whose messages a lane carries. */
export interface LaneOwner {
  readonly device: DeviceContext;
}

/** Where it is counted what a lane has in memory. */
export interface LaneMemory {
  keepStoring(bytes: number): void;
}

/** What the lanes of all connections have in common. */
export interface LaneHost {
  readonly isOpen: boolean;
  readonly lag: Lag;
  /** Tells when all of them are stored, or at least one is not. */
  ingest(device: DeviceContext, messages: readonly Telemetry[], told: OnIngested): void;
  close(cause: unknown): void;
  confirm(): void;
  whenOpen(resume: () => void): void;
  forget(resume: () => void): void;
  memoryOf(companyId: string): LaneMemory;
  waitOf(device: DeviceContext): Wait | undefined;
  take(device: DeviceContext, payload: Uint8Array): void;
  onReports(device: DeviceContext, messages: readonly Telemetry[], reports: readonly IngestReport[]): void;
  /** So many messages had nothing to store. */
  onStatuses(count: number): void;
  onThrottled(device: DeviceContext, topic: string, wait: Wait): void;
}

const MAX_ATTEMPTS = 3;
const RETRY_MS = 500;
/** What a message takes up beside its payload, about: the broker's part of it is the larger one. */
const OVERHEAD_BYTES = 3_072;
/** So that a commit does not carry one device alone. */
const WAVE = 500;
const WAVE_BYTES = 64 * 1_024;

const startSoon = onceATurn<Lane>((lanes) => {
  for (const lane of lanes) lane.start();
});

/**
 * The messages of one connection in their order: a wave of them is handed over in one turn, and the next one follows
 * when all of it is stored. So a device's messages are stored, and acknowledged, in the order it sent them, while those
 * of other devices share its commits.
 */
export class Lane implements OnIngested {
  #queue: Message[] = [];
  /** Its company's, once there was anything to count. */
  #memory: LaneMemory | undefined;
  #due = false;
  #closed = false;
  /** How many at the head of the queue go one by one, for one of them failed a whole wave. */
  #suspects = 0;
  #pause: NodeJS.Timeout | undefined;
  readonly #resume = () => this.#start();
  /** What is on its way, one wave at a time. */
  #sent: Wave | undefined;
  /** How often the message at the head failed by itself. */
  #attempts = 0;

  constructor(
    private readonly host: LaneHost,
    private readonly owner: LaneOwner,
  ) {}

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#sent === undefined;
  }

  submit(message: Message): void {
    if (this.#closed) {
      message.settle(new Error('The connection has ended'));
      return;
    }
    this.#queue = appended(this.#queue, message);
    this.#memory ??= this.host.memoryOf(this.owner.device.companyId);
    this.#memory.keepStoring(sizeOf(message));
    if (this.#due || this.#sent) return;
    // With whatever else comes before the process next waits, from this connection and all others.
    this.#due = true;
    startSoon(this);
  }

  /** What has come is on its way, as far as that is possible now. */
  start(): void {
    this.#due = false;
    this.#start();
  }

  /**
   * The connection has ended. What can be stored now still is, for it was received.
   * @param discard what was not begun yet
   */
  end(discard: boolean): void {
    if (discard || !this.host.isOpen || this.#pause !== undefined) this.#discard();
  }

  #discard(): void {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.host.forget(this.#resume);
    this.#memory?.keepStoring(-bytesOf(this.#queue.splice(0)));
  }

  #start(): void {
    if (this.#sent || this.#closed || this.#queue.length === 0 || this.#pause !== undefined) return;
    if (!this.host.isOpen) {
      this.host.whenOpen(this.#resume);
      return;
    }
    const wave = this.#nextWave();
    if (wave.length > 0) this.#store(this.owner.device, wave);
  }

  #store(device: DeviceContext, messages: readonly Message[]): void {
    const telemetry = messages.every(isTelemetry) ? messages : messages.filter(isTelemetry);
    this.#sent = { device, messages, telemetry, bytes: bytesOf(messages), flight: this.host.lag.begin() };
    this.host.ingest(device, telemetry, this);
  }

  /** As many as the limits let through; where that is none, it starts again when they do. */
  #nextWave(): Message[] {
    const { device } = this.owner;
    const most = this.#suspects > 0 ? 1 : WAVE;
    let count = 0;
    let bytes = 0;
    for (const message of this.#queue) {
      bytes += message.payload.length;
      if (count === most || (count > 0 && bytes > WAVE_BYTES)) break;
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
    const wave = this.#queue;
    this.#queue = [];
    return wave;
  }

  #waitFor(ms: number): void {
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#start();
    }, ms);
  }

  /** What was on its way no longer is. */
  #land(isStored: boolean): Wave {
    const wave = this.#sent as Wave;
    this.#sent = undefined;
    this.host.lag.end(wave.flight, isStored && wave.telemetry.length > 0);
    return wave;
  }

  /** What was on its way is in the database. */
  stored(reports: readonly IngestReport[]): void {
    const { device, messages, telemetry, bytes } = this.#land(true);
    this.#attempts = 0;
    this.#suspects = Math.max(0, this.#suspects - messages.length);
    this.#memory?.keepStoring(-bytes);
    for (const message of messages) message.settle();
    this.host.confirm();
    this.host.onReports(device, telemetry, reports);
    if (telemetry.length < messages.length) this.host.onStatuses(messages.length - telemetry.length);
    this.#start();
  }

  /** What is stored twice is stored once; so all of a wave goes again, in its order. */
  failed(reason: unknown): void {
    const { messages } = this.#land(false);
    this.#queue.unshift(...messages);
    if (this.#closed) this.#discard();
    else if (reason instanceof DatabaseUnavailable) this.host.close(reason.cause);
    else if (messages.length === 1 && ++this.#attempts >= MAX_ATTEMPTS) {
      this.#discard();
      messages[0]?.settle(reason instanceof Error ? reason : new Error('The message could not be stored'));
    } else {
      this.#suspects = Math.max(this.#suspects, messages.length);
      this.#waitFor(RETRY_MS);
    }
    this.#start();
  }
}

function sizeOf({ payload }: Message): number {
  return payload.length + OVERHEAD_BYTES;
}

function bytesOf(messages: readonly Message[]): number {
  let bytes = 0;
  for (const message of messages) bytes += sizeOf(message);
  return bytes;
}

function isTelemetry(message: Message): message is Telemetry {
  return message.kind !== undefined;
}
