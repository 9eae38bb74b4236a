import { expect, it } from '@jest/globals';
import type { Boundary } from './boundary.ts';
import { growingSeasonsOf } from './growing-seasons.ts';

const square = (south: number): [number, number][][] => [
  [
    [10, south],
    [11, south],
    [11, south + 1],
    [10, south],
  ],
];
const at = (south: number): Boundary => ({ type: 'Polygon', coordinates: square(south) });

it('seasons begin half a year apart on both sides of the equator', () => {
  const [north, south] = [
    { growth: '01-01', rest: '11-01' },
    { growth: '07-01', rest: '05-01' },
  ];
  expect(growingSeasonsOf([null, at(-33)])).toEqual(south);
  expect(growingSeasonsOf([{ type: 'MultiPolygon', coordinates: [square(-33)] }])).toEqual(south);
  expect(growingSeasonsOf([at(38), at(-33)])).toEqual(north);
  expect(growingSeasonsOf([null])).toEqual(north);
  expect(growingSeasonsOf([])).toEqual(north);
});
