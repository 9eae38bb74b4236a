import { type OffsetSpan, offsetSpans } from '@furrow/kernel';
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
/** No zone has changed its clocks and changed them back within so long since then. */
const STEP = DAY / 2;

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

/**
 * Cuts a range into intervals that are aligned to the local clock. A bucket ends where the clocks change, so that
 * the two passes of a repeated hour are two buckets with two offsets. `1d` is a local day, of 23 or 25 hours where
 * it is that long.
 */
export class LocalBuckets {
  /** The stretches of one offset each that make up the range, and the time before it in which its first bucket began. */
  readonly spans: readonly OffsetSpan[];
  /** For `1d`: the local days, and the stretches of time that they are made of, in order. */
  readonly days: readonly LocalBucket[] = [];
  readonly dayParts: readonly DayPart[] = [];
  #at = 0;

  /** @param until nothing lies later, epoch milliseconds */
  constructor(
    timezone: string,
    private readonly interval: LocalInterval,
    range: Pick<LocalRange, 'from' | 'to'>,
    until: number,
  ) {
    // A first bucket may have begun up to a day, and a skipped one, before.
    const from = Math.max(range.from, EARLIEST) - 3 * DAY;
    const to = Math.max(from, Math.min(range.to, until)) + DAY;
    this.spans = [...offsetSpans(timezone, from, to, STEP)];
    if (interval === '1d') ({ days: this.days, parts: this.dayParts } = daysOf(this.spans));
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
    const part = this.dayParts.findLast(({ from }) => from <= instant);
    return found(part && this.days[part.day]);
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
function daysOf(spans: readonly OffsetSpan[]): { days: LocalBucket[]; parts: DayPart[] } {
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

/** ISO 8601 to the millisecond, with the offset even where it is zero. */
export function localTime(instant: number, offset: number): string {
  return new Date(instant + offset).toISOString().slice(0, -1) + offsetText(offset);
}

/** `+hh:mm` */
export function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
