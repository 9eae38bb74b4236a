import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { instantOf } from './instant.ts';

describe('instantOf', () => {
  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.678901Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T03:04-03:00', '2026-01-02T06:04:00.000Z'],
  ])('reads %s', (text, instant) => expect(instantOf(text)?.toISOString()).toBe(instant));

  it.each([
    '2026-01-02',
    '2026-01-02T03:04:05',
    '2026-02-30T00:00:00Z',
    '2026-01-02T24:00:00Z',
    '0000-01-01T00:00:00Z',
    17,
    null,
    '2026-01-02T03:04:05.Z',
    '2026-01-02T03:04:05.1234567890Z',
    '2026-01-02T03:04:05+15:00',
    '2026-01-02T03:04:05Z ',
  ])('refuses %p', (text) => expect(instantOf(text)).toBeUndefined());

  it('reads whatever it accepts as JavaScript does', () => {
    const two = (max: number, min = 0) =>
      fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'));
    const date = fc.tuple(fc.constantFrom('19', '20', '21'), two(99), two(12, 1), two(31, 1));
    const seconds = fc.option(fc.tuple(two(59), fc.option(fc.stringMatching(/^\d{1,9}$/))));
    const zone = fc.oneof(
      fc.constant('Z'),
      fc.tuple(fc.constantFrom('+', '-'), two(14), two(59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
    );
    fc.assert(
      fc.property(date, two(23), two(59), seconds, zone, ([century, year, month, day], h, m, end, offset) => {
        const fraction = end?.[1] ? `.${end[1]}` : '';
        const written = `${century}${year}-${month}-${day}`;
        const text = `${written}T${h}:${m}${end ? `:${end[0]}${fraction}` : ''}${offset}`;
        const isDay = new Date(`${written}T00:00Z`).toISOString().startsWith(written);
        expect(instantOf(text)).toEqual(isDay ? new Date(text) : undefined);
      }),
    );
  });
});
