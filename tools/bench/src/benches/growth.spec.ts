import { describe, expect, it } from '@jest/globals';
import { slopeOf } from './growth.ts';

describe('the slope of growth', () => {
  it('is zero where time stays the same, half for the square root, and one if proportional', () => {
    const points = (power: number) => [4, 5, 6, 7].map((decade) => [decade, 3 + power * decade] as const);
    for (const power of [0, 0.5, 1]) expect(slopeOf(points(power))).toBeCloseTo(power);
  });

  it('is that of the nearest line if points are beside it', () => {
    expect(
      slopeOf([
        [4, 0],
        [5, 0.2],
        [6, 0.1],
        [7, 0.3],
      ]),
    ).toBeCloseTo(0.08);
  });
});
