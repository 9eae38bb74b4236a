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

/** What a device has here: on its way, and behind that, oldest first. */
interface Line {
  readonly deviceId: string;
  submissions: Submission[];
  /** Of its submissions together. */
  readings: number;
  isFlying: boolean;
}

/** What goes into one transaction. */
interface Batch {
  readonly submissions: Submission[];
  readonly lines: Line[];
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
/**
 * Lines of devices that have nothing here at the moment and soon will again. A map that is filled and emptied with every
 * flush outgrows its table each time, and V8 keeps the chain of old tables, and all that hangs on it, until it collects
 * everything.
 */
const LINES_KEPT = 10_000;
const NONE: ReadonlyMap<number, Problem> = new Map();

/**
 * Puts what many devices send into few transactions: a flush takes what has gathered while the one before it was on
 * its way, and joins it only when it is worth a commit of its own. So a lone reading waits for nobody, and under load
 * the cost of a commit is shared by hundreds.
 *
 * A device is in one flush at a time: of two that say different things about one instant the first is kept, and only
 * within a flush, or after it, is it known which one that is.
 */
export class GroupCommit {
  readonly #limits: GroupCommitLimits;
  /** By device; empty ones as well. */
  readonly #lines = new Map<string, Line>();
  /** Those that wait, in the order in which their turn comes. */
  #queue: Line[] = [];
  /** Readings of the queue. */
  #ready = 0;
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
    let readings = 0;
    for (const line of this.#lines.values()) readings += line.readings;
    return readings;
  }

  /** Tells the submission once, when it is decided; by callback, for a promise costs as much as all else here. */
  add(submission: Submission): void {
    const [first] = submission.readings;
    if (first === undefined) {
      submission.kept(NONE);
      return;
    }
    const line = this.#lineOf(first.device.deviceId);
    const count = submission.readings.length;
    line.readings += count;
    if (line.submissions.push(submission) === 1 && !line.isFlying) this.#queue.push(line);
    if (!line.isFlying) this.#ready += count;
    this.#flushSoon();
  }

  #lineOf(deviceId: string): Line {
    let line = this.#lines.get(deviceId);
    if (line === undefined) {
      line = { deviceId, submissions: [], readings: 0, isFlying: false };
      this.#lines.set(deviceId, line);
    }
    return line;
  }

  get #mayFlush(): boolean {
    const { flushes, flushSize, joinSize } = this.#limits;
    if (this.#queue.length === 0 || this.#flights >= flushes) return false;
    return this.#flights === 0 || this.#ready >= Math.min(joinSize, flushSize);
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

  /** One device after the other, as far as what waits of it has room. */
  #take(): Batch {
    const batch: Batch = { submissions: [], lines: [] };
    let room = this.#limits.flushSize;
    for (const line of this.#queue) {
      const waited = line.readings;
      let count = 0;
      for (const { readings } of line.submissions) {
        if (readings.length > room && batch.submissions.length + count > 0) break;
        room -= readings.length;
        line.readings -= readings.length;
        count++;
      }
      if (count === 0) break;
      this.#ready -= waited;
      line.isFlying = true;
      batch.lines.push(line);
      for (const submission of line.submissions.splice(0, count)) batch.submissions.push(submission);
    }
    this.#queue = this.#queue.slice(batch.lines.length);
    batch.submissions.sort(byDevice);
    return batch;
  }

  async #flush({ submissions, lines }: Batch): Promise<void> {
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
    for (const line of lines) this.#land(line);
    this.#flushSoon();
    let from = 0;
    for (const submission of submissions) {
      if (failure) submission.lost(failure.error);
      else submission.kept(problems.size === 0 ? NONE : slice(problems, from, submission.readings.length));
      from += submission.readings.length;
    }
  }

  /** What has gathered behind a device's flight takes its turn behind the others. */
  #land(line: Line): void {
    line.isFlying = false;
    if (line.submissions.length > 0) {
      this.#queue.push(line);
      this.#ready += line.readings;
    } else if (this.#lines.size > LINES_KEPT) this.#lines.delete(line.deviceId);
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
