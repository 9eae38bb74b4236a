/** A span of time, epoch milliseconds; `to` is not part of it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A shift of a worker with its breaks; an end of null: it is running. Epoch milliseconds. */
export interface WorkedShift {
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly breaks: readonly Span[];
}

const MINUTE = 60_000;

/** How long somebody has worked without a break that is long enough. */
export class WorkSinceBreak {
  private constructor(
    /** When that break ended, or the work began. Later than now during a break. */
    readonly since: number,
    private readonly shortBreaks: readonly Span[],
    private readonly now: number,
  ) {}

  /**
   * @param shifts of one worker, in any order, of which one is running; those that follow each other are one piece of work,
   * because who changes the sector ends a shift and begins another
   * @param restMinutes the shortest break that counts
   */
  static of(shifts: readonly WorkedShift[], restMinutes: number, now: number): WorkSinceBreak | undefined {
    const begun = shifts.filter(({ startedAt }) => startedAt <= now);
    if (begun.length === 0) return undefined;
    const pauses = pausesOf(begun, now);
    const long = pauses.filter(({ from, to }) => to - from >= restMinutes * MINUTE);
    const start = Math.min(...begun.map(({ startedAt }) => startedAt));
    const since = Math.max(start, ...long.map(({ to }) => to));
    return new WorkSinceBreak(
      since,
      pauses.filter(({ from }) => from >= since),
      now,
    );
  }

  /** Whole minutes worked since then, without shorter breaks. */
  get minutes(): number {
    const paused = this.shortBreaks.reduce((sum, { from, to }) => sum + Math.min(to, this.now) - from, 0);
    return Math.max(0, Math.floor((this.now - this.since - paused) / MINUTE));
  }

  /** When so many minutes are worked, if nothing but the known breaks interrupts them. */
  whenWorked(minutes: number): number {
    let [at, left] = [this.since, minutes * MINUTE];
    for (const { from, to } of this.shortBreaks) {
      if (from - at >= left) break;
      left -= from - at;
      at = to;
    }
    return at + left;
  }
}

/** The breaks that have begun and the gaps between shifts, in order and without overlaps. */
function pausesOf(shifts: readonly WorkedShift[], now: number): Span[] {
  const pauses = shifts.flatMap(({ breaks }) => breaks).filter(({ from, to }) => from <= now && from < to);
  let end: number | undefined;
  for (const { startedAt, endedAt } of shifts.toSorted((a, b) => a.startedAt - b.startedAt)) {
    if (end !== undefined && startedAt > end) pauses.push({ from: end, to: startedAt });
    end = Math.max(end ?? 0, endedAt ?? Infinity);
  }
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of pauses.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
