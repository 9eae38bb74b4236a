import { DatabaseUnavailable } from '@furrow/platform';
import type { DeviceContext, IngestReport, TelemetryKind } from '@furrow/telemetry';
import type { Wait } from './reading-rates.ts';

export interface Published {
  readonly topic: string;
  /** Undefined: nothing to store, but its acknowledgement has its place in the order too. */
  readonly kind: TelemetryKind | undefined;
  readonly payload: Uint8Array;
}

/** Acknowledges a message; with an error the connection ends and nothing is acknowledged. */
export type Settle = (error?: Error) => void;

/** One message on its way into the database. */
interface Message extends Published {
  readonly settle: Settle;
  attempts: number;
}

const NOTHING_TO_STORE: Promise<IngestReport> = Promise.resolve({ accepted: 0, problems: [] });

/** What the lanes of all connections have in common. */
export interface LaneHost {
  readonly isOpen: boolean;
  ingest(device: DeviceContext, kind: TelemetryKind, payload: Uint8Array): Promise<IngestReport>;
  close(cause: unknown): void;
  confirm(): void;
  whenOpen(resume: () => void): void;
  forget(resume: () => void): void;
  keep(bytes: number): void;
  waitOf(device: DeviceContext): Wait | undefined;
  take(device: DeviceContext, payload: Uint8Array): void;
  onReport(device: DeviceContext, kind: TelemetryKind, topic: string, report: IngestReport): void;
  onThrottled(device: DeviceContext, topic: string, wait: Wait): void;
}

const MAX_ATTEMPTS = 3;
/** What a message takes up beside its payload, about: the broker's part of it is the larger one. */
const OVERHEAD_BYTES = 3_072;
/** So that a commit does not carry one device alone. */
const WAVE = 500;

/**
 * The messages of one connection in their order: a wave of them is handed over in one turn, and the next one follows
 * when all of it is stored. So a device's messages are stored, and acknowledged, in the order it sent them, while those
 * of other devices share its commits.
 */
export class Lane {
  readonly #queue: Message[] = [];
  #running = false;
  #due = false;
  #closed = false;
  #pause: NodeJS.Timeout | undefined;
  readonly #resume = () => this.#start();

  constructor(
    private readonly host: LaneHost,
    private readonly device: () => DeviceContext,
  ) {}

  get isIdle(): boolean {
    return this.#queue.length === 0 && !this.#running;
  }

  submit({ topic, kind, payload }: Published, settle: Settle): void {
    if (this.#closed) {
      settle(new Error('The connection has ended'));
      return;
    }
    this.#queue.push({ topic, kind, payload, settle, attempts: 0 });
    this.host.keep(payload.length + OVERHEAD_BYTES);
    if (this.#due || this.#running) return;
    // With whatever else came in the same piece.
    this.#due = true;
    process.nextTick(() => {
      this.#due = false;
      this.#start();
    });
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
    for (const { payload } of this.#queue.splice(0)) this.host.keep(-(payload.length + OVERHEAD_BYTES));
  }

  #start(): void {
    if (this.#running || this.#closed || this.#queue.length === 0 || this.#pause !== undefined) return;
    if (!this.host.isOpen) {
      this.host.whenOpen(this.#resume);
      return;
    }
    const wave = this.#nextWave();
    if (wave.length === 0) return;
    this.#running = true;
    const device = this.device();
    const reports = wave.map(({ kind, payload }) =>
      kind ? this.host.ingest(device, kind, payload) : NOTHING_TO_STORE,
    );
    void Promise.allSettled(reports).then((outcomes) => this.#finish(device, wave, outcomes));
  }

  /** As many as the limits let through; where that is none, it starts again when they do. */
  #nextWave(): Message[] {
    const device = this.device();
    const wave: Message[] = [];
    for (const message of this.#queue) {
      if (wave.length === WAVE) break;
      const wait = message.kind && this.host.waitOf(device);
      if (wait) {
        if (wave.length === 0) {
          this.host.onThrottled(device, message.topic, wait);
          this.#waitFor(wait.ms);
        }
        break;
      }
      if (message.kind) this.host.take(device, message.payload);
      wave.push(message);
    }
    this.#queue.splice(0, wave.length);
    return wave;
  }

  #waitFor(ms: number): void {
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#start();
    }, ms);
  }

  #finish(
    device: DeviceContext,
    wave: readonly Message[],
    outcomes: readonly PromiseSettledResult<IngestReport>[],
  ): void {
    this.#running = false;
    const failed = outcomes.findIndex(({ status }) => status === 'rejected');
    const stored = failed < 0 ? wave.length : failed;
    for (let i = 0; i < stored; i++) {
      const [message, outcome] = [wave[i], outcomes[i]];
      if (message === undefined || outcome?.status !== 'fulfilled') continue;
      this.host.keep(-(message.payload.length + OVERHEAD_BYTES));
      message.settle();
      if (message.kind) this.host.onReport(device, message.kind, message.topic, outcome.value);
    }
    if (failed < 0) this.host.confirm();
    else this.#retry(wave.slice(failed), (outcomes[failed] as PromiseRejectedResult).reason);
    this.#start();
  }

  /** What is stored twice is stored once; so all behind the first failure goes again, in its order. */
  #retry(messages: readonly Message[], reason: unknown): void {
    this.#queue.unshift(...messages);
    if (this.#closed) {
      this.#discard();
      return;
    }
    if (reason instanceof DatabaseUnavailable) {
      this.host.close(reason.cause);
      return;
    }
    const [first] = messages;
    if (first && ++first.attempts >= MAX_ATTEMPTS) {
      this.#discard();
      first.settle(reason instanceof Error ? reason : new Error('The message could not be stored'));
      return;
    }
    this.#waitFor(500);
  }
}
