import { setTimeout as delay } from 'node:timers/promises';
import { NodeUnavailable } from '../database-unavailable.ts';

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

interface Waiting {
  readonly since: number;
  settle(refusal?: Error): void;
}

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
  #inFlight = 0;
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();
  #isOpen = false;
  #isProbing = false;
  readonly #stopping = new AbortController();
  readonly #times: NodeTimes;

  constructor(
    private readonly options: NodeOptions,
    times: Partial<NodeTimes> = {},
  ) {
    this.#times = { ...TIMES, ...times };
  }

  /** @throws NodeUnavailable without having begun */
  async run<T>(companyId: string, work: () => Promise<T>): Promise<T> {
    await this.#enter();
    const late = setTimeout(() => void this.#probe(companyId), this.#times.lateMs);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      this.#leave();
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  #enter(): Promise<void> | undefined {
    if (this.#isOpen) throw new NodeUnavailable();
    if (this.#inFlight < this.options.inFlight) {
      this.#inFlight++;
      return undefined;
    }
    const since = performance.now();
    const [first] = this.#waiting;
    if (first !== undefined && since - first.since > this.#times.congestedMs) throw new NodeUnavailable();
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => waiting.settle(new NodeUnavailable()), this.#times.waitMs);
      const waiting: Waiting = {
        since,
        settle: (refusal) => {
          clearTimeout(giveUp);
          this.#waiting.delete(waiting);
          if (refusal) reject(refusal);
          else resolve();
        },
      };
      this.#waiting.add(waiting);
    });
  }

  /** The next one that waits takes its place. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) next.settle();
    else this.#inFlight--;
  }

  async #probe(companyId: string): Promise<void> {
    if (this.#isProbing || this.#stopping.signal.aborted) return;
    this.#isProbing = true;
    const late = setTimeout(() => this.#open(), this.#times.answerMs).unref();
    while (!(await this.#answers(companyId))) {
      this.#open();
      if (!(await this.#pause())) return;
    }
    clearTimeout(late);
    this.#isProbing = false;
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.options.onChange(false);
  }

  #answers(companyId: string): Promise<boolean> {
    return this.options.probe(companyId, this.#stopping.signal).then(
      () => true,
      () => false,
    );
  }

  /** @returns false if the process ends */
  #pause(): Promise<boolean> {
    return delay(this.#times.pauseMs, true, this.#stopping).catch(() => false);
  }

  #open(): void {
    if (this.#isOpen || this.#stopping.signal.aborted) return;
    this.#isOpen = true;
    this.options.onChange(true);
    for (const waiting of this.#waiting) waiting.settle(new NodeUnavailable());
  }
}
