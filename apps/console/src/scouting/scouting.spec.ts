import { describe, expect, it } from '@jest/globals';
import { clearances } from './clearance.ts';
import { labelIn } from './map-label.ts';
import { heightOf, isSouthern, shapesOf } from './map-shapes.ts';
import { valuesByDay } from './observations.ts';

describe('what scouts found', () => {
  const seen = (
    record_time: string | null,
    sectorId: string | null,
    value_number: number | null,
    name = 'Moth',
    severity: number | null = null,
  ) => ({
    ...{
      record_time,
      created_at: '2026-06-03T10:00:00.000Z',
      sectorId,
      responses: [{ name, value_number, severity }],
    },
  });

  it('is a mean by local day and sector', () => {
    const days = valuesByDay(
      [
        seen('2026-06-02T23:30:00.000Z', 'a', 4), // 3 June in Madrid
        seen(null, 'a', 8),
        seen('2026-06-01T10:00:00.000Z', 'b', 1),
        seen('2026-06-01T10:00:00.000Z', 'b', null),
        seen('2026-06-01T10:00:00.000Z', null, 9),
        seen('2026-06-01T10:00:00.000Z', 'b', 9, 'Aphid'),
      ],
      'Moth',
      'counted',
      'Europe/Madrid',
    );
    expect(days).toEqual([
      { at: Date.parse('2026-05-31T22:00:00Z') / 1_000, sectorId: 'b', value: 1 },
      { at: Date.parse('2026-06-02T22:00:00Z') / 1_000, sectorId: 'a', value: 6 },
    ]);
  });
});

describe('incidence and severity of a day', () => {
  const found = (value_number: number | null, severity: number | null) => ({
    ...{ record_time: '2026-06-01T10:00:00.000Z', created_at: '2026-06-01T10:00:00.000Z', sectorId: 'a' },
    responses: [{ name: 'Moth', value_number, severity }],
  });
  const records = [found(4, 10), found(0, 0), found(2, null), found(null, null)];

  it.each([
    ['counted', 2],
    ['incidence', 200 / 3],
    ['severity', 5],
  ] as const)('%s is of what was assessed', (measure, value) => {
    const [day] = valuesByDay(records, 'Moth', measure, 'UTC');
    expect(day?.value).toBeCloseTo(value, 9);
  });

  it('is not there where nobody told any', () => {
    expect(valuesByDay([found(3, null)], 'Moth', 'severity', 'UTC')).toEqual([]);
  });
});

describe('from when a sector is clear', () => {
  const treated = (over: object) => ({
    ...{ sectorIds: ['a'], product: 'Thiovit', voided: false, reentryClearAt: null },
    ...{ harvestClearAt: '2026-06-08T22:00:00.000Z', ...over },
  });
  const now = Date.parse('2026-06-08T10:00:00Z');

  it('counts the last of what still closes it, and nothing that is voided or over', () => {
    const treatments = [
      treated({}),
      treated({ product: 'Copper', harvestClearAt: '2026-06-10T22:00:00.000Z' }),
      treated({ product: 'Error', harvestClearAt: '2026-07-10T22:00:00.000Z', voided: true }),
      treated({
        sectorIds: ['b'],
        harvestClearAt: '2026-06-08T10:00:00.000Z',
        reentryClearAt: '2026-06-08T10:00:00.001Z',
      }),
    ];
    expect(clearances(['a', 'b', 'c'], treatments, now)).toEqual([
      { sectorId: 'a', harvest: { until: '2026-06-10T22:00:00.000Z', product: 'Copper' }, entry: null },
      { sectorId: 'b', harvest: null, entry: { until: '2026-06-08T10:00:00.001Z', product: 'Thiovit' } },
      { sectorId: 'c', harvest: null, entry: null },
    ]);
  });
});

const square = (west: number, south: number, width: number, height: number) => [
  [
    [west, south],
    [west + width, south],
    [west + width, south + height],
    [west, south + height],
    [west, south],
  ] as [number, number][],
];

describe('the map', () => {
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

  it('is as high as the land, within limits', () => {
    const at = (width: number, height: number) =>
      ({ type: 'Polygon', coordinates: square(10, 0, width, height) }) as const;
    expect(heightOf([at(2, 1)], 400, [150, 320])).toBeCloseTo(200, -1);
    expect(heightOf([at(10, 1)], 400, [150, 320])).toBe(150);
    expect(heightOf([at(1, 10)], 400, [150, 320])).toBe(320);
    expect(heightOf([], 400, [150, 320])).toBe(150);
  });

  it('takes boundaries with as many points as a survey has', () => {
    const count = 300_000;
    const ring = Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * (i % (count - 1))) / (count - 1);
      return [Math.cos(angle), Math.sin(angle)] as const;
    });
    const circle = { type: 'Polygon' as const, coordinates: [ring] };
    expect(heightOf([circle], 200, [100, 300])).toBeCloseTo(200, -1);
    expect(shapesOf([{ id: 'a', boundary: circle }], 208, 208, 4)[0]?.width).toBeCloseTo(200, 0);
  });
});

describe('a label of the map', () => {
  it('stays in its sector, and is not cut at the edge', () => {
    expect(labelIn('Vega 1', { x: 200, width: 100 }, 480)).toEqual({
      lines: ['Vega 1'],
      fontSize: 13,
      x: 200,
    });
    const small = labelIn('Invernadero Norte', { x: 10, width: 70 }, 480);
    expect(small.lines).toEqual(['Invernadero', 'Norte']);
    expect(small.fontSize).toBeLessThan(13);
    expect(small.x).toBeGreaterThan(10);
    expect(labelIn('Invernadero', { x: 479, width: 300 }, 480).x).toBeLessThan(450);
  });
});
