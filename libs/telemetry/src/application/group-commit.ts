import type { Problem } from '../domain/index.ts';
import { deviceOrder } from './device-order.ts';
import type { PlacedReading, ReadingStore } from './ports.ts';

/** Readings of one device that are to be kept together, and who hears what became of them. */
export interface Submission {
  readonly readings: readonly PlacedReading[];
  /** They are committed. @param problems by index, what was not kept and why */
  kept(problems: ReadonlyMap<number, Problem>): void;
  /** Nothing is known to be. */
  lost(error: unknown): void;
}

export interface GroupCommitLimits {
  /** Readings in one transaction; a submission with more goes alone. */
  readonly flushSize: number;
  /** Transactions at once. */
  readonly flushes: number;
  /** Readings that are worth another transaction beside one that is on its way; at most those of a flush. */
  readonly joinSize: number;
}

const LIMITS: GroupCommitLimits = { flushSize: 1_000, flushes: 2, joinSize: 200 };
const NONE: ReadonlyMap<number, Problem> = new Map();

/**
 * Puts what many devices send into few transactions: a flush takes what has gathered while the one before it was on
 * its way, and joins it only when it is worth a commit of its own. So a lone reading waits for nobody, and under load
 * the cost of a commit is shared by hundreds.
 *
 * Who wants two submissions in their order hands the second in when the first is kept.
 */
export class GroupCommit {
  readonly #limits: GroupCommitLimits;
  /** First come, first served. */
  #waiting: Submission[] = [];
  #queued = 0;
  #flights = 0;
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

  /** Tells the submission once, when it is decided; by callback, for a promise costs as much as all else here. */
  add(submission: Submission): void {
    const { length } = submission.readings;
    if (length === 0) {
      submission.kept(NONE);
      return;
    }
    const prepared = this.store.prepare(submission.readings);
    if (prepared === undefined) this.#enqueue(submission);
    // Whatever takes longer is waited for aside: others would wait with it in one flush.
    else
      void prepared.then(
        () => this.#enqueue(submission),
        (error: unknown) => submission.lost(error),
      );
  }

  #enqueue(submission: Submission): void {
    this.#waiting.push(submission);
    this.#queued += submission.readings.length;
    this.#flushSoon();
  }

  get #mayFlush(): boolean {
    const { flushes, flushSize, joinSize } = this.#limits;
    if (this.#queued === 0 || this.#flights >= flushes) return false;
    return this.#flights === 0 || this.#queued >= Math.min(joinSize, flushSize);
  }

  /** What is added together goes out in one flush. */
  #flushSoon(): void {
    if (this.#due || !this.#mayFlush) return;
    this.#due = true;
    process.nextTick(() => {
      this.#due = false;
      while (this.#mayFlush) void this.#flush(this.#take());
    });
  }

  /** As many of those that wait as have room, in the order of the store. */
  #take(): Submission[] {
    let count = 0;
    let taken = 0;
    for (const { readings } of this.#waiting) {
      if (count > 0 && taken + readings.length > this.#limits.flushSize) break;
      taken += readings.length;
      count++;
    }
    const batch = this.#waiting;
    this.#waiting = batch.splice(count);
    this.#queued -= taken;
    return batch.sort(byDevice);
  }

  async #flush(submissions: readonly Submission[]): Promise<void> {
    this.#flights++;
    const readings: PlacedReading[] = [];
    for (const submission of submissions) for (const reading of submission.readings) readings.push(reading);
    let problems: ReadonlyMap<number, Problem> = NONE;
    let failure: { readonly error: unknown } | undefined;
    try {
      problems = await this.store.store(readings);
    } catch (error) {
      failure = { error };
    }
    this.#flights--;
    this.#flushSoon();
    let from = 0;
    for (const submission of submissions) {
      if (failure) submission.lost(failure.error);
      else submission.kept(problems.size === 0 ? NONE : slice(problems, from, submission.readings.length));
      from += submission.readings.length;
    }
  }
}

/** So each flush goes into the store in one order, and need not be sorted there reading by reading. */
function byDevice({ readings: [a] }: Submission, { readings: [b] }: Submission): number {
  if (a === undefined || b === undefined) return 0; // nothing is not submitted
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
