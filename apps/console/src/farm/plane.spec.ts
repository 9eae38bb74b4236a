import { expect, it } from '@jest/globals';
import { Plane } from './plane.ts';

const CORNERS = [
  [-70.7, -33.5],
  [-70.6, -33.45],
] as const;
const plane = Plane.fitting(CORNERS, 600, 400);

it('a plane shows all it is fitted to, and says where each point lies', () => {
  for (const corner of CORNERS) {
    const { x, y } = plane.toPoint(corner);
    expect([x >= 31 && x <= 569, y >= 31 && y <= 369]).toEqual([true, true]);
    expect(plane.toCorner({ x, y })).toEqual(corner.map((degrees) => expect.closeTo(degrees, 9)));
  }
  // North is up.
  expect(plane.toPoint(CORNERS[1]).y).toBeLessThan(plane.toPoint(CORNERS[0]).y);
});

it('a plane keeps what is under the pointer when it is zoomed, and moves by pixels', () => {
  const at = { x: 100, y: 50 };
  const [longitude, latitude] = plane.toCorner(at);
  const nearer = plane.zoomed(2, at).toCorner(at);
  // Longitudes are as long as in the new middle.
  expect(nearer).toEqual([expect.closeTo(longitude, 4), expect.closeTo(latitude, 9)]);
  expect(plane.moved(10, 20).toPoint([longitude, latitude])).toEqual({
    ...{ x: expect.closeTo(110, 1), y: expect.closeTo(70, 1) },
  });
  let farthest = plane;
  for (let i = 0; i < 100; i++) farthest = farthest.zoomed(0.5);
  expect(farthest.metresPerPixel * 600).toBeLessThan(2_000_001);
});

it('a plane of nothing shows some hundred metres', () => {
  expect(Plane.fitting([], 600, 400).metresPerPixel).toBe(1);
  expect(Plane.fitting([[1, 1]], 600, 400).metresPerPixel).toBe(1);
});
