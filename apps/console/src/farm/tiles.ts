import type { Corner } from './outline.ts';
import type { Plane, Point } from './plane.ts';

/** A square picture of the map, where it lies on the plane. */
export interface Tile extends Point {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Of the equator, on one picture of 256 pixels that shows the whole world. */
const METRES_PER_PIXEL = 156_543.034;
const MOST_ZOOM = 19;
/** Where Web Mercator ends. */
const MOST_LATITUDE = 85.05;

/**
 * The pictures that cover a plane, which is small enough to lie straight on them.
 * @param template an address with `{z}`, `{x}` and `{y}`
 */
export function tilesOf(plane: Plane, template: string): Tile[] {
  const narrowing = Math.cos((plane.centre[1] * Math.PI) / 180);
  const exact = Math.log2((METRES_PER_PIXEL * narrowing) / plane.metresPerPixel);
  const zoom = Math.min(MOST_ZOOM, Math.max(0, Math.round(exact)));
  const count = 2 ** zoom;
  const within = (index: number) => Math.min(count - 1, Math.max(0, Math.floor(index)));
  const [west, north] = plane.toCorner({ x: 0, y: 0 });
  const [east, south] = plane.toCorner({ x: plane.width, y: plane.height });
  const [left, right] = [column(west), column(east)].map((each) => within(each * count)) as [number, number];
  const [top, bottom] = [row(north), row(south)].map((each) => within(each * count)) as [number, number];
  const tiles: Tile[] = [];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const from = plane.toPoint(cornerAt(x / count, y / count));
      const to = plane.toPoint(cornerAt((x + 1) / count, (y + 1) / count));
      const url = template.replace('{z}', `${zoom}`).replace('{x}', `${x}`).replace('{y}', `${y}`);
      tiles.push({ ...from, url, width: to.x - from.x, height: to.y - from.y });
    }
  return tiles;
}

/** From 0 in the west to 1 in the east. */
const column = (longitude: number) => (longitude + 180) / 360;

/** From 0 in the north to 1 in the south. */
function row(latitude: number): number {
  const bounded = Math.max(-MOST_LATITUDE, Math.min(MOST_LATITUDE, latitude));
  return (1 - Math.asinh(Math.tan((bounded * Math.PI) / 180)) / Math.PI) / 2;
}

const cornerAt = (x: number, y: number): Corner => [
  x * 360 - 180,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
];
