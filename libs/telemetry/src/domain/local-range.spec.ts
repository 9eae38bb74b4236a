import { describe, expect, it } from '@jest/globals';
import { localTime, offsetAt, ValidationFailed } from '@furrow/kernel';
import fc from 'fast-check';
import { isLocalDateTime, LocalRange } from './local-range.ts';

const ZONES = [
  'UTC',
  'America/Santiago',
  'America/Havana',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'America/St_Johns',
];
const utc = (from: string, to: string, timezone: string) => {
  const range = LocalRange.of({ from, to, timezone });
  return [new Date(range.from).toISOString(), new Date(range.to).toISOString()];
};

describe('a local range', () => {
  it('is read by the clock of its zone', () => {
    expect(utc('2026-03-01T00:00:00', '2026-03-01T23:59:59.999', 'America/Santiago')).toEqual([
      '2026-03-01T03:00:00.000Z',
      '2026-03-02T02:59:59.999Z',
    ]);
    expect(utc('2026-03-01T00:00', '2026-03-01T00:00', 'Asia/Kathmandu')).toEqual(
      Array(2).fill('2026-02-28T18:15:00.000Z'),
    );
  });

  it('from the first pass of a repeated hour, to the second', () => {
    expect(utc('2024-11-03T01:30', '2024-11-03T01:30', 'America/New_York')).toEqual([
      '2024-11-03T05:30:00.000Z',
      '2024-11-03T06:30:00.000Z',
    ]);
    expect(utc('2024-04-07T01:45', '2024-04-07T01:45', 'Australia/Lord_Howe')).toEqual([
      '2024-04-06T14:45:00.000Z',
      '2024-04-06T15:15:00.000Z', // half an hour later
    ]);
  });

  it('uses the instant after the gap for a skipped time', () => {
    expect(utc('2024-09-08T00:00', '2024-09-08T00:59:59', 'America/Santiago')).toEqual(
      Array(2).fill('2024-09-08T04:00:00.000Z'),
    );
    expect(utc('2024-03-10T02:30', '2024-03-10T03:00', 'America/New_York')).toEqual(
      Array(2).fill('2024-03-10T07:00:00.000Z'),
    );
    // A whole day that Samoa never had.
    expect(utc('2011-12-30T12:00', '2011-12-31T00:00', 'Pacific/Apia')).toEqual(
      Array(2).fill('2011-12-30T10:00:00.000Z'),
    );
  });

  it('names every wrong field', () => {
    const fields = (from: unknown, to: unknown, timezone: unknown) => {
      try {
        LocalRange.of({ from, to, timezone } as Parameters<typeof LocalRange.of>[0]);
        return [];
      } catch (error) {
        return (error as ValidationFailed).details.map(({ field }) => field);
      }
    };
    const [at, zone] = ['2026-01-01T00:00:00', 'UTC'];
    expect(fields('x', undefined, '+03:00')).toEqual(['from', 'to', 'timezone']);
    expect(fields(at, '2025-12-31T23:59:59', zone)).toEqual(['to']);
    expect(fields(at, at, 'utc')).toEqual(['timezone']);
    expect(fields(at, at, 'EST')).toEqual(['timezone']);
    expect(fields(at, at, zone)).toEqual([]);
  });

  it.each([
    '2026-01-01',
    '2026-01-01T00',
    '2026-01-01 00:00',
    '2026-01-01T00:00Z',
    '2026-01-01T00:00-03:00',
    '2026-02-29T00:00',
    '2026-01-01T24:00',
    '2026-01-01T00:60',
    '1899-01-01T00:00',
    5,
    null,
  ])('cannot be written as %p', (text) => expect(isLocalDateTime(text)).toBe(false));

  it('is returned as it was written, if clocks show it', () => {
    const instants = fc.date({
      min: new Date('1995-01-01'),
      max: new Date('2037-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), instants, (timezone, date) => {
        const shown = localTime(date.getTime(), offsetAt(timezone, date.getTime()));
        const written = shown.slice(0, 23);
        const { from, to } = LocalRange.of({ from: written, to: written, timezone });
        expect(from).toBeLessThanOrEqual(date.getTime());
        expect(to).toBeGreaterThanOrEqual(date.getTime());
        for (const instant of [from, to])
          expect(localTime(instant, offsetAt(timezone, instant)).slice(0, 23)).toBe(written);
      }),
    );
  });
});
