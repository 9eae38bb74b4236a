import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { square } from '../../testing/builders.ts';
import { type Boundary, boundaryProblem, boundingBox, sameBoundary } from './boundary.ts';

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];

describe('a boundary', () => {
  it.each([
    ['a polygon', { type: 'Polygon', coordinates: [ring] }],
    ['one with a hole', { type: 'Polygon', coordinates: [ring, ring] }],
    ['one with altitudes', { type: 'Polygon', coordinates: [ring.map(([x, y]) => [x, y, 120])] }],
    ['several polygons', { type: 'MultiPolygon', coordinates: [[ring], [ring, ring]] }],
    ['one with a bbox', { type: 'Polygon', coordinates: [ring], bbox: [0, 0, 1, 1] }],
  ])('may be %s', (_name, value) => {
    expect(boundaryProblem(value)).toBeUndefined();
  });

  it.each([
    [null, 'must be a GeoJSON Polygon or MultiPolygon'],
    ['Polygon', 'must be a GeoJSON Polygon or MultiPolygon'],
    [{ type: 'Point', coordinates: [0, 0] }, 'must be a GeoJSON Polygon or MultiPolygon'],
    [{ type: 'Polygon', coordinates: [ring], color: 'red' }, 'has an unknown member "color"'],
    [{ type: 'Polygon' }, 'needs at least one ring in "coordinates"'],
    [{ type: 'Polygon', coordinates: [] }, 'needs at least one ring in "coordinates"'],
    [{ type: 'Polygon', coordinates: [ring, ring.slice(1)] }, 'ring 2 needs at least 4 positions'],
    [{ type: 'Polygon', coordinates: [[...ring, [2, 2]]] }, 'ring 1 must end where it begins'],
    [
      { type: 'Polygon', coordinates: [[[0, 0], [1], [1, 1], [0, 0]]] },
      'ring 1 position 2 must be [longitude, latitude]',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, '0'],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      'ring 1 position 2 must be [longitude, latitude]',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [180.5, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      'ring 1 position 2 has the longitude 180.5, outside -180 to 180',
    ],
    [
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, -91],
            [1, 1],
            [0, 0],
          ],
        ],
      },
      'ring 1 position 2 has the latitude -91, outside -90 to 90',
    ],
    [{ type: 'MultiPolygon', coordinates: [] }, 'needs at least one polygon in "coordinates"'],
    [{ type: 'MultiPolygon', coordinates: [[ring], [[]]] }, 'polygon 2 ring 1 needs at least 4 positions'],
  ])('may not be %j', (value, problem) => {
    expect(boundaryProblem(value)).toBe(problem);
  });

  const around = (corners: number) =>
    Array.from({ length: corners + 1 }, (_, i) => {
      const angle = ((i % corners) / corners) * 2 * Math.PI;
      return [Math.cos(angle), Math.sin(angle)];
    });
  const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });

  it('does not cross itself', () => {
    const bow = [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ];
    expect(boundaryProblem(polygon(bow))).toBe(
      'ring 1 crosses itself: the sides from positions 1 and 3 meet',
    );
    const inHole = { type: 'MultiPolygon', coordinates: [[ring], [ring, bow]] };
    expect(boundaryProblem(inHole)).toMatch(/^polygon 2 ring 2 crosses itself/);
  });

  it('may have a position twice, and touch itself', () => {
    const twice = [
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [0.5, 0],
      [0, 1],
      [0, 0],
    ];
    expect(boundaryProblem(polygon(twice))).toBeUndefined();
  });

  it('has at most 5,000 positions, and is checked in a moment however they lie', () => {
    expect(boundaryProblem(polygon(around(4_999)))).toBeUndefined();
    const before = process.threadCpuUsage();
    expect(boundaryProblem(polygon(around(100_000)))).toMatch(/^has more than 5000 positions/);
    // Every side is as wide as the whole.
    const zigzag = Array.from({ length: 2_498 }, (_, i) => [
      [0, i / 100],
      [1, (i + 0.5) / 100],
    ]).flat();
    expect(
      boundaryProblem(polygon([...zigzag, [2, 90], [-2, 90], [0, 0]].map(([x = 0, y = 0]) => [x, y]))),
    ).toBeUndefined();
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('lies within its bounding box, which touches it on all sides', () => {
    const degrees = (max: number) => fc.double({ min: -max, max, noNaN: true });
    const position = fc.tuple(degrees(180), degrees(90));
    fc.assert(
      fc.property(fc.array(fc.array(position, { minLength: 4 }), { minLength: 1 }), (rings) => {
        const boundary: Boundary = { type: 'MultiPolygon', coordinates: rings.map((outside) => [outside]) };
        const box = boundingBox(boundary);
        const [longitudes, latitudes] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)];
        expect(longitudes.every((x) => box.west <= x && x <= box.east)).toBe(true);
        expect(latitudes.every((y) => box.south <= y && y <= box.north)).toBe(true);
        expect(longitudes.includes(box.west) && longitudes.includes(box.east)).toBe(true);
        expect(latitudes.includes(box.south) && latitudes.includes(box.north)).toBe(true);
      }),
    );
  });

  it('equals another one only with the same coordinates', () => {
    expect(sameBoundary(square(1, 2), square(1, 2))).toBe(true);
    expect(sameBoundary(square(1, 2), square(1, 3))).toBe(false);
    expect(sameBoundary(square(1, 2), null)).toBe(false);
    expect(sameBoundary(null, null)).toBe(true);
  });
});
