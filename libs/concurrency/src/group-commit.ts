export interface GroupLimits {
  /** The largest group; a larger request is committed alone. */
  readonly size: number;
  /** The number of groups of one key that are committed at once. */
  readonly inFlight: number;
  /** The size that justifies a second group beside one in flight; at most that of a group. */
  readonly joinSize: number;
}

/** What waits for a transaction. */
export interface GroupedRequest {
  /** It is unknown whether it is committed. */
  failed(error: unknown): void;
}

/** What a failure means. */
export interface Judgement {
  /** Whether each request of the group would fail in the same way. */
  readonly concernsAll: boolean;
  /** What requests are told that cannot be committed. */
  readonly reason: unknown;
}

export interface GroupedWork<Request extends GroupedRequest> {
  /**
   * Commits requests of one key together, in their order.
   * @returns answers them
   */
  commit(key: string, requests: readonly Request[]): Promise<() => void>;
  judge(error: unknown): Judgement | Promise<Judgement>;
  /** How much of a group a request takes; 1 by default. */
  sizeOf?(request: Request): number;
  /** Who sends a request: after one that fails by itself the next of its sender is committed alone. */
  senderOf?(request: Request): string;
}

/** The requests of one key. */
interface KeyQueue<Request> {
  inFlight: number;
  isDue: boolean;
  /** In order of arrival. */
  waiting: Request[];
  size: number;
}

const LIMITS: GroupLimits = { size: 100, inFlight: 2, joinSize: 16 };
/** Beyond it all are forgotten, and found again. */
const MOST_SUSPECTS = 10_000;

/**
 * Group commit: requests of one key that arrive while one of its transactions is in flight share the next one. A lone
 * request does not wait; under load hundreds share the cost of a transaction.
 *
 * A group that fails while its requests alone could be committed is halved until those that fail are found, so that no
 * request fails because of another.
 *
 * Two requests are committed in order only if the second is submitted after the first was answered.
 */
export class GroupCommit<Request extends GroupedRequest> {
  readonly #limits: GroupLimits;
  readonly #queues = new Map<string, KeyQueue<Request>>();
  #size = 0;
  /** Senders whose last request failed by itself. */
  readonly #suspects = new Set<string>();

  constructor(
    private readonly work: GroupedWork<Request>,
    limits: Partial<GroupLimits> = {},
  ) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** The size of everything that waits. */
  get size(): number {
    return this.#size;
  }

  /** How many are committed at once at most, of requests of size 1. */
  get groupSize(): number {
    return this.#limits.size;
  }

  /** What waits for a transaction, in order of arrival. */
  waitingOf(key: string): readonly Request[] {
    return this.#queues.get(key)?.waiting ?? [];
  }

  submit(key: string, request: Request): void {
    let queue = this.#queues.get(key);
    if (queue === undefined)
      this.#queues.set(key, (queue = { inFlight: 0, isDue: false, waiting: [], size: 0 }));
    const size = this.#sizeOf(request);
    queue.waiting.push(request);
    queue.size += size;
    this.#size += size;
    this.#dispatchSoon(key, queue);
  }

  /** Judges the failure of requests, which are committed alone if that helps. */
  async isolate(key: string, requests: readonly Request[], error: unknown): Promise<void> {
    const { concernsAll, reason } = await this.work.judge(error);
    const [first] = requests;
    if (!concernsAll && requests.length > 1) {
      const half = Math.ceil(requests.length / 2);
      await this.#commit(key, requests.slice(0, half));
      await this.#commit(key, requests.slice(half));
      return;
    }
    if (!concernsAll && first && this.work.senderOf) {
      if (this.#suspects.size >= MOST_SUSPECTS) this.#suspects.clear();
      this.#suspects.add(this.work.senderOf(first));
    }
    for (const request of requests) request.failed(reason);
  }

  /** Requests of the same turn of the event loop are committed together. */
  #dispatchSoon(key: string, queue: KeyQueue<Request>): void {
    if (queue.isDue || !this.#mayDispatch(queue)) return;
    queue.isDue = true;
    process.nextTick(() => {
      queue.isDue = false;
      while (this.#mayDispatch(queue)) this.#dispatch(key, queue);
    });
  }

  #mayDispatch({ waiting, size, inFlight }: KeyQueue<Request>): boolean {
    const limits = this.#limits;
    if (waiting.length === 0 || inFlight >= limits.inFlight) return false;
    return inFlight === 0 || size >= Math.min(limits.joinSize, limits.size);
  }

  #dispatch(key: string, queue: KeyQueue<Request>): void {
    queue.inFlight++;
    void this.#commit(key, this.#take(queue)).finally(() => {
      queue.inFlight--;
      if (queue.inFlight === 0 && queue.waiting.length === 0) this.#queues.delete(key);
      else this.#dispatchSoon(key, queue);
    });
  }

  async #commit(key: string, requests: readonly Request[]): Promise<void> {
    let answer: () => void;
    try {
      answer = await this.work.commit(key, requests);
    } catch (error) {
      await this.isolate(key, requests, error);
      return;
    }
    if (this.#suspects.size > 0)
      for (const request of requests) this.#suspects.delete(this.work.senderOf?.(request) ?? '');
    answer();
  }

  /** As many as fit; that of a suspect alone. */
  #take(queue: KeyQueue<Request>): Request[] {
    let count = 0;
    let taken = 0;
    for (const request of queue.waiting) {
      const size = this.#sizeOf(request);
      const isSuspect = this.#suspects.size > 0 && this.#suspects.has(this.work.senderOf?.(request) ?? '');
      if (count > 0 && (isSuspect || taken + size > this.#limits.size)) break;
      taken += size;
      count++;
      if (isSuspect) break;
    }
    const requests = queue.waiting;
    queue.waiting = requests.splice(count);
    queue.size -= taken;
    this.#size -= taken;
    return requests;
  }

  #sizeOf(request: Request): number {
    return this.work.sizeOf?.(request) ?? 1;
  }
}
