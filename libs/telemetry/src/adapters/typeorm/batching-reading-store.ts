import { type PlacedReading, ReadingStore, type StoreRequest } from '../../application/ports.ts';
import type { Problem } from '../../domain/index.ts';
import { deviceOrder } from './key-order.ts';

export interface BatchLimits {
  /** Readings in one batch; a request with more goes alone. */
  readonly size: number;
  /** Batches that are stored at once. */
  readonly inFlight: number;
  /** Readings that are worth a second batch beside one that is in flight; at most those of a batch. */
  readonly joinSize: number;
}

/** A store that each batch goes to. */
export interface BatchedStore extends ReadingStore {
  /**
   * Makes ready what is needed to store readings such as nobody sent before, which may take a while.
   * @returns undefined where all is ready, as it is nearly always
   * @throws as a request fails, when it cannot
   */
  prepare?(readings: readonly PlacedReading[]): Promise<void> | undefined;
}

const LIMITS: BatchLimits = { size: 1_000, inFlight: 2, joinSize: 200 };
const NONE: ReadonlyMap<number, Problem> = new Map();

/**
 * Group commit: stores the requests of many devices in few transactions of the store it decorates. A batch takes what
 * has gathered while the one before it was in flight, and joins it only when it is worth a commit of its own. So a lone
 * reading waits for nobody, and under load hundreds share the cost of a commit.
 *
 * The order of two requests is kept only for those who submit the second when the first is stored.
 */
export class BatchingReadingStore extends ReadingStore {
  readonly #limits: BatchLimits;
  /** First come, first served. */
  #waiting: StoreRequest[] = [];
  #queued = 0;
  #inFlight = 0;
  #isDue = false;

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
    // Whatever takes longer is waited for outside: in a batch all others would wait with it.
    else
      void preparation.then(
        () => this.#enqueue(request),
        (error: unknown) => request.failed(error),
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

  /** What is submitted together goes out in one batch. */
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
    const batch = new Batch(this.#take(), () => {
      this.#inFlight--;
      this.#dispatchSoon();
    });
    this.batched.submit(batch);
  }

  /** As many of those that wait as there is room for, in the order of the store's keys. */
  #take(): StoreRequest[] {
    let count = 0;
    let taken = 0;
    for (const { readings } of this.#waiting) {
      if (count > 0 && taken + readings.length > this.#limits.size) break;
      taken += readings.length;
      count++;
    }
    const requests = this.#waiting;
    this.#waiting = requests.splice(count);
    this.#queued -= taken;
    return requests.sort(byDevice);
  }
}

/** The requests that share a transaction: one request to the store. */
class Batch implements StoreRequest {
  readonly readings: PlacedReading[] = [];

  constructor(
    private readonly requests: readonly StoreRequest[],
    private readonly onDone: () => void,
  ) {
    for (const { readings } of requests) for (const reading of readings) this.readings.push(reading);
  }

  stored(problems: ReadonlyMap<number, Problem>): void {
    this.onDone();
    let from = 0;
    for (const request of this.requests) {
      const { length } = request.readings;
      request.stored(problems.size === 0 ? NONE : slice(problems, from, length));
      from += length;
    }
  }

  failed(error: unknown): void {
    this.onDone();
    for (const request of this.requests) request.failed(error);
  }
}

/** So each batch reaches the store in the order of its keys, and need not be sorted there reading by reading. */
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
