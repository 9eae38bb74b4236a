import { IANAZone } from 'luxon';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** A span of time between two clock changes, from `from` and before `to`, in milliseconds. */
export interface OffsetSpan {
  readonly from: number;
  readonly to: number;
  /** How far the local clock is ahead of UTC. */
  readonly offset: number;
}

/** How far the clocks of `zone` are ahead of UTC at `time`, in milliseconds. */
export function offsetAt(zone: string, time: number): number {
  return Math.round(IANAZone.create(zone).offset(time) * MINUTE);
}

/** By zone and hour since 1970: an offset that holds for the whole hour. */
const steadyHours = new Map<string, Map<number, number>>();
const MAX_STEADY_HOURS = 10_000;
let steadyCount = 0;

/**
 * `offsetAt` for many instants of few days, such as those of shifts: an hour at whose both ends the offset is the same
 * is looked up once, because each question to Intl takes microseconds. As in `offsetSpans`, a change within an hour is
 * missed only if another one reverts it in the same hour.
 */
export function steadyOffsetAt(zone: string, time: number): number {
  const hour = Math.floor(time / HOUR);
  let hours = steadyHours.get(zone);
  const known = hours?.get(hour);
  if (known !== undefined) return known;
  const offset = offsetAt(zone, hour * HOUR);
  if (offset !== offsetAt(zone, (hour + 1) * HOUR)) return offsetAt(zone, time);
  if (steadyCount >= MAX_STEADY_HOURS) {
    steadyHours.clear();
    steadyCount = 0;
    hours = undefined;
  }
  if (!hours) {
    hours = new Map<number, number>();
    steadyHours.set(zone, hours);
  }
  hours.set(hour, offset);
  steadyCount++;
  return offset;
}

/**
 * Splits a span of time into spans of one offset each, in order.
 * @param step a change is missed only if another one reverts it within this time
 */
export function* offsetSpans(zone: string, from: number, to: number, step = HOUR): Generator<OffsetSpan> {
  let [start, offset] = [from, offsetAt(zone, from)];
  for (let time = from; time < to; time += step) {
    const next = Math.min(time + step, to);
    const then = offsetAt(zone, next);
    if (then === offset) continue;
    const change = firstInstantOfNewOffset(zone, time, next);
    yield { from: start, to: change, offset };
    [start, offset] = [change, then];
  }
  if (start < to) yield { from: start, to, offset };
}

function firstInstantOfNewOffset(zone: string, before: number, after: number): number {
  const old = offsetAt(zone, before);
  const firstNew = (lowest: number, highest: number, unit: number) => {
    let [low, high] = [Math.floor(lowest / unit), Math.ceil(highest / unit)];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(zone, middle * unit) === old) low = middle;
      else high = middle;
    }
    return high * unit;
  };
  // Almost all clocks change at a quarter of an hour, and each question to Intl costs microseconds.
  const quarter = firstNew(before, after, QUARTER);
  if (quarter <= after && offsetAt(zone, quarter - 1) === old) return quarter;
  return firstNew(Math.max(before, quarter - QUARTER), Math.min(after, quarter), 1);
}

/** ISO 8601 to the millisecond, with the offset even if it is zero. */
export function localTime(instant: number, offset: number): string {
  return new Date(instant + offset).toISOString().slice(0, -1) + offsetText(offset);
}

/** `+hh:mm` */
export function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE));
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}
