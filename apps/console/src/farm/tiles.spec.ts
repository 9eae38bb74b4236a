import { describe, expect, it } from '@jest/globals';
import { Plane } from './plane.ts';
import { tilesOf } from './tiles.ts';

const TEMPLATE = 'https://tiles.example/{z}/{x}/{y}.png';
/** A farm near Santiago. */
const plane = Plane.fitting(
  [
    [-70.7, -33.5],
    [-70.69, -33.49],
  ],
  600,
  320,
);

describe('pictures of the map', () => {
  it('cover the plane without gaps, at about their own size', () => {
    const tiles = tilesOf(plane, TEMPLATE);
    const edge = (pick: (...values: number[]) => number, of: (tile: (typeof tiles)[number]) => number) =>
      pick(...tiles.map(of));
    expect(edge(Math.min, ({ x }) => x)).toBeLessThanOrEqual(0);
    expect(edge(Math.min, ({ y }) => y)).toBeLessThanOrEqual(0);
    expect(edge(Math.max, ({ x, width }) => x + width)).toBeGreaterThanOrEqual(600);
    expect(edge(Math.max, ({ y, height }) => y + height)).toBeGreaterThanOrEqual(320);
    for (const { width, height } of tiles) {
      expect(width).toBeGreaterThan(256 / 1.5);
      expect(width).toBeLessThan(256 * 1.5);
      expect(height / width).toBeCloseTo(1, 2);
    }
    expect(tiles.length).toBeLessThan(20);
  });

  it('are those of the place', () => {
    // The picture of 15 that holds the middle, by the formula of OpenStreetMap’s wiki.
    const middle = tilesOf(plane, TEMPLATE).find(
      ({ x, y, width, height }) => x <= 300 && x + width > 300 && y <= 160 && y + height > 160,
    );
    const [zoom, x, y] = /(\d+)\/(\d+)\/(\d+)\.png$/.exec(middle!.url)!.slice(1).map(Number);
    const [longitude, latitude] = [-70.695, (-33.495 * Math.PI) / 180];
    expect([x, y]).toEqual([
      Math.floor(((longitude + 180) / 360) * 2 ** zoom!),
      Math.floor(((1 - Math.log(Math.tan(latitude) + 1 / Math.cos(latitude)) / Math.PI) / 2) * 2 ** zoom!),
    ]);
  });

  it('are few, however far away the plane is looked at', () => {
    const far = Plane.fitting(
      [
        [-179, -84],
        [179, 84],
      ],
      600,
      320,
    );
    expect(tilesOf(far, TEMPLATE).length).toBeLessThan(20);
  });
});
