import type { Boundary } from '../scouting/map-shapes.ts';

export type Corner = readonly [longitude: number, latitude: number];

/** As the API accepts it (docs/farm-file.md). */
export const MAX_CORNERS = 5_000;

export type OutlineProblem =
  | 'no-outline'
  | 'too-many-corners'
  | 'crosses-itself'
  | 'not-degrees'
  | 'too-few-corners';

export const ringsOf = ({ type, coordinates }: Boundary): readonly (readonly Corner[])[] =>
  type === 'Polygon' ? coordinates : coordinates.flat();

export function cornersOf(boundary: Boundary): number {
  return ringsOf(boundary).reduce((sum, ring) => sum + ring.length - 1, 0);
}

const METRES_PER_DEGREE = 111_320;

/** In hectares, on a plane at its latitude, which is exact enough for a sector. */
export function hectaresOf(boundary: Boundary): number {
  const polygons = boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;
  const area = (ring: readonly Corner[]) => {
    const narrowing = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
    const twice = ring.reduce((sum, [x, y], i) => {
      const [nextX, nextY] = ring[(i + 1) % ring.length] ?? [0, 0];
      return sum + (x * nextY - nextX * y) * narrowing;
    }, 0);
    return (Math.abs(twice) / 2) * METRES_PER_DEGREE ** 2;
  };
  const squareMetres = polygons.reduce(
    (sum, [outside = [], ...holes]) =>
      sum + area(outside) - holes.reduce((less, hole) => less + area(hole), 0),
    0,
  );
  return squareMetres / 10_000;
}

/** A polygon of these corners, closed; undefined if there are fewer than three. */
export function polygonOf(corners: readonly Corner[]): Boundary | null {
  const [first] = corners;
  return first === undefined || corners.length < 3
    ? null
    : { type: 'Polygon', coordinates: [[...corners, first]] };
}

/** What the API would refuse of an outline, before it is sent. */
export function outlineProblem(boundary: Boundary): OutlineProblem | undefined {
  if (cornersOf(boundary) > MAX_CORNERS) return 'too-many-corners';
  for (const ring of ringsOf(boundary)) {
    if (ring.length < 4) return 'too-few-corners';
    if (!ring.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)) return 'not-degrees';
    if (crossesItself(ring)) return 'crosses-itself';
  }
  return undefined;
}

/** Whether two sides of a closed ring cross. Sides are compared only where their longitudes overlap. */
export function crossesItself(ring: readonly Corner[]): boolean {
  const sides = ring.slice(0, -1).map((from, index) => {
    const to = ring[index + 1] ?? from;
    return { from, to, west: Math.min(from[0], to[0]), east: Math.max(from[0], to[0]) };
  });
  const fromWest = sides.toSorted((a, b) => a.west - b.west);
  return fromWest.some((side, i) => {
    for (let j = i + 1; j < fromWest.length; j++) {
      const other = fromWest[j];
      if (other === undefined || other.west > side.east) return false;
      if (cross(side, other)) return true;
    }
    return false;
  });
}

type Side = { readonly from: Corner; readonly to: Corner };

/** Sides that touch do not cross: a corner that occurs twice does no harm. */
function cross(a: Side, b: Side): boolean {
  return (
    turn(a.from, a.to, b.from) * turn(a.from, a.to, b.to) < 0 &&
    turn(b.from, b.to, a.from) * turn(b.from, b.to, a.to) < 0
  );
}

const turn = ([x0, y0]: Corner, [x1, y1]: Corner, [x2, y2]: Corner) =>
  Math.sign((x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0));
