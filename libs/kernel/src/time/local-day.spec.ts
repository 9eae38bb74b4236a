import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  isLocalDate,
  isTimeZone,
  type LocalDate,
  localDateOf,
  nextLocalDate,
  startOfLocalDate,
} from './local-day.ts';

const day = (date: string, zone: string) => startOfLocalDate(date as LocalDate, zone).toISOString();

describe('a local day', () => {
  it.each([
    ['an ordinary one', '2026-06-01', 'America/Santiago', '2026-06-01T04:00:00.000Z'],
    [
      'one whose midnight is skipped starts at 01:00',
      '2024-09-08',
      'America/Santiago',
      '2024-09-08T04:00:00.000Z',
    ],
    [
      'one with two midnights starts at the first',
      '2024-11-03',
      'America/Havana',
      '2024-11-03T04:00:00.000Z',
    ],
    ['one whose eve repeats its last hour', '2024-04-07', 'America/Santiago', '2024-04-07T04:00:00.000Z'],
    [
      'a change a minute after midnight, seen first before it',
      '2006-10-29',
      'America/St_Johns',
      '2006-10-29T02:30:00.000Z',
    ],
    ['a zone of 45 minutes', '2026-01-01', 'Pacific/Chatham', '2025-12-31T10:15:00.000Z'],
    ['a date that a zone never had', '2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['the far east', '2026-03-01', 'Pacific/Kiritimati', '2026-02-28T10:00:00.000Z'],
    ['the far west', '2026-03-01', 'Etc/GMT+12', '2026-03-01T12:00:00.000Z'],
  ])('%s', (_name, date, zone, instant) => {
    expect(day(date, zone)).toBe(instant);
  });

  it('is the same from either pass of a repeated midnight', () => {
    const passes = ['2024-11-03T04:30:00Z', '2024-11-03T05:30:00Z', '2024-11-03T17:00:00Z'];
    expect(passes.map((at) => localDateOf(new Date(at), 'America/Havana'))).toEqual(
      Array(3).fill('2024-11-03'),
    );
  });

  it('is the one that the calendar of the zone shows, also in hours in which clocks change', () => {
    const changes = [
      ['America/Santiago', '2024-09-08T04:00Z'],
      ['America/Havana', '2024-11-03T05:00Z'],
      ['America/St_Johns', '2006-10-29T02:31Z'],
      ['Australia/Lord_Howe', '2024-10-05T15:30Z'],
      ['Pacific/Apia', '2011-12-30T10:00Z'],
      ['Asia/Kathmandu', '1985-12-31T18:30Z'],
      ['Europe/Madrid', '2026-10-25T01:00Z'],
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.array(
          fc.oneof(fc.integer({ min: -4 * 3600, max: 4 * 3600 }), fc.integer({ min: -4e8, max: 4e8 })),
        ),
        ([zone, change], seconds) => {
          // Many instants of a zone in turn, so that what is remembered of one is used for the next.
          const instants = seconds.map((after) => new Date(Date.parse(change) + after * 1_000));
          expect(instants.map((at) => localDateOf(at, zone))).toEqual(
            instants.map((at) => DateTime.fromJSDate(at, { zone }).toISODate()),
          );
        },
      ),
    );
  });

  it('starts when the calendar first shows its date, in any zone and year', () => {
    const zones = [
      'America/Santiago',
      'America/Havana',
      'Asia/Beirut',
      'Africa/Cairo',
      'America/Asuncion',
      'Australia/Lord_Howe',
      'Asia/Tehran',
      'UTC',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (zone, instant) => {
          const date = localDateOf(instant, zone);
          const start = startOfLocalDate(date, zone);
          expect(localDateOf(start, zone)).toBe(date);
          expect(localDateOf(new Date(start.getTime() - 1), zone) < date).toBe(true);
          expect(start.getTime()).toBeLessThanOrEqual(instant.getTime());
          expect(startOfLocalDate(nextLocalDate(date), zone).getTime()).toBeGreaterThan(start.getTime());
        },
      ),
    );
  });
});

describe('names and dates from outside', () => {
  it.each(['America/Santiago', 'UTC', 'Etc/GMT-3', 'GMT', 'Zulu', 'Cuba', 'NZ-CHAT'])(
    '%s is a zone',
    (name) => expect(isTimeZone(name)).toBe(true),
  );
  it.each(['+05:00', 'EST', 'PST', 'SystemV/PST8', 'utc', 'Mars/Olympus', '', 7, null])('%p is not', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
  it.each(['2024-02-29', '0001-01-01'])('%s is a date', (text) => expect(isLocalDate(text)).toBe(true));
  it.each(['2025-02-29', '2025-13-01', '2025-1-1', '2025-01-01T00:00', '', null])('%p is not', (text) =>
    expect(isLocalDate(text)).toBe(false),
  );

  it('a date exists in the calendar', () => {
    const pad = (value: number, length: number) => String(value).padStart(length, '0');
    const wrong: string[] = [];
    for (const year of [1, 4, 100, 400, 1900, 1999, 2000, 2023, 2024, 2100, 9999])
      for (let month = 0; month <= 13; month++)
        for (let date = 0; date <= 32; date++) {
          const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
          const midnight = new Date(`${text}T00:00:00.000Z`);
          const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`);
          if (isLocalDate(text) !== isReal) wrong.push(text);
        }
    expect(wrong).toEqual([]);
  });

  it('a date is in a year that the calendar and the database support', () => {
    expect(['0000-12-31', '10000-01-01', '2026-02-29'].some(isLocalDate)).toBe(false);
    expect(['0001-01-01', '9999-12-31'].every(isLocalDate)).toBe(true);
    const after = nextLocalDate('9999-12-31' as LocalDate);
    expect(day(after, 'Pacific/Kiritimati')).toBe('9999-12-31T10:00:00.000Z');
  });
});
