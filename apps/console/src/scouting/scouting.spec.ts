import { describe, expect, it } from '@jest/globals';
import { isSouthern, shapesOf } from './map-shapes.ts';
import { valuesByDay } from './observations.ts';

describe('what scouts found', () => {
  const seen = (
    record_time: string | null,
    sectorId: string | null,
    value_number: number | null,
    name = 'Moth',
  ) => ({
    ...{ record_time, created_at: '2026-06-03T10:00:00.000Z', sectorId, responses: [{ name, value_number }] },
  });

  it('is a mean by local day and sector', () => {
    const days = valuesByDay(
      [
        seen('2026-06-02T23:30:00.000Z', 'a', 4), // the third in Madrid
        seen(null, 'a', 8),
        seen('2026-06-01T10:00:00.000Z', 'b', 1),
        seen('2026-06-01T10:00:00.000Z', 'b', null),
        seen('2026-06-01T10:00:00.000Z', null, 9),
        seen('2026-06-01T10:00:00.000Z', 'b', 9, 'Aphid'),
      ],
      'Moth',
      'Europe/Madrid',
    );
    expect(days).toEqual([
      { at: Date.parse('2026-05-31T22:00:00Z') / 1_000, sectorId: 'b', value: 1 },
      { at: Date.parse('2026-06-02T22:00:00Z') / 1_000, sectorId: 'a', value: 6 },
    ]);
  });
});

describe('the map', () => {
  const square = (west: number, south: number, width: number, height: number) => [
    [
      [west, south],
      [west + width, south],
      [west + width, south + height],
      [west, south + height],
      [west, south],
    ] as [number, number][],
  ];

  it('shows north above south and east to the right, and what is square square', () => {
    // At 60° a degree of longitude is half as long as one of latitude.
    const sectors = [
      { id: 'south-west', boundary: { type: 'Polygon' as const, coordinates: square(10, 60, 0.02, 0.01) } },
      {
        id: 'north-east',
        boundary: { type: 'MultiPolygon' as const, coordinates: [square(10.02, 60.01, 0.02, 0.01)] },
      },
    ];
    const [southWest, northEast] = shapesOf(sectors, 208, 208, 4);
    expect(southWest?.centre[0]).toBeCloseTo(54, 0);
    expect(southWest?.centre[1]).toBeCloseTo(154, 0);
    expect(northEast?.centre[0]).toBeCloseTo(154, 0);
    expect(northEast?.centre[1]).toBeCloseTo(54, 0);
    expect(northEast?.path).toMatch(/^M[\d.,LZ]+$/);
  });

  it('shows nothing where nothing has a boundary', () => {
    expect(shapesOf([], 100, 100)).toEqual([]);
  });

  it('knows on which side of the equator it lies', () => {
    const at = (south: number) => ({ type: 'Polygon' as const, coordinates: square(10, south, 1, 1) });
    expect(isSouthern([null, at(-33)])).toBe(true);
    expect(isSouthern([{ type: 'MultiPolygon', coordinates: [square(10, -33, 1, 1)] }])).toBe(true);
    expect(isSouthern([at(38), at(-33)])).toBe(false);
    expect(isSouthern([null])).toBe(false);
  });
});
