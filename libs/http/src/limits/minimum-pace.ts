/** How fast bytes have to come or go. */
export interface Pace {
  /** What has to be reached in the long run. */
  readonly bytesPerSecond: number;
  /** By how much somebody may fall behind that, milliseconds: also the longest pause. Being early earns nothing. */
  readonly slackMs: number;
  /** After so long it is over, however fast it goes, milliseconds. */
  readonly wholeMs: number;
}

const SECOND = 1_000;
/** How often somebody looks whether a pace is kept, milliseconds. */
export const LOOK_EVERY_MS = SECOND;
/** Between two looks never more is counted: then it was this process that stood still. */
const COUNTED_MS = 2 * LOOK_EVERY_MS;
const KB = 1_024;

/**
 * Of a body that keeps nobody waiting. Half a kilobyte a second is less than the worst GPRS gives (1 to 2 kB/s): a
 * body of 5 kB has half a minute, a bulk sync of 230 kB all of its five minutes.
 */
export const BODY_PACE: Pace = { bytesPerSecond: KB / 2, slackMs: 20 * SECOND, wholeMs: 300 * SECOND };

/** Of what holds permits that others may want while it arrives: EDGE gives twice that, and a photo of 1 MB passes. */
export const LARGE_PACE: Pace = { bytesPerSecond: 4 * KB, slackMs: 20 * SECOND, wholeMs: 300 * SECOND };

/** Of answers in general, which hold a connection and some memory. */
export const ANSWER_PACE: Pace = { bytesPerSecond: KB / 2, slackMs: 30 * SECOND, wholeMs: Infinity };

/** Of answers that hold a database transaction while they are read. */
export const STREAM_PACE: Pace = { bytesPerSecond: 4 * KB, slackMs: 30 * SECOND, wholeMs: 300 * SECOND };

/**
 * Whether bytes move as fast as they have to: a leaky bucket of time. What falls behind adds up, what moves takes off.
 * It is to be looked at every second. Times are milliseconds of one clock that only goes forward; bytes are counted from any start.
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

  /** Until `now` it was not for the other side to move anything. */
  excuse(now: number, bytes: number): void {
    this.at = now;
    this.bytes = bytes;
  }
}
