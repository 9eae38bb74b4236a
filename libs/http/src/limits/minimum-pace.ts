/** How fast bytes must be transferred. */
export interface Pace {
  /** The long-term minimum. */
  readonly bytesPerSecond: number;
  /** How far a transfer may fall behind, milliseconds: also the longest pause. Being early earns no credit. */
  readonly slackMs: number;
  /** The maximum total time, however fast it is, milliseconds. */
  readonly wholeMs: number;
}

const SECOND = 1_000;
/** How often paces are checked, milliseconds. */
export const LOOK_EVERY_MS = SECOND;
/** The most that is counted between two checks: a longer time means that this process was suspended. */
const COUNTED_MS = 2 * LOOK_EVERY_MS;
const KB = 1_024;

/**
 * For a body that delays nobody else. Half a kilobyte a second is less than the slowest GPRS (1 to 2 kB/s): a body of 5
 * kB gets half a minute, a bulk sync of 230 kB all of its five minutes.
 */
export const BODY_PACE: Pace = { bytesPerSecond: KB / 2, slackMs: 20 * SECOND, wholeMs: 300 * SECOND };

/** For a body that holds permits while it arrives: EDGE is twice as fast, and a photo of 1 MB gets through. */
export const LARGE_PACE: Pace = { bytesPerSecond: 4 * KB, slackMs: 20 * SECOND, wholeMs: 300 * SECOND };

/** For answers in general, which occupy a connection and some memory. */
export const ANSWER_PACE: Pace = { bytesPerSecond: KB / 2, slackMs: 30 * SECOND, wholeMs: Infinity };

/** For answers that hold a database transaction while they are read. */
export const STREAM_PACE: Pace = { bytesPerSecond: 4 * KB, slackMs: 30 * SECOND, wholeMs: 300 * SECOND };

/**
 * Whether bytes are transferred fast enough: a leaky bucket of time, to which delay adds and from which transferred
 * bytes subtract. Check it every second. Times are milliseconds of a monotonic clock; bytes are counted from any start.
 */
export class MinimumPace {
  readonly #since: number;
  #behindMs = 0;

  constructor(
    private readonly pace: Pace,
    private at: number,
    private bytes: number,
  ) {
    this.#since = at;
  }

  /** @param bytes moved by `now` */
  isLate(now: number, bytes: number): boolean {
    const { bytesPerSecond, slackMs, wholeMs } = this.pace;
    const passedMs = Math.min(now - this.at, COUNTED_MS);
    const earnedMs = ((bytes - this.bytes) / bytesPerSecond) * SECOND;
    this.#behindMs = Math.max(0, this.#behindMs + passedMs - earnedMs);
    this.at = now;
    this.bytes = bytes;
    return this.#behindMs > slackMs || now - this.#since > wholeMs;
  }

  /** The time until `now` does not count, because the other side could not transfer anything. */
  excuse(now: number, bytes: number): void {
    this.at = now;
    this.bytes = bytes;
  }
}
