import { describe, expect, it } from '@jest/globals';
import { type LocalDate, startOfLocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { type IndicatorAnswer, ReadIndicator } from '../../application/read-indicator.ts';
import type { DeviceSite, PlacedReading } from '../../application/ports.ts';
import type { IndicatorSettings } from '../../domain/index.ts';
import { placed, weatherAt } from '../builders.ts';
import { EVERY_INDICATOR } from '../every-indicator.ts';
import { Field, SITES, type TelemetryPorts } from '../field.ts';

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Days of weather; the asked ones lie within them. */
const DAYS = 9;
/** Zones, and days around which their clocks change, or (Berlin) on which the sun is never high. */
const CALENDARS: readonly (readonly [timezone: string, first: string])[] = [
  ['America/Santiago', '2025-09-03'],
  ['America/Santiago', '2025-04-01'],
  ['America/Havana', '2024-10-30'],
  ['America/St_Johns', '2010-11-03'],
  ['Australia/Lord_Howe', '2025-04-02'],
  ['Asia/Kathmandu', '2025-06-28'],
  ['Europe/Berlin', '2024-12-18'],
  // The calendar skips 30 December.
  ['Pacific/Apia', '2011-12-26'],
];
const NOWHERE: DeviceSite = { latitude: null, longitude: null, altitude: null, windHeight: 2 };
const LYON: DeviceSite = { latitude: 45.7, longitude: 4.85, altitude: 200, windHeight: 2 };
const PLACES: readonly (readonly [DeviceSite, DeviceSite])[] = [
  SITES,
  [NOWHERE, SITES[1]],
  [{ ...LYON, latitude: 52.5, longitude: 13.4 }, LYON],
];

/** Weather of two stations with gaps, and the days that are asked. */
export const anyQuestion = fc.record({
  calendar: fc.constantFrom(...CALENDARS),
  sites: fc.constantFrom(...PLACES),
  warmth: fc.constantFrom(4, 12, 22, 28),
  /** Of each day the share of a clear sky’s radiation. */
  clouds: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: DAYS, maxLength: DAYS }),
  gaps: fc.array(
    fc.record({
      station: fc.constantFrom(0, 1),
      hour: fc.integer({ min: 0, max: 24 * DAYS }),
      hours: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 20, max: 24 * DAYS })),
      members: fc.constantFrom(['te', 'hr', 'wind', 'rad', 'par'], ['rad'], ['wind'], ['te']),
    }),
    { maxLength: 8 },
  ),
  first: fc.integer({ min: 2, max: DAYS - 3 }),
  length: fc.integer({ min: 1, max: 4 }),
  minCoverage: fc.constantFrom(0.25, 0.75),
});
type Question = ReturnType<(typeof anyQuestion)['generate']>['value'];

/** A reading every half hour. */
function readingsOf(field: Field, { calendar, warmth, clouds, gaps }: Question): PlacedReading[] {
  const [timezone, first] = calendar;
  const start = startOfLocalDate(first as LocalDate, timezone).getTime();
  const { device, neighbour } = field.station;
  return [device, neighbour].flatMap((station, which) =>
    Array.from({ length: 48 * DAYS }, (_, n): PlacedReading => {
      const hour = n / 2;
      const sun = Math.max(0, Math.sin((Math.PI * ((hour % 24) - 6)) / 12));
      const clear = (clouds[Math.floor(hour / 24)] as number) / 10;
      const all = {
        te: warmth + 8 * sun - 3 + Math.sin(n * 1.7 + which),
        ...{ hr: 70 - 30 * sun, wind: 1 + 2 * sun + which, rad: 950 * sun * clear, par: 1_900 * sun * clear },
      };
      const missing = gaps
        .filter((gap) => gap.station === which && hour >= gap.hour && hour < gap.hour + gap.hours)
        .flatMap(({ members }) => members.map((member) => [member, null] as const));
      const over = { ...all, ...Object.fromEntries(missing) };
      return placed(station, 'weather', weatherAt(start + hour * HOUR, over));
    }),
  );
}

/**
 * Each day of a range is the same as when it is asked alone, and, for what is counted since the first day, as in a
 * shorter range that begins with the same day.
 */
export async function expectSameInAnyRange(
  ports: TelemetryPorts,
  question: Question,
  every: readonly IndicatorSettings[] = EVERY_INDICATOR,
): Promise<void> {
  const { calendar, sites, first, length, minCoverage } = question;
  const [timezone, begin] = calendar;
  const field = await Field.on(ports, { timezone, sites });
  await field.store(...readingsOf(field, question));
  const { companyId, projectId } = field.device;
  const dates = Array.from({ length }, (_, n) => dateAfter(begin, first + n));
  const indicators = new ReadIndicator(field.ports.hourly);
  for (const settings of every) {
    const ask = (from = '', to = ''): Promise<IndicatorAnswer> => {
      const range = { from: from as LocalDate, to: to as LocalDate };
      return indicators.execute(companyId, { projectId, ...range, minCoverage, settings });
    };
    const whole = await ask(dates[0], dates.at(-1));
    const counted: readonly string[] = whole.meta.countedSinceFrom;
    const figures = ({ data }: IndicatorAnswer) =>
      data.map(({ day, value, total, coverage, method, mean }) => ({
        ...{ settings, day, coverage, method, mean },
        ...(!counted.includes('value') && { value }),
        ...(!counted.includes('total') && { total }),
      }));
    const alone = await Promise.all(dates.map((date) => ask(date, date)));
    expect(alone.flatMap(figures)).toEqual(figures(whole));
    const shorter = await ask(dates[0], dates.at(-2) ?? dates[0]);
    expect(shorter.data).toEqual(whole.data.slice(0, shorter.data.length));
  }
}

const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** Indicators over the readings of any implementation. */
export function describeIndicators(portsNow: () => TelemetryPorts): void {
  describe('an indicator', () => {
    it('of a day is the same whatever range is asked', async () => {
      await fc.assert(
        fc.asyncProperty(anyQuestion, (question) => expectSameInAnyRange(portsNow(), question)),
        { numRuns: 8 },
      );
    });
  });
}
