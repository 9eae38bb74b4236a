import { describe, expect, it } from '@jest/globals';
import { DateRange } from './date-range.ts';
import type { LocalDate } from './local-day.ts';

const range =
  (start: string, end: string, max = 180) =>
  () =>
    DateRange.of(start as LocalDate, end as LocalDate, max);

describe('DateRange', () => {
  it('accepts a single day', () =>
    expect(range('2026-01-01', '2026-01-01', 1)()).toMatchObject({ start: '2026-01-01' }));
  it('includes both ends', () => {
    expect(range('2026-01-01', '2026-06-29')).not.toThrow();
    expect(range('2026-01-01', '2026-06-30')).toThrow('181 days');
  });
  it('refuses an end before its start', () => expect(range('2026-01-02', '2026-01-01')).toThrow('before'));
});
