import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Position } from './boundary.ts';
import { crossingIn } from './crossing.ts';

type Corner = readonly [number, number];

const closed = (corners: readonly Corner[]): Position[] => [...corners, corners[0] as Corner];

/** Whether the ends of each of two sides lie on different sides of the other. */
function doCross([a, b]: readonly Corner[], [c, d]: readonly Corner[]): boolean {
  const turn = ([x0, y0]: Corner, [x1, y1]: Corner, [x2, y2]: Corner) =>
    Math.sign((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0));
  const isParted = (from: Corner, to: Corner, one: Corner, other: Corner) =>
    turn(from, to, one) * turn(from, to, other) < 0;
  return isParted(a!, b!, c!, d!) && isParted(c!, d!, a!, b!);
}

const sidesOf = (ring: readonly Position[]) =>
  ring.slice(1).map((to, index): Corner[] => [
    [ring[index]![0], ring[index]![1]],
    [to[0], to[1]],
  ]);

/** Every pair of sides that cross, by the numbers of their first positions. */
function allCrossings(ring: readonly Position[]): string[] {
  const sides = sidesOf(ring);
  return sides.flatMap((side, i) =>
    sides.flatMap((other, j) => (j > i && doCross(side, other) ? [`${i + 1} ${j + 1}`] : [])),
  );
}

function expectTheSame(ring: readonly Position[]): void {
  const all = allCrossings(ring);
  const found = crossingIn(ring)?.join(' ');
  if (found === undefined) expect(all).toEqual([]);
  else expect(all).toContain(found);
}

/** Of a small grid, so that sides touch, overlap and repeat. */
const corner = (most: number) =>
  fc.tuple(fc.integer({ min: 0, max: most }), fc.integer({ min: 0, max: most }));

describe('a crossing of two sides of a ring', () => {
  it.each([3, 6, 30])('is found where comparing all pairs finds one, on a grid of %i', (most) => {
    fc.assert(
      fc.property(fc.array(corner(most), { minLength: 3, maxLength: 14 }), (corners) =>
        expectTheSame(closed(corners)),
      ),
      { numRuns: 2_000 },
    );
  });

  it('is found in degrees too', () => {
    const degrees = fc.tuple(
      fc.double({ min: -70.01, max: -70, noNaN: true }),
      fc.double({ min: -33.01, max: -33, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(degrees, { minLength: 3, maxLength: 9 }), (corners) =>
        expectTheSame(closed(corners)),
      ),
      { numRuns: 2_000 },
    );
  });

  const rays = (corners: number) =>
    Array.from({ length: corners }, (_, i): Corner => {
      const angle = (i / corners) * 2 * Math.PI;
      const radius = i % 2 === 0 ? 10 : 0.01;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  const zigzag = (corners: number) =>
    Array.from({ length: corners }, (_, i): Corner => [i % 2 === 0 ? 0 : 40, i / 100]);

  it.each([
    ['a star, whose sides all lie beside each other', rays],
    ['a zigzag, whose sides are all as wide as the whole', zigzag],
  ])('is looked for in 5,000 sides within 100 ms of a processor: %s', (_, cornersOf) => {
    const ring = closed(cornersOf(4_999));
    // The first ones are not compiled yet, and any of them may share its core with another program.
    const spent = Array.from({ length: 5 }, () => {
      const before = process.threadCpuUsage();
      crossingIn(ring);
      return process.threadCpuUsage(before).user;
    });
    expect(Math.min(...spent)).toBeLessThan(100_000);
  });
});
