import { describe, expect, it } from '@jest/globals';
import { addDays, hoursOfDay, localDate, oddDays, startOfDay, yearBefore } from './local-day.ts';

describe('local days', () => {
  it('take their date from the zone, not from this device', () => {
    const instant = new Date('2026-03-01T02:00:00Z');
    expect(localDate(instant, 'America/Santiago')).toBe('2026-02-28');
    expect(localDate(instant, 'Pacific/Kiritimati')).toBe('2026-03-01');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  });

  it.each([
    ['2026-06-01', 'Europe/Madrid', '2026-05-31T22:00:00.000Z', 24],
    ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Madrid', '2026-10-24T22:00:00.000Z', 25],
    ['2024-09-08', 'America/Santiago', '2024-09-08T04:00:00.000Z', 23], // a day without midnight
    ['2024-11-03', 'America/Havana', '2024-11-03T04:00:00.000Z', 25], // a day with two midnights
    ['2026-07-01', 'Pacific/Kiritimati', '2026-06-30T10:00:00.000Z', 24],
    ['2026-07-01', 'Pacific/Pago_Pago', '2026-07-01T11:00:00.000Z', 24],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00.000Z', 24.5],
  ])('%s in %s begins at %s and has %d hours', (date, zone, start, hours) => {
    expect(startOfDay(date, zone).toISOString()).toBe(start);
    expect(hoursOfDay(date, zone)).toBe(hours);
  });

  it.each([
    ['2026-01-01', '2026-12-31', 'Europe/Madrid', { '2026-03-29': 23, '2026-10-25': 25 }],
    ['2026-03-29', '2026-03-29', 'Europe/Madrid', { '2026-03-29': 23 }],
    ['2026-03-30', '2026-10-24', 'Europe/Madrid', {}],
    ['2024-09-01', '2024-11-03', 'America/Santiago', { '2024-09-08': 23 }],
    ['2026-04-01', '2026-10-31', 'Australia/Lord_Howe', { '2026-04-05': 24.5, '2026-10-04': 23.5 }],
    ['2026-01-01', '2026-12-31', 'Asia/Kolkata', {}],
  ])('from %s to %s in %s are of 24 hours but for %j', (from, to, zone, expected) => {
    expect(Object.fromEntries(oddDays(from, to, zone).map(({ day, hours }) => [day, hours]))).toEqual(
      expected,
    );
  });

  it('have a day a year before', () => {
    expect(yearBefore('2026-06-01')).toBe('2025-06-01');
    expect(yearBefore('2024-02-29')).toBe('2023-02-28');
    expect(yearBefore('2025-02-28')).toBe('2024-02-28');
  });
});
