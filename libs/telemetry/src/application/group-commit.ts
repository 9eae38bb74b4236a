import type { Problem } from '../domain/index.ts';
import type { PlacedReading, ReadingStore } from './ports.ts';

interface Submission {
  readonly readings: readonly PlacedReading[];
  readonly settle: (problems: ReadonlyMap<number, Problem>) => void;
  readonly fail: (error: unknown) => void;
}

/** What waits of one device, oldest first. */
interface Line {
  readonly submissions: Submission[];
  readings: number;
}

/** What goes into one transaction. */
interface Batch {
  readonly submissions: Submission[];
  readonly deviceIds: string[];
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
 * its way, and joins it only when it is full. So a lone reading waits for nobody, and under load the cost of a commit is
 * shared by hundreds.
 *
 * A device is in one flush at a time: of two that say different things about one instant the first is kept, and only
 * within a flush, or after it, is it known which one that is.
 */
export class GroupCommit {
  readonly #limits: GroupCommitLimits;
  /** By device, in the order in which their turn comes. */
  readonly #waiting = new Map<string, Line>();
  /** Devices with readings on their way, and what waits behind those. */
  readonly #flying = new Map<string, Line>();
  /** Readings of `#waiting` and of `#flying`. */
  #ready = 0;
  #held = 0;
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
    return this.#ready + this.#held;
  }

  /**
   * Resolves after the commit of all of them.
   * @param readings of one device
   * @returns by index, what was not kept and why
   */
  add(readings: readonly PlacedReading[]): Promise<ReadonlyMap<number, Problem>> {
    const [first] = readings;
    if (first === undefined) return Promise.resolve(NONE);
    return new Promise((settle, fail) => {
      this.#enqueue(first.device.deviceId, { readings, settle, fail });
      this.#flushSoon();
    });
  }

  #enqueue(deviceId: string, submission: Submission): void {
    const held = this.#flying.get(deviceId);
    const line = held ?? this.#waiting.get(deviceId) ?? { submissions: [], readings: 0 };
    line.submissions.push(submission);
    line.readings += submission.readings.length;
    if (held) this.#held += submission.readings.length;
    else {
      this.#ready += submission.readings.length;
      this.#waiting.set(deviceId, line);
    }
  }

  get #mayFlush(): boolean {
    const { flushes, flushSize } = this.#limits;
    if (this.#waiting.size === 0 || this.#flights >= flushes) return false;
    return this.#flights === 0 || this.#ready >= flushSize;
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
    const batch: Batch = { submissions: [], deviceIds: [] };
    let room = this.#limits.flushSize;
    for (const [deviceId, line] of this.#waiting) {
      let count = 0;
      for (const { readings } of line.submissions) {
        if (readings.length > room && batch.submissions.length + count > 0) break;
        room -= readings.length;
        line.readings -= readings.length;
        this.#ready -= readings.length;
        count++;
      }
      if (count === 0) break;
      batch.submissions.push(...line.submissions.splice(0, count));
      batch.deviceIds.push(deviceId);
      this.#waiting.delete(deviceId);
      this.#flying.set(deviceId, line);
      this.#ready -= line.readings;
      this.#held += line.readings;
    }
    return batch;
  }

  async #flush({ submissions, deviceIds }: Batch): Promise<void> {
    this.#flights++;
    try {
      const problems = await this.store.store(submissions.flatMap(({ readings }) => readings));
      let from = 0;
      for (const { readings, settle } of submissions) {
        settle(problems.size === 0 ? NONE : slice(problems, from, readings.length));
        from += readings.length;
      }
    } catch (error) {
      for (const { fail } of submissions) fail(error);
    } finally {
      this.#flights--;
      for (const deviceId of deviceIds) this.#land(deviceId);
      this.#flushSoon();
    }
  }

  /** What has gathered behind a device's flight takes its turn behind the others. */
  #land(deviceId: string): void {
    const line = this.#flying.get(deviceId);
    this.#flying.delete(deviceId);
    if (line === undefined || line.readings === 0) return;
    this.#waiting.set(deviceId, line);
    this.#held -= line.readings;
    this.#ready += line.readings;
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
