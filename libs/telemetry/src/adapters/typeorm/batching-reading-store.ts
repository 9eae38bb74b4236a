import { DatabaseUnavailable } from '@furrow/database';
import {
  type PlacedReading,
  ReadingStore,
  type StoreRequest,
  UnstorableReadings,
} from '../../application/ports.ts';
import type { Problem } from '../../domain/index.ts';
import { deviceOrder } from './key-order.ts';

export interface BatchLimits {
  /** The maximum number of readings in a batch; a larger request is stored alone. */
  readonly size: number;
  /** The number of batches in flight. */
  readonly inFlight: number;
  /** The number of readings that justify a second batch beside one in flight; at most those of a batch. */
  readonly joinSize: number;
}

/** The decorated store. */
export interface BatchedStore extends ReadingStore {
  /**
   * Prepares what is needed to store readings of new months, which may take a while.
   * @returns undefined if nothing is needed, which is nearly always the case
   * @throws if it fails, as a request does
   */
  prepare?(readings: readonly PlacedReading[]): Promise<void> | undefined;
  /** Whether the store, which failed with the error, may store other readings. Without it, it may not. */
  servesOthers?(error: unknown): Promise<boolean>;
}

const LIMITS: BatchLimits = { size: 1_000, inFlight: 2, joinSize: 200 };
/** Beyond it all are forgotten, and found again. */
const MOST_SUSPECTS = 10_000;
const NONE: ReadonlyMap<number, Problem> = new Map();

/**
 * Group commit: stores the requests of many devices in few transactions of the decorated store. A batch takes the
 * requests that arrived while the previous one was in flight, and joins it only when it is worth a commit of its own.
 * So a lone reading never waits, and under load hundreds share the cost of a commit.
 *
 * A batch that fails while others could be stored is halved until the requests that fail are found. The next requests of
 * their devices are stored alone.
 *
 * Two requests are stored in order only if the second is submitted after the first was stored.
 */
export class BatchingReadingStore extends ReadingStore {
  readonly #limits: BatchLimits;
  /** In order of arrival. */
  #waiting: StoreRequest[] = [];
  #queued = 0;
  #inFlight = 0;
  #isDue = false;
  /** Devices whose last request failed by itself. */
  readonly #suspects = new Set<string>();

  constructor(
    private readonly batched: BatchedStore,
    limits: Partial<BatchLimits> = {},
  ) {
    super();
    this.#limits = { ...LIMITS, ...limits };
  }

  override get queued(): number {
    return this.#queued;
  }

  override submit(request: StoreRequest): void {
    if (request.readings.length === 0) {
      request.stored(NONE);
      return;
    }
    const preparation = this.batched.prepare?.(request.readings);
    if (preparation === undefined) this.#enqueue(request);
    // A request that takes longer waits outside, because it would delay all others of a batch.
    else
      void preparation.then(
        () => this.#enqueue(request),
        (error: unknown) => void this.#isolate([request], error, () => undefined),
      );
  }

  #enqueue(request: StoreRequest): void {
    this.#waiting.push(request);
    this.#queued += request.readings.length;
    this.#dispatchSoon();
  }

  get #mayDispatch(): boolean {
    const { inFlight, size, joinSize } = this.#limits;
    if (this.#queued === 0 || this.#inFlight >= inFlight) return false;
    return this.#inFlight === 0 || this.#queued >= Math.min(joinSize, size);
  }

  /** Requests of the same turn of the event loop are sent in one batch. */
  #dispatchSoon(): void {
    if (this.#isDue || !this.#mayDispatch) return;
    this.#isDue = true;
    process.nextTick(() => {
      this.#isDue = false;
      while (this.#mayDispatch) this.#dispatch();
    });
  }

  #dispatch(): void {
    this.#inFlight++;
    this.#send(this.#take(), () => {
      this.#inFlight--;
      this.#dispatchSoon();
    });
  }

  /** @param onDone called before the requests are answered */
  #send(requests: readonly StoreRequest[], onDone: () => void): void {
    const batch = new ReadingBatch(requests, {
      stored: () => {
        if (this.#suspects.size > 0) for (const request of requests) this.#suspects.delete(deviceOf(request));
        onDone();
      },
      failed: (error) => void this.#isolate(requests, error, onDone),
    });
    this.batched.submit(batch);
  }

  async #isolate(requests: readonly StoreRequest[], error: unknown, onDone: () => void): Promise<void> {
    const servesOthers = (await this.batched.servesOthers?.(error)) ?? false;
    const [first] = requests;
    if (servesOthers && requests.length > 1) {
      const half = Math.ceil(requests.length / 2);
      this.#send(requests.slice(0, half), () => this.#send(requests.slice(half), onDone));
      return;
    }
    if (servesOthers && first) {
      if (this.#suspects.size >= MOST_SUSPECTS) this.#suspects.clear();
      this.#suspects.add(deviceOf(first));
    }
    onDone();
    const isPatient = servesOthers && error instanceof DatabaseUnavailable;
    for (const request of requests)
      request.failed(isPatient ? new UnstorableReadings({ cause: error.cause ?? error }) : error);
  }

  /** As many waiting requests as fit, in the order of the store's keys; that of a suspect alone. */
  #take(): StoreRequest[] {
    let count = 0;
    let taken = 0;
    for (const request of this.#waiting) {
      const { length } = request.readings;
      const isSuspect = this.#suspects.size > 0 && this.#suspects.has(deviceOf(request));
      if (count > 0 && (isSuspect || taken + length > this.#limits.size)) break;
      taken += length;
      count++;
      if (isSuspect) break;
    }
    const requests = this.#waiting;
    this.#waiting = requests.splice(count);
    this.#queued -= taken;
    return requests.sort(byDevice);
  }
}

interface BatchCallbacks {
  /** Called before the requests are answered. */
  stored(): void;
  /** Answers the requests itself. */
  failed(error: unknown): void;
}

/** The requests that share a transaction, as one request to the store. */
class ReadingBatch implements StoreRequest {
  readonly readings: PlacedReading[] = [];

  constructor(
    private readonly requests: readonly StoreRequest[],
    private readonly onBatch: BatchCallbacks,
  ) {
    for (const { readings } of requests) for (const reading of readings) this.readings.push(reading);
  }

  stored(problems: ReadonlyMap<number, Problem>): void {
    this.onBatch.stored();
    let from = 0;
    for (const request of this.requests) {
      const { length } = request.readings;
      request.stored(problems.size === 0 ? NONE : slice(problems, from, length));
      from += length;
    }
  }

  failed(error: unknown): void {
    this.onBatch.failed(error);
  }
}

/** A request has readings of one device. */
const deviceOf = ({ readings: [reading] }: StoreRequest): string => reading?.device.deviceId ?? '';

/** So that each batch reaches the store in the order of its keys, and its readings need not be sorted there. */
function byDevice({ readings: [a] }: StoreRequest, { readings: [b] }: StoreRequest): number {
  if (a === undefined || b === undefined) return 0; // a request without readings is not enqueued
  return deviceOrder(a.device, b.device);
}

function slice(
  problems: ReadonlyMap<number, Problem>,
  from: number,
  length: number,
): ReadonlyMap<number, Problem> {
  const own = new Map<number, Problem>();
  for (const [index, problem] of problems)
    if (index >= from && index < from + length) own.set(index - from, problem);
  return own;
}
