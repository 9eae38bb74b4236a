import { describe, expect, it } from '@jest/globals';
import { labelIn } from './map-label.ts';
import { heightOf, shapesOf } from './map-shapes.ts';

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
