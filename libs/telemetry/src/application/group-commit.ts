import type { Problem } from '../domain/index.ts';
import type { PlacedReading, ReadingStore } from './ports.ts';

interface Submission {
  readonly readings: readonly PlacedReading[];
  readonly settle: (problems: ReadonlyMap<number, Problem>) => void;
  readonly fail: (error: unknown) => void;
}

export interface GroupCommitLimits {
  /** Readings in one transaction; a submission with more goes alone. */
  readonly flushSize: number;
  /** Transactions at once. */
  readonly flushes: number;
}

const LIMITS: GroupCommitLimits = { flushSize: 1_000, flushes: 2 };
const NONE: ReadonlyMap<number, Problem> = new Map();

/**
 * Puts what many devices send into few transactions: a flush takes what has gathered while the one before it was on
 * its way. So a lone reading waits for nobody, and under load the cost of a commit is shared by hundreds.
 */
export class GroupCommit {
  readonly #limits: GroupCommitLimits;
  #queue: Submission[] = [];
  #queued = 0;
  #flying = 0;
  #due = false;

  constructor(
    private readonly store: ReadingStore,
    limits: Partial<GroupCommitLimits> = {},
  ) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Readings that wait for their transaction. */
  get queued(): number {
    return this.#queued;
  }

  /**
   * Resolves after the commit of all of them.
   * @returns by index, what was not kept and why
   */
  add(readings: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>> {
    if (readings.length === 0) return Promise.resolve(NONE);
    return new Promise((settle, fail) => {
      this.#queue.push({ readings, settle, fail });
      this.#queued += readings.length;
      this.#flushSoon();
    });
  }

  /** What comes in one turn of the event loop goes out in one flush. */
  #flushSoon(): void {
    if (this.#due || this.#flying >= this.#limits.flushes) return;
    this.#due = true;
    setImmediate(() => {
      this.#due = false;
      while (this.#queue.length > 0 && this.#flying < this.#limits.flushes) void this.#flush(this.#take());
    });
  }

  #take(): Submission[] {
    let size = 0;
    let count = 0;
    for (const { readings } of this.#queue) {
      if (count > 0 && size + readings.length > this.#limits.flushSize) break;
      size += readings.length;
      count++;
    }
    this.#queued -= size;
    return this.#queue.splice(0, count);
  }

  async #flush(batch: readonly Submission[]): Promise<void> {
    this.#flying++;
    try {
      const problems = await this.store.store(batch.flatMap(({ readings }) => readings));
      let from = 0;
      for (const { readings, settle } of batch) {
        settle(problems.size === 0 ? NONE : slice(problems, from, readings.length));
        from += readings.length;
      }
    } catch (error) {
      for (const { fail } of batch) fail(error);
    } finally {
      this.#flying--;
      this.#flushSoon();
    }
  }
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
