import { describe, expect, it } from '@jest/globals';
import { localDateOf, localTime, offsetAt, startOfLocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { LOCAL_INTERVALS, LocalBuckets, type LocalInterval } from './local-buckets.ts';
import { LocalRange } from './local-range.ts';

const ZONES = [
  'UTC',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Pacific/Chatham',
];
const MINUTES: Record<string, number> = { '5m': 5, '15m': 15, '1h': 60 };

function bucketsOf(timezone: string, interval: LocalInterval, from: string, to: string) {
  const range = LocalRange.of({ from, to, timezone });
  return { range, buckets: new LocalBuckets(timezone, interval, range, range.to) };
}

/** The local times of the buckets that instants every few minutes fall into. */
function timesOf(timezone: string, interval: LocalInterval, from: string, to: string, minutes = 5): string[] {
  const { range, buckets } = bucketsOf(timezone, interval, from, to);
  const times = new Set<string>();
  for (let at = range.from; at <= range.to; at += minutes * 60_000) times.add(buckets.of(at).localTime);
  return [...times];
}

describe('buckets', () => {
  it('are aligned to the local clock', () => {
    expect(timesOf('Asia/Kathmandu', '1h', '2026-01-01T00:20', '2026-01-01T02:00')).toEqual([
      '2026-01-01T00:00:00.000+05:45',
      '2026-01-01T01:00:00.000+05:45',
      '2026-01-01T02:00:00.000+05:45',
    ]);
    expect(timesOf('UTC', '15m', '2026-01-01T00:00', '2026-01-01T00:29')).toEqual([
      '2026-01-01T00:00:00.000+00:00',
      '2026-01-01T00:15:00.000+00:00',
    ]);
  });

  it('are two for a repeated hour, and none for a skipped one', () => {
    expect(timesOf('America/Santiago', '1h', '2024-04-06T22:00', '2024-04-07T00:00')).toEqual([
      '2024-04-06T22:00:00.000-03:00',
      '2024-04-06T23:00:00.000-03:00',
      '2024-04-06T23:00:00.000-04:00',
      '2024-04-07T00:00:00.000-04:00',
    ]);
    expect(timesOf('America/Santiago', '1h', '2024-09-07T23:00', '2024-09-08T02:00')).toEqual([
      '2024-09-07T23:00:00.000-04:00',
      '2024-09-08T01:00:00.000-03:00',
      '2024-09-08T02:00:00.000-03:00',
    ]);
  });

  it('begin where the clock changes in the middle of one', () => {
    expect(timesOf('Australia/Lord_Howe', '1h', '2024-04-07T01:00', '2024-04-07T02:00')).toEqual([
      '2024-04-07T01:00:00.000+11:00',
      '2024-04-07T01:30:00.000+10:30', // the clock went back from 02:00 to 01:30
      '2024-04-07T02:00:00.000+10:30',
    ]);
  });

  it('are days of 23, 24 and 25 hours', () => {
    const hours = (from: string, to: string, zone: string) => {
      const { range, buckets } = bucketsOf(zone, '1d', from, to);
      const starts = buckets.days.map(({ start }) => start);
      const first = starts.indexOf(buckets.of(range.from).start);
      return (starts[first + 1]! - starts[first]!) / 3_600_000;
    };
    expect(hours('2024-03-10T12:00', '2024-03-11T12:00', 'America/Havana')).toBe(23);
    expect(hours('2024-11-03T12:00', '2024-11-04T12:00', 'America/Havana')).toBe(25);
    expect(hours('2024-11-04T12:00', '2024-11-05T12:00', 'America/Havana')).toBe(24);
    expect(timesOf('America/Havana', '1d', '2024-11-03T00:00', '2024-11-03T23:59')).toEqual([
      '2024-11-03T00:00:00.000-04:00',
    ]);
    expect(timesOf('America/Santiago', '1d', '2024-09-08T00:00', '2024-09-08T23:59')).toEqual([
      '2024-09-08T01:00:00.000-03:00',
    ]);
  });

  it('continue a day whose midnight was repeated', () => {
    // A minute past midnight Newfoundland's clocks went back to 23:01 of the day before.
    const times = timesOf('America/St_Johns', '1d', '2006-10-28T12:00', '2006-10-29T12:00', 1);
    expect(times).toEqual(['2006-10-28T00:00:00.000-02:30', '2006-10-29T00:00:00.000-02:30']);
  });

  it('contain the instant they are asked for, and agree with the calendar', () => {
    const zoned = fc.record({
      timezone: fc.constantFrom(...ZONES),
      interval: fc.constantFrom(...LOCAL_INTERVALS),
      from: fc.date({ min: new Date('2001-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      days: fc.integer({ min: 0, max: 300 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(zoned, ({ timezone, interval, from, days, share }) => {
        const range = { from: from.getTime(), to: from.getTime() + days * 86_400_000 };
        const instant = Math.floor(range.from + share * (range.to - range.from));
        const { start, localTime: shown } = new LocalBuckets(timezone, interval, range, range.to).of(instant);
        expect(start).toBeLessThanOrEqual(instant);
        expect(shown).toBe(localTime(start, offsetAt(timezone, start)));
        if (interval === 'raw') expect(start).toBe(instant);
        else if (interval === '1d')
          expect(start).toBe(startOfLocalDate(localDateOf(new Date(instant), timezone), timezone).getTime());
        else {
          expect(instant - start).toBeLessThan(MINUTES[interval]! * 60_000);
          expect(offsetAt(timezone, start)).toBe(offsetAt(timezone, instant));
          const before = new LocalBuckets(timezone, interval, { from: start - 1, to: instant }, instant).of(
            start - 1,
          );
          expect(before.localTime).not.toBe(shown);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('cost at most what the time that can contain readings costs', () => {
    const range = LocalRange.of({
      from: '1900-01-01T00:00',
      to: '2199-12-31T00:00',
      timezone: 'America/Santiago',
    });
    const { spans } = new LocalBuckets('America/Santiago', 'raw', range, Date.UTC(2026, 0, 1));
    expect(spans.length).toBeLessThan(60);
  });
});
