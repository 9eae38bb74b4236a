import { describe, expect, it } from '@jest/globals';
import { figuresByDay } from './figures-by-day.ts';

const seen = (
  at: string,
  sectorId: string,
  value: number | null,
  name = 'Moth',
  severity: number | null = null,
) => ({
  ...{ at: new Date(at), sectorId },
  responses: [{ name, value, severity }],
});

describe('what scouts found', () => {
  it('is a mean by local day, sector and pest', () => {
    const days = figuresByDay(
      [
        seen('2026-06-02T23:30:00Z', 'a', 4), // 3 June in Madrid
        seen('2026-06-03T10:00:00Z', 'a', 8),
        seen('2026-06-01T10:00:00Z', 'b', 1),
        seen('2026-06-01T10:00:00Z', 'b', null),
        seen('2026-06-01T10:00:00Z', 'b', 9, 'Aphid'),
      ],
      'Europe/Madrid',
    );
    expect(
      days.map(({ localDate, sectorId, name, counted }) => [localDate, sectorId, name, counted]),
    ).toEqual([
      ['2026-06-01', 'b', 'Moth', 1],
      ['2026-06-01', 'b', 'Aphid', 9],
      ['2026-06-03', 'a', 'Moth', 6],
    ]);
  });

  it('is of what was assessed alone: counts, incidence and severity', () => {
    const at = '2026-06-01T10:00:00Z';
    const found = [
      ...[seen(at, 'a', 4, 'Moth', 10), seen(at, 'a', 0, 'Moth', 0)],
      ...[seen(at, 'a', 2), seen(at, 'a', null)],
    ];
    expect(figuresByDay(found, 'UTC')).toMatchObject([{ counted: 2, incidence: 66.67, severity: 5 }]);
    expect(figuresByDay([seen(at, 'a', null)], 'UTC')).toMatchObject([
      { counted: null, incidence: null, severity: null },
    ]);
    expect(figuresByDay([seen(at, 'a', 3)], 'UTC')).toMatchObject([{ incidence: 100, severity: null }]);
  });
});
