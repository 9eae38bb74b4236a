import { describe, expect, it } from '@jest/globals';
import { Field } from '../testing/field.ts';
import { InMemoryTelemetry } from '../testing/in-memory-telemetry.ts';
import { ReadMeasuredDays } from './read-measured-days.ts';

describe('measured days', () => {
  const asked = async (timezone: string, from: string, to: string, at: string, hours: number) => {
    const field = await Field.on(new InMemoryTelemetry());
    const readings = Array.from({ length: hours }, (_, n) =>
      field.weather(
        { te: 20, hr: n < 12 ? 50 : null },
        new Date(Date.parse(at) + n * 3_600_000).toISOString(),
      ),
    );
    await field.store(...readings);
    const { companyId, projectId } = field.device;
    const query = { projectId, timezone, from: from as never, to: to as never };
    return new ReadMeasuredDays(field.ports.series).execute(companyId, query);
  };

  it('have 23, 24 or 25 hours, and the share of them that was measured', async () => {
    expect(await asked('Europe/Madrid', '2026-03-28', '2026-03-30', '2026-03-28T23:00:00Z', 23)).toEqual([
      { date: '2026-03-28', hours: 24, coverage: {} },
      { date: '2026-03-29', hours: 23, coverage: { te: 1, hr: 12 / 23, vpd: 12 / 23, wind: 1 } },
      { date: '2026-03-30', hours: 24, coverage: {} },
    ]);
    expect(
      await asked('Europe/Madrid', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00Z', 20),
    ).toMatchObject([{ date: '2026-10-25', hours: 25, coverage: { te: 0.8 } }]);
  });

  it.each([
    ['America/Santiago', '2026-09-06', 23],
    ['America/Havana', '2026-03-08', 23],
    ['America/Havana', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ])('in %s on %s have %d hours', async (timezone, date, hours) => {
    expect(await asked(timezone, date, date, '2026-01-01T00:00:00Z', 1)).toEqual([
      { date, hours, coverage: {} },
    ]);
  });

  it('leave out a date that the calendar skips', async () => {
    const days = await asked('Pacific/Apia', '2011-12-29', '2011-12-31', '2026-01-01T00:00:00Z', 1);
    expect(days.map(({ date, hours }) => [date, hours])).toEqual([
      ['2011-12-29', 24],
      ['2011-12-31', 24],
    ]);
  });
});
