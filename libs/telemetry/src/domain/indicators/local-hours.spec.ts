import { describe, expect, it } from '@jest/globals';
import { type LocalDate, localDateOf, nextLocalDate, startOfLocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { hourWithin, LocalHours } from './local-hours.ts';

const HOUR = 3_600_000;
const on = (date: string, timezone: string) =>
  LocalHours.of({ first: date as LocalDate, last: date as LocalDate }, timezone);
const lengthOf = (date: string, timezone: string) => on(date, timezone).days[0]?.hours.length;

const ZONES = [
  'UTC',
  'America/Santiago',
  'America/Havana',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
];

describe('the hours of local days', () => {
  it('are 24, and 23 or 25 where the clock changes', () => {
    expect(lengthOf('2025-01-10', 'America/Santiago')).toBe(24);
    expect(lengthOf('2025-09-07', 'America/Santiago')).toBe(23);
    expect(lengthOf('2025-04-05', 'America/Santiago')).toBe(25);
    expect(lengthOf('2024-03-10', 'America/Havana')).toBe(23);
    expect(lengthOf('2024-11-03', 'America/Havana')).toBe(25);
  });

  it('begin at the minute of the local clock, and are cut where that changes', () => {
    const [kathmandu] = on('2025-01-10', 'Asia/Kathmandu').days;
    expect(new Date(kathmandu?.hours[0] as number).toISOString()).toBe('2025-01-09T18:15:00.000Z');
    // On Lord Howe Island summer is half an hour.
    const { days, runs } = on('2025-04-06', 'Australia/Lord_Howe');
    expect(runs).toHaveLength(2);
    expect(days[0]?.hours).toHaveLength(25);
  });

  it('are the same in any range, in any zone', () => {
    const asked = fc.record({
      timezone: fc.constantFrom(...ZONES),
      from: fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2026, 0, 1) }),
      more: fc.record({ before: fc.integer({ min: 0, max: 9 }), after: fc.integer({ min: 0, max: 9 }) }),
    });
    fc.assert(
      fc.property(asked, ({ timezone, from, more }) => {
        const [first, last] = [from, from + 12 * 24 * HOUR].map((at) => localDateOf(new Date(at), timezone));
        const range = { first: first as LocalDate, last: last as LocalDate };
        const { days } = LocalHours.of(range, timezone);
        const wider = LocalHours.of(range, timezone, more).days;
        expect(wider.slice(more.before, wider.length - more.after)).toEqual(days);
        for (const day of days) expect(on(day.date, timezone).days).toEqual([day]);
      }),
    );
  });

  it('have neighbours beyond a date that the calendar skips', () => {
    const dates = (first: string, last: string, before: number, after: number) =>
      LocalHours.of({ first: first as LocalDate, last: last as LocalDate }, 'Pacific/Apia', {
        before,
        after,
      }).days.map(({ date }) => date.slice(8));
    expect(dates('2011-12-29', '2011-12-29', 0, 1)).toEqual(['29', '31']);
    expect(dates('2011-12-31', '2011-12-31', 1, 0)).toEqual(['29', '31']);
    expect(dates('2011-12-30', '2011-12-30', 1, 1)).toEqual(['29', '31']);
    expect(dates('2011-12-30', '2011-12-30', 0, 0)).toEqual([]);
  });

  it('have no day that the calendar skips, and count days of the year', () => {
    const { days } = LocalHours.of(
      { first: '2011-12-29' as LocalDate, last: '2012-02-29' as LocalDate },
      'Pacific/Apia',
      { before: 1, after: 1 },
    );
    expect(days.slice(0, 3).map(({ date, dayOfYear }) => [date, dayOfYear])).toEqual([
      ['2011-12-28', 362],
      ['2011-12-29', 363],
      ['2011-12-31', 365],
    ]);
    expect(days.at(-1)).toMatchObject({ date: '2012-03-01', dayOfYear: 61 });
  });

  it('form consecutive days, in any zone, each from where the calendar begins it', () => {
    const asked = fc.record({
      timezone: fc.constantFrom(...ZONES),
      from: fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2026, 0, 1) }),
      length: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(asked, ({ timezone, from, length }) => {
        const first = localDateOf(new Date(from), timezone);
        const last = localDateOf(new Date(from + length * 24 * HOUR), timezone);
        const { days, runs } = LocalHours.of({ first, last }, timezone);
        for (const [n, day] of days.entries()) {
          expect(day.start).toBe(startOfLocalDate(day.date, timezone).getTime());
          expect(day.hours[0]).toBe(day.start);
          const end = days[n + 1]?.start ?? startOfLocalDate(nextLocalDate(last), timezone).getTime();
          const edges = [...day.hours, end];
          const widths = edges.slice(1).map((edge, at) => edge - (edges[at] as number));
          expect(widths.every((width) => width > 0 && width <= HOUR)).toBe(true);
        }
        const hours = days.flatMap((day) => day.hours);
        for (const run of runs) {
          const own = hours.filter((hour) => hour >= run.from && hour < run.to);
          const lastOf = (n: number) => (own[n + 1] ?? run.to) - 1;
          const isCounted = (hour: number, n: number) =>
            hourWithin(run, hour) === n && hourWithin(run, lastOf(n)) === n;
          expect(own.every(isCounted)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
