import { CircuitBreaker, FairSemaphore, type Release } from '@furrow/concurrency';
import { NodeUnavailable } from '../errors.ts';

export interface NodeTimes {
  /** A transaction that takes longer raises the question whether its node answers. */
  readonly lateMs: number;
  /** A node that has not answered a probe within this time is taken as hung. */
  readonly answerMs: number;
  /** Between two probes. */
  readonly pauseMs: number;
  /** New transactions are refused while the first one has waited for longer than this. */
  readonly congestedMs: number;
  /** The longest wait. */
  readonly waitMs: number;
}

export interface NodeOptions {
  /** How many transactions on the node may be in flight, so many connections may they hold. */
  readonly inFlight: number;
  /** Resolves when the node has answered a statement about a company on it, on a new connection. */
  probe(companyId: string, signal: AbortSignal): Promise<void>;
  /** Called when it is found hung, and when it answers again. */
  onChange(isOpen: boolean): void;
}

/** The companies of a node share its permits in order of arrival. */
const ALL = '';

const TIMES: NodeTimes = {
  lateMs: 2_000,
  answerMs: 3_000,
  pauseMs: 1_000,
  congestedMs: 2_000,
  waitMs: 10_000,
};

/**
 * Limits the connections that transactions on one node of a Citus hold, so that a node that hangs leaves some for
 * companies on others. A transaction that takes long starts a probe, because a report may do so on a healthy node. While
 * the probe has no answer, transactions are refused at once.
 */
export class NodeBreaker {
  readonly #breaker: CircuitBreaker;
  readonly #permits: FairSemaphore;
  /** Aborted when the node is found hung: refuses what waits. */
  #refusing = new AbortController();
  /** Of which the node is asked. */
  #companyId = '';
  readonly #times: NodeTimes;

  constructor(
    private readonly options: NodeOptions,
    times: Partial<NodeTimes> = {},
  ) {
    this.#times = { ...TIMES, ...times };
    const { answerMs, pauseMs, waitMs: timeoutMs } = this.#times;
    const permits = options.inFlight;
    this.#permits = new FairSemaphore({ permits, share: permits, timeoutMs, maxWaiting: Infinity });
    this.#breaker = new CircuitBreaker({
      ...{ answerMs, pauseMs, longestPauseMs: pauseMs },
      probe: (signal) => options.probe(this.#companyId, signal),
      onChange: (isOpen) => this.#changed(isOpen),
    });
  }

  /** @throws NodeUnavailable without having begun */
  async run<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    const release = await this.#enter();
    const late = setTimeout(() => this.#check(companyId), this.#times.lateMs);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      release();
    }
  }

  stop(): void {
    this.#breaker.stop();
  }

  async #enter(): Promise<Release> {
    if (this.#breaker.isOpen || this.#permits.queueOf(ALL).oldestMs > this.#times.congestedMs)
      throw new NodeUnavailable();
    const release = await this.#permits.acquire(ALL, 1, this.#refusing.signal);
    if (release === undefined) throw new NodeUnavailable();
    return release;
  }

  #check(companyId: string): void {
    this.#companyId = companyId;
    this.#breaker.check();
  }

  #changed(isOpen: boolean): void {
    this.options.onChange(isOpen);
    if (!isOpen) return;
    this.#refusing.abort();
    this.#refusing = new AbortController();
  }
}
