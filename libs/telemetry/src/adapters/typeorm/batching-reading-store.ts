import { GroupCommit, type GroupLimits, type Judgement } from '@furrow/concurrency';
import { DatabaseUnavailable } from '@furrow/database/errors';
import {
  type PlacedReading,
  ReadingStore,
  type StoreRequest,
  UnstorableReadings,
} from '../../application/ports.ts';
import type { Problem } from '../../domain/index.ts';
import { deviceOrder } from './key-order.ts';

/** The decorated store. */
export interface BatchedStore {
  /** @returns by index, what was not stored and why */
  store(readings: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>>;
  /**
   * Prepares what is needed to store readings of new months, which may take a while.
   * @returns undefined if nothing is needed, which is nearly always the case
   * @throws if it fails, as a request does
   */
  prepare?(readings: readonly PlacedReading[]): Promise<void> | undefined;
  /** Whether the store, which failed with the error, may store other readings. Without it, it may not. */
  servesOthers?(error: unknown): Promise<boolean>;
}

/** In readings. */
const LIMITS: GroupLimits = { size: 1_000, inFlight: 2, joinSize: 200 };
/** All requests share batches. */
const ALL = '';
const NONE: ReadonlyMap<number, Problem> = new Map();

/** Stores the requests of many devices in few transactions of the decorated store, by group commit. */
export class BatchingReadingStore extends ReadingStore {
  readonly #batches: GroupCommit<StoreRequest>;

  constructor(
    private readonly batched: BatchedStore,
    limits: Partial<GroupLimits> = {},
  ) {
    super();
    this.#batches = new GroupCommit<StoreRequest>(
      {
        commit: (_, requests) => this.#commit(requests),
        judge: (error) => this.#judge(error),
        sizeOf: ({ readings }) => readings.length,
        senderOf: ({ readings: [reading] }) => reading?.device.deviceId ?? '',
      },
      { ...LIMITS, ...limits },
    );
  }

  override get queued(): number {
    return this.#batches.size;
  }

  /** A request has readings of one device. */
  override submit(request: StoreRequest): void {
    if (request.readings.length === 0) {
      request.stored(NONE);
      return;
    }
    const preparation = this.batched.prepare?.(request.readings);
    if (preparation === undefined) this.#batches.submit(ALL, request);
    // A request that takes longer waits outside, because it would delay all others of a batch.
    else
      void preparation.then(
        () => this.#batches.submit(ALL, request),
        (error: unknown) => void this.#batches.isolate(ALL, [request], error),
      );
  }

  /** Each batch reaches the store in the order of its keys, so that its readings need not be sorted there. */
  async #commit(arrived: readonly StoreRequest[]): Promise<() => void> {
    const requests = arrived.toSorted(byDevice);
    const readings: PlacedReading[] = [];
    for (const request of requests) for (const reading of request.readings) readings.push(reading);
    const problems = await this.batched.store(readings);
    return () => {
      let from = 0;
      for (const request of requests) {
        const { length } = request.readings;
        request.stored(problems.size === 0 ? NONE : slice(problems, from, length));
        from += length;
      }
    };
  }

  async #judge(error: unknown): Promise<Judgement> {
    const servesOthers = (await this.batched.servesOthers?.(error)) ?? false;
    const isPatient = servesOthers && error instanceof DatabaseUnavailable;
    const reason = isPatient ? new UnstorableReadings({ cause: error.cause ?? error }) : error;
    return { concernsAll: !servesOthers, reason };
  }
}

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
