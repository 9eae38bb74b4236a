import { describe, expect, it } from '@jest/globals';
import { localTime, offsetAt } from '@furrow/kernel';
import fc from 'fast-check';
import type { LocalRange } from '../../domain/index.ts';
import { placed, plantAt, weatherAt } from '../builders.ts';
import { Field, rangeOf, type TelemetryPorts } from '../field.ts';

const MINUTE = 60_000;
const DAYS = 5;
const EVERY = 10 * MINUTE;

/** Days of which one has a clock change, and a range within them: its start in minutes since theirs, and its length. */
const anyRange = fc.record({
  calendar: fc.constantFrom<readonly [timezone: string, begin: string, end: string]>(
    ['America/Santiago', '2025-04-04T12:00', '2025-04-09T12:00'],
    ['America/Santiago', '2025-09-05T12:00', '2025-09-10T12:00'],
    ['America/Havana', '2024-11-01T12:00', '2024-11-06T12:00'],
    ['Australia/Lord_Howe', '2025-04-04T12:00', '2025-04-09T12:00'],
    ['Asia/Kathmandu', '2025-04-04T12:00', '2025-04-09T12:00'],
  ),
  interval: fc.constantFrom('15m' as const, '1h' as const, '1d' as const),
  start: fc.integer({ min: 0, max: 3_000 }),
  minutes: fc.integer({ min: 0, max: 3_000 }),
});

/** The buckets of a range, beside those of a longer one. */
export function describeBuckets(portsNow: () => TelemetryPorts): void {
  describe('a bucket of a series', () => {
    it('is the same in any range that contains it; one that the range cuts has the readings of the range', async () => {
      await fc.assert(
        fc.asyncProperty(anyRange, async ({ calendar: [timezone, begin, end], interval, start, minutes }) => {
          const field = await Field.on(portsNow());
          const whole = rangeOf(begin, end, timezone);
          const times = await everyTenMinutes(field, whole.from);
          const local = (at: number) => localTime(at, offsetAt(timezone, at)).slice(0, 19);
          const from = whole.from + start * MINUTE;
          const range = rangeOf(local(from), local(from + minutes * MINUTE), timezone);
          const within = times.filter((ts) => ts >= range.from && ts <= range.to);
          for (const [kind, member] of [
            ['weather', 'rain'],
            ['plant', 'sampleCount'],
          ] as const) {
            const read = (asked: LocalRange) => field.read(kind, asked, { interval, include: ['rain'] });
            const [all, found] = [await read(whole), await read(range)];
            const index = all.findIndex(({ local_time }) => local_time === found[0]?.['local_time']);
            const same = all.slice(index, index + found.length);
            expect(found.map(timeOf)).toEqual(same.map(timeOf));
            expect(found.slice(1, -1)).toEqual(same.slice(1, -1));
            // One millimetre of rain with each reading: each of the range is there once, and no other.
            expect(found.reduce((sum, point) => sum + Number(point[member]), 0)).toBe(within.length);
          }
        }),
        { numRuns: 12 },
      );
    });
  });
}

const timeOf = (point: Readonly<Record<string, unknown>>) => point['local_time'];

/** Stores weather and a KPI. @returns the times of readings, epoch milliseconds */
async function everyTenMinutes(field: Field, from: number): Promise<readonly number[]> {
  const times = Array.from({ length: (DAYS * 24 * 60 * MINUTE) / EVERY }, (_, n) => from + n * EVERY);
  await field.store(
    ...times.map((ts, n) => placed(field.device, 'weather', weatherAt(ts, { te: (n * 37) % 31, rain: 1 }))),
    ...times.map((ts, n) => placed(field.device, 'plant', plantAt(ts, { value: (n * 17) % 23 }))),
  );
  return times;
}
