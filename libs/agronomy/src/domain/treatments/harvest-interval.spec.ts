import { describe, expect, it } from '@jest/globals';
import { localDateOf } from '@furrow/kernel';
import fc from 'fast-check';
import { clearanceOf, harvestWarnings, type PastTreatment, type TreatmentTimes } from './harvest-interval.ts';

const SANTIAGO = 'America/Santiago';

const times = (over: Partial<TreatmentTimes> = {}): TreatmentTimes => ({
  startedAt: new Date('2026-01-10T12:00:00Z'),
  endedAt: null,
  timezone: SANTIAGO,
  preHarvestDays: 7,
  reentryHours: null,
  ...over,
});
const treatment = (over: Partial<TreatmentTimes> = {}, treatmentId = 't1'): PastTreatment => ({
  ...{ treatmentId, product: 'Sulphur', startedAt: times(over).startedAt },
  ...clearanceOf(times(over)),
});
const picking = (openedAt: string, { until = openedAt, zone = SANTIAGO } = {}) => ({
  openedAt: new Date(openedAt),
  localDate: localDateOf(new Date(openedAt), zone),
  until: new Date(Date.parse(until) + 3_600_000),
});
const codes = (openedAt: string, over: Partial<TreatmentTimes> = {}) =>
  harvestWarnings(picking(openedAt), [treatment(over)]).map(({ code }) => code);

describe('the clearance of a treated sector', () => {
  it('counts days on the local calendar, from the date of the treatment’s end', () => {
    // 01:30 UTC on the 11th is 22:30 on the 10th in Santiago.
    const { harvestFrom, harvestClearAt } = clearanceOf(
      times({ startedAt: new Date('2026-01-10T23:00:00Z'), endedAt: new Date('2026-01-11T01:30:00Z') }),
    );
    expect([harvestFrom, harvestClearAt.toISOString()]).toEqual(['2026-01-17', '2026-01-17T03:00:00.000Z']);
  });

  it.each([
    [
      'begins at 01:00, for the clock skips midnight',
      SANTIAGO,
      '2024-09-01T15:00:00Z',
      '2024-09-08T04:00:00.000Z',
    ],
    [
      'has two midnights, of which the first counts',
      'America/Havana',
      '2024-10-27T15:00:00Z',
      '2024-11-03T04:00:00.000Z',
    ],
    ['follows a day of 23 hours', 'Europe/Madrid', '2026-03-23T11:00:00Z', '2026-03-29T22:00:00.000Z'],
  ])('handles a day that %s', (_, timezone, startedAt, clearAt) => {
    const { harvestClearAt } = clearanceOf(times({ timezone, startedAt: new Date(startedAt) }));
    expect(harvestClearAt.toISOString()).toBe(clearAt);
  });

  it('counts re-entry in elapsed hours, whatever the clock shows', () => {
    const { reentryClearAt } = clearanceOf(
      times({ timezone: 'Europe/Madrid', startedAt: new Date('2026-03-28T22:00:00Z'), reentryHours: 12.25 }),
    );
    expect(reentryClearAt?.toISOString()).toBe('2026-03-29T10:15:00.000Z');
  });
});

describe('a harvest', () => {
  it('is warned until the local date, and not on it', () => {
    expect(codes('2026-01-17T02:59:59Z')).toEqual(['pre_harvest_interval']); // the 16th, 23:59:59
    expect(codes('2026-01-17T03:00:00Z')).toEqual([]);
  });

  it('is warned of re-entry up to the instant, with or without the days', () => {
    const reentry = { reentryHours: 24 };
    expect(codes('2026-01-11T11:59:59Z', reentry)).toEqual(['pre_harvest_interval', 'reentry_interval']);
    expect(codes('2026-01-11T11:59:59Z', { ...reentry, preHarvestDays: 0 })).toEqual(['reentry_interval']);
    expect(codes('2026-01-11T12:00:00Z', { ...reentry, preHarvestDays: 0 })).toEqual([]);
  });

  it('is not warned of a treatment after it', () => {
    expect(harvestWarnings(picking('2026-01-10T09:00:00Z'), [treatment()])).toEqual([]);
    const long = picking('2026-01-10T09:00:00Z', { until: '2026-01-10T20:00:00Z' });
    expect(harvestWarnings(long, [treatment()])).toMatchObject([{ code: 'pre_harvest_interval' }]);
  });

  it('is warned of each treatment in the order of their starts', () => {
    const later = treatment({ startedAt: new Date('2026-01-11T12:00:00Z') }, 't0');
    const warnings = harvestWarnings(picking('2026-01-12T12:00:00Z'), [later, treatment()]);
    expect(warnings.map(({ treatmentId, clearAt }) => [treatmentId, clearAt.toISOString()])).toEqual([
      ['t1', '2026-01-17T03:00:00.000Z'],
      ['t0', '2026-01-18T03:00:00.000Z'],
    ]);
  });
});

it('a harvest is warned exactly while the calendar of the place shows an earlier date, in any zone', () => {
  const zones = [
    SANTIAGO,
    'America/Havana',
    'Europe/Madrid',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ];
  const calendars = new Map(
    zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]),
  );
  const dayOf = (zone: string, instant: Date) =>
    Date.parse(calendars.get(zone)!.format(instant)) / 86_400_000;
  const instant = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z') });
  fc.assert(
    fc.property(
      ...([fc.constantFrom(...zones), instant.filter((date) => !Number.isNaN(date.getTime()))] as const),
      ...([fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 10 * 24 * 60 })] as const),
      (timezone, startedAt, preHarvestDays, minutes) => {
        const sprayed = treatment({ timezone, startedAt, preHarvestDays });
        const openedAt = new Date(startedAt.getTime() + minutes * 60_000);
        const warnings = harvestWarnings(picking(openedAt.toISOString(), { zone: timezone }), [sprayed]);
        const isEarly = dayOf(timezone, openedAt) < dayOf(timezone, startedAt) + preHarvestDays;
        expect(warnings.map(({ code }) => code)).toEqual(isEarly ? ['pre_harvest_interval'] : []);
        const clear = sprayed.harvestClearAt.getTime();
        const around = [clear - 1, clear].map((time) => dayOf(timezone, new Date(time)));
        const first = dayOf(timezone, startedAt) + preHarvestDays;
        expect(around).toEqual([first - 1, first]);
      },
    ),
  );
});
