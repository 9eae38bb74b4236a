import { localTime, type OffsetSpan, offsetSpans } from '@furrow/kernel';
import type { LocalRange } from './local-range.ts';

export const LOCAL_INTERVALS = ['raw', '5m', '15m', '1h', '1d'] as const;
export type LocalInterval = (typeof LOCAL_INTERVALS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Of the intervals within a day, milliseconds. */
export const WIDTHS = { '5m': 5 * MINUTE, '15m': 15 * MINUTE, '1h': HOUR } as const;
/** There is nothing before; clocks need not be known there. */
const EARLIEST = Date.UTC(2000, 0, 1);
/** No zone has changed its clocks twice within so long since then: Recife's week in October 2000 is the shortest. */
const STEP = 5 * DAY;

/** One point of a series in time: a bucket, or for `raw` an instant. */
export interface LocalBucket {
  /** Its first instant, epoch milliseconds. */
  readonly start: number;
  /** The same as the local clock shows it, with its offset. */
  readonly localTime: string;
}

/** A stretch of a local day within one offset. */
interface DayPart {
  readonly from: number;
  /** The place of its day in `LocalBuckets.days`. */
  readonly day: number;
}

interface LocalDays {
  readonly days: readonly LocalBucket[];
  readonly parts: readonly DayPart[];
}

const NO_DAYS: LocalDays = { days: [], parts: [] };

/**
 * Cuts a range into intervals that are aligned to the local clock. A bucket ends where the clocks change, so that
 * the two passes of a repeated hour are two buckets with two offsets. `1d` is a local day, of 23 or 25 hours where
 * it is that long.
 */
export class LocalBuckets {
  readonly #from: number;
  readonly #to: number;
  #known: { readonly spans: readonly OffsetSpan[]; readonly days: LocalDays } | undefined;
  #at = 0;

  /** @param until nothing lies later, epoch milliseconds */
  constructor(
    private readonly timezone: string,
    private readonly interval: LocalInterval,
    range: Pick<LocalRange, 'from' | 'to'>,
    until: number,
  ) {
    // A first bucket may have begun up to a day, and a skipped one, before.
    this.#from = Math.max(range.from, EARLIEST) - 3 * DAY;
    this.#to = Math.max(this.#from, Math.min(range.to, until)) + DAY;
  }

  /** The stretches of one offset each that make up the range, and the time before it in which its first bucket began. */
  get spans(): readonly OffsetSpan[] {
    return this.#found.spans;
  }

  /** For `1d`: the local days. */
  get days(): readonly LocalBucket[] {
    return this.#found.days.days;
  }

  /** For `1d`: the stretches of time that days are made of, in order. */
  get dayParts(): readonly DayPart[] {
    return this.#found.days.parts;
  }

  /** Looked for when something is to be put into buckets: a zone's clocks over decades are a hundred times its answer. */
  get #found() {
    if (this.#known) return this.#known;
    const spans = [...offsetSpans(this.timezone, this.#from, this.#to, STEP)];
    return (this.#known = { spans, days: this.interval === '1d' ? daysOf(spans) : NO_DAYS });
  }

  /** The bucket that an instant of the range lies in. */
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

/** The last instant at which the local clock showed a multiple of the interval, were there no clock changes. */
function alignedTo(interval: keyof typeof WIDTHS, instant: number, offset: number): number {
  const width = WIDTHS[interval];
  return Math.floor((instant + offset) / width) * width - offset;
}

/** A clock that goes back over midnight shows a date again: its day is then made of parts with another day between. */
function daysOf(spans: readonly OffsetSpan[]): LocalDays {
  const days: LocalBucket[] = [];
  const parts: DayPart[] = [];
  const places = new Map<number, number>();
  for (const { from, to, offset } of spans) {
    for (let date = Math.floor((from + offset) / DAY); date * DAY - offset < to; date++) {
      const start = Math.max(date * DAY - offset, from);
      let day = places.get(date);
      if (day === undefined) {
        day = days.push({ start, localTime: localTime(start, offset) }) - 1;
        places.set(date, day);
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
