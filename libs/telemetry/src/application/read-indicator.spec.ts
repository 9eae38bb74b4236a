import { describe, expect, it } from '@jest/globals';
import type { LocalDate } from '@furrow/kernel';
import fc from 'fast-check';
import { type IndicatorSettings, settingsOf } from '../domain/index.ts';
import { placed, weatherAt } from '../testing/builders.ts';
import { EVERY_INDICATOR } from '../testing/every-indicator.ts';
import { Field } from '../testing/field.ts';
import { InMemoryTelemetry } from '../testing/in-memory-telemetry.ts';
import { anyQuestion, expectSameInAnyRange } from '../testing/contract/indicators.contract.ts';
import { ReadIndicator } from './read-indicator.ts';

const HOUR = 3_600_000;

describe('an indicator of a day', () => {
  it.each(EVERY_INDICATOR.map((settings) => [Object.values(settings).join(' '), settings] as const))(
    'is the same whatever range is asked: %s',
    async (_, settings) => {
      await fc.assert(
        fc.asyncProperty(anyQuestion, (question) =>
          expectSameInAnyRange(new InMemoryTelemetry(), question, [settings]),
        ),
        { numRuns: 40 },
      );
    },
  );

  it.each([
    ['the total alone', settingsOf('et0', {}), ['total']],
    ['the total alone', settingsOf('chill', { model: 'utah' }), ['total']],
    ['portions, which build on what earlier hours formed', settingsOf('chill', {}), ['value', 'total']],
    ['the index of mildew', settingsOf('powdery-mildew', {}), ['value', 'total']],
  ])('says what is counted since the first day: %s', async (_, settings, expected) => {
    const { meta } = await read(await Field.on(new InMemoryTelemetry()), settings, '2026-03-05');
    expect(meta.countedSinceFrom).toEqual(expected);
  });

  it('takes its neighbours from beyond a date that the calendar skips', async () => {
    const field = await Field.on(new InMemoryTelemetry(), { timezone: 'Pacific/Apia' });
    // 29 December, 31 December and 1 January are 72 consecutive hours, 3 of them missing at either midnight.
    const start = Date.parse('2011-12-29T10:00:00Z');
    const missing = new Set([22, 23, 24, 46, 47, 48]);
    const hours = Array.from({ length: 72 }, (_, n) => n).filter((n) => !missing.has(n));
    const warm = (n: number) => ({ te: n < 24 ? 5 : n < 48 ? 6 : 7 });
    await field.store(
      ...hours.map((n) => placed(field.device, 'weather', weatherAt(start + n * HOUR, warm(n)))),
    );
    const hoursOf = async (date: string) =>
      (await read(field, settingsOf('chill', { model: 'hours' }), date)).data.map(({ value }) => value);
    expect([await hoursOf('2011-12-29'), await hoursOf('2011-12-30'), await hoursOf('2011-12-31')]).toEqual([
      [24],
      [],
      [24],
    ]);
    const double = settingsOf('degree-days', { method: 'double-triangle', base: 0 });
    expect((await read(field, double, '2011-12-29')).data[0]?.value).toBe(5);
  });
});

describe('the index of mildew', () => {
  const index = async (days: number, te: (minute: number) => number, every: number) => {
    const field = await Field.on(new InMemoryTelemetry(), { timezone: 'UTC' });
    const start = Date.parse('2026-03-01T00:00:00Z');
    const times = Array.from({ length: (days * 24 * 60) / every }, (_, n) => n * every);
    await field.store(
      ...times.map((minute) =>
        placed(field.device, 'weather', weatherAt(start + minute * 60_000, { te: te(minute) })),
      ),
    );
    const { data } = await read(field, settingsOf('powdery-mildew', {}), '2026-03-01', '2026-03-04');
    return data.slice(0, days).map(({ value }) => value);
  };

  it.each([70, 85])('counts hours of exactly %i °F, whose °C have no last decimal', async (fahrenheit) => {
    expect(await index(2, () => (fahrenheit - 32) / 1.8, 60)).toEqual([20, 40]);
    expect(await index(1, () => (fahrenheit - 32) / 1.8, 20)).toEqual([20]);
  });

  it.each([5, 10])('adds up 15 minutes or more of heat from hours that each have %i', async (every) => {
    const hours = 15 / every;
    // On the fourth day one reading of each of some hours is hot, after six hours that are favourable.
    const isHot = (minute: number) =>
      minute >= 3 * 1_440 + 12 * 60 && minute < 3 * 1_440 + (12 + hours) * 60 && minute % 60 === 0;
    const course = (minute: number) => (isHot(minute) ? 35 : minute % 1_440 < 8 * 60 ? 25 : 15);
    expect(await index(4, course, every)).toEqual([20, 40, 60, 70]);
  });
});

function read(field: Field, settings: IndicatorSettings, from: string, to = from) {
  const { companyId, projectId } = field.device;
  const range = { from: from as LocalDate, to: to as LocalDate };
  return new ReadIndicator(field.ports.hourly).execute(companyId, {
    ...{ projectId, ...range, minCoverage: 0.75, settings },
  });
}
