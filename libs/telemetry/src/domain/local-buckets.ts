import { localTime, type OffsetSpan, offsetSpans } from '@furrow/kernel';
import type { LocalRange } from './local-range.ts';

export const LOCAL_INTERVALS = ['raw', '5m', '15m', '1h', '1d'] as const;
export type LocalInterval = (typeof LOCAL_INTERVALS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The widths of intervals within a day, milliseconds. */
export const WIDTHS = { '5m': 5 * MINUTE, '15m': 15 * MINUTE, '1h': HOUR } as const;
/** There are no readings before, so clocks need not be known there. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** No zone has changed its clocks twice within this time since then: Recife's week in October 2000 is the shortest. */
const STEP = 5 * DAY;

/** One point of a series in time: a bucket, or for `raw` an instant. */
export interface LocalBucket {
  /** Its first instant, epoch milliseconds. */
  readonly start: number;
  /** The same as local time, with its offset. */
  readonly localTime: string;
}

/** A part of a local day with one offset. */
interface DayPart {
  readonly from: number;
  /** The index of its day in `LocalBuckets.days`. */
  readonly day: number;
}

interface LocalDays {
  readonly days: readonly LocalBucket[];
  readonly parts: readonly DayPart[];
}

const NO_DAYS: LocalDays = { days: [], parts: [] };

/**
 * Divides a range into intervals aligned to the local clock. A bucket ends at a clock change, so that the two passes of
 * a repeated hour are two buckets with two offsets. `1d` is a local day, of 23 or 25 hours if it is that long.
 */
export class LocalBuckets {
  readonly #from: number;
  readonly #to: number;
  #known: { readonly spans: readonly OffsetSpan[]; readonly days: LocalDays } | undefined;
  #at = 0;

  /** @param until the end of all readings, epoch milliseconds */
  constructor(
    private readonly timezone: string,
    private readonly interval: LocalInterval,
    range: Pick<LocalRange, 'from' | 'to'>,
    until: number,
  ) {
    // The first bucket may have begun up to a day, and a skipped one, before.
    this.#from = Math.max(range.from, EARLIEST) - 3 * DAY;
    this.#to = Math.max(this.#from, Math.min(range.to, until)) + DAY;
  }

  /**
   * The spans of one offset each that cover the range, including the time before it in which its first bucket began.
   */
  get spans(): readonly OffsetSpan[] {
    return this.#found.spans;
  }

  /** For `1d`: the local days. */
  get days(): readonly LocalBucket[] {
    return this.#found.days.days;
  }

  /** For `1d`: the spans of time that days consist of, in order. */
  get dayParts(): readonly DayPart[] {
    return this.#found.days.parts;
  }

  /** Computed when needed: the offsets of a zone over decades take a hundred times as long as the answer. */
  get #found() {
    if (this.#known) return this.#known;
    const spans = [...offsetSpans(this.timezone, this.#from, this.#to, STEP)];
    return (this.#known = { spans, days: this.interval === '1d' ? daysOf(spans) : NO_DAYS });
  }

  /** The bucket of an instant of the range. */
  of(instant: number): LocalBucket {
    if (this.interval === '1d') return this.#dayOf(instant);
    const { from, offset } = this.#spanAt(instant);
    const start =
      this.interval === 'raw' ? instant : Math.max(alignedTo(this.interval, instant, offset), from);
    return { start, localTime: localTime(start, offset) };
  }

  #dayOf(instant: number): LocalBucket {
    const parts = this.dayParts;
    let [first, last] = [0, parts.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((parts[middle] as DayPart).from <= instant) first = middle;
      else last = middle - 1;
    }
    const part = parts[first];
    return found(part && part.from <= instant ? this.days[part.day] : undefined);
  }

  /** Instants come mostly in order. */
  #spanAt(instant: number): OffsetSpan {
    const here = this.spans[this.#at];
    if (here && instant >= here.from && instant < here.to) return here;
    this.#at = this.spans.findIndex(({ from, to }) => instant >= from && instant < to);
    return found(this.spans[this.#at]);
  }
}

/** The last instant at which the local clock showed a multiple of the interval, ignoring clock changes. */
function alignedTo(interval: keyof typeof WIDTHS, instant: number, offset: number): number {
  const width = WIDTHS[interval];
  return Math.floor((instant + offset) / width) * width - offset;
}

/** A clock that is set back over midnight repeats a date: its day then has parts with another day in between. */
function daysOf(spans: readonly OffsetSpan[]): LocalDays {
  const days: LocalBucket[] = [];
  const parts: DayPart[] = [];
  const indexes = new Map<number, number>();
  for (const { from, to, offset } of spans) {
    for (let date = Math.floor((from + offset) / DAY); date * DAY - offset < to; date++) {
      const start = Math.max(date * DAY - offset, from);
      let day = indexes.get(date);
      if (day === undefined) {
        day = days.push({ start, localTime: localTime(start, offset) }) - 1;
        indexes.set(date, day);
      }
      parts.push({ from: start, day });
    }
  }
  return { days, parts };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('The instant lies outside of the range');
  return value;
}
