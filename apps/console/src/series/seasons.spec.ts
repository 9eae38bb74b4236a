import { describe, expect, it } from '@jest/globals';
import { besideYearBefore, seasonStart, yearsOf } from './seasons.ts';

describe('seasons', () => {
  it.each([
    ['2026-11-22', '01-01', '2026-01-01'],
    ['2026-10-31', '11-01', '2025-11-01'],
    ['2026-05-01', '05-01', '2026-05-01'],
  ])('on %s the one of each %s has begun on %s', (date, start, day) => {
    expect(seasonStart(date, start)).toBe(day);
  });

  const day = (date: string, value: number | null, total: number) => ({
    ...{ day: `${date}T00:00:00.000Z`, value, total, coverage: value === null ? 0.5 : 1 },
  });

  it('stand beside the same dates of the year before, with gaps where too little was measured', () => {
    const season = [day('2025-02-28', 2, 2), day('2025-03-01', null, 2), day('2025-03-02', 3, 5)];
    const before = [
      ...[day('2024-02-28', 1, 1), day('2024-02-29', 7, 8)],
      ...[day('2024-03-01', 1, 9), day('2024-03-02', null, 9)],
    ];
    const values = (isSum: boolean) =>
      besideYearBefore(season, before, 'UTC', isSum).map(({ values }) => values);
    // The leap day has no counterpart, but counts in the sums after it.
    expect(values(true)).toEqual([
      [2, 1],
      [null, 9],
      [5, null],
    ]);
    expect(values(false)).toEqual([
      [2, 1],
      [null, 1],
      [3, null],
    ]);
  });

  it('take dates from the zone, on days on which the clock changes too', () => {
    const season = [
      { day: '2026-03-28T23:00:00.000Z', value: 1, total: 1, coverage: 1 },
      { day: '2026-03-29T22:00:00.000Z', value: 2, total: 3, coverage: 1 },
    ];
    const before = [
      { day: '2025-03-28T23:00:00.000Z', value: 5, total: 5, coverage: 1 },
      { day: '2025-03-29T23:00:00.000Z', value: 6, total: 11, coverage: 1 },
    ];
    expect(besideYearBefore(season, before, 'Europe/Madrid', true).map(({ values }) => values)).toEqual([
      [1, 5],
      [3, 11],
    ]);
  });

  it('are called by their years', () => {
    expect(yearsOf('2026-01-01', '2026-11-22')).toBe('2026');
    expect(yearsOf('2025-11-01', '2026-03-01')).toBe('2025–26');
  });
});
