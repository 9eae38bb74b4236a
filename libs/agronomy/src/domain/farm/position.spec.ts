import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { square } from '../../testing/builders.ts';
import type { Boundary } from './boundary.ts';
import { areaOf, contains } from './position.ts';

const ring = (west: number, south: number, side: number) => square(west, south, side).coordinates[0] as never;
const at = (longitude: number, latitude: number) => ({ longitude, latitude });

/** A square of 10° with a hole of 2° in its middle, and an island of 1° within the hole. */
const holed: Boundary = { type: 'Polygon', coordinates: [ring(0, 0, 10), ring(4, 4, 2)] };
const withIsland: Boundary = { type: 'MultiPolygon', coordinates: [holed.coordinates, [ring(4.5, 4.5, 1)]] };

describe('a boundary', () => {
  it('contains what is inside it and on its edge, but not what is in a hole', () => {
    for (const inside of [at(1, 1), at(0, 0), at(10, 5), at(3.9, 5)])
      expect(contains(holed, inside)).toBe(true);
    for (const outside of [at(5, 5), at(-0.001, 5), at(11, 5), at(5, -5)])
      expect(contains(holed, outside)).toBe(false);
  });

  it('of several polygons contains what is in any of them', () => {
    expect(contains(withIsland, at(5, 5))).toBe(true);
    expect(contains(withIsland, at(4.2, 4.2))).toBe(false);
  });

  it('has its area on the globe, without its holes', () => {
    expect(areaOf(square(-180, -90, 180)) * 2).toBeCloseTo(4 * Math.PI, 9);
    const parts = areaOf(square(0, 0, 10)) - areaOf(square(4, 4, 2));
    expect(areaOf(holed)).toBeCloseTo(parts, 12);
    expect(areaOf(withIsland)).toBeCloseTo(parts + areaOf(square(4.5, 4.5, 1)), 12);
    expect(areaOf(square(0, 60, 1))).toBeLessThan(areaOf(square(0, 0, 1)));
  });

  it('has a smaller area than a boundary around it, however small both are', () => {
    const degrees = fc.double({ min: -80, max: 80, noNaN: true });
    fc.assert(
      fc.property(degrees, degrees, fc.integer({ min: 1, max: 10 }), (west, south, exponent) => {
        const side = 0.1 ** (exponent / 2);
        expect(areaOf(square(west + side / 4, south + side / 4, side / 2))).toBeLessThan(
          areaOf(square(west, south, side)),
        );
      }),
    );
  });
});
