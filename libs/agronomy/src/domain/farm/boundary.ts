import { crossingIn } from './crossing.ts';

/** Longitude and latitude in degrees (WGS 84); a third number, the altitude, may follow. */
export type Position = readonly [longitude: number, latitude: number, ...rest: number[]];
/** A closed line: the last position equals the first. */
export type Ring = readonly Position[];

/** The boundary of a sector as GeoJSON (RFC 7946). The first ring of a polygon is its outside, the others are holes. */
export type Boundary =
  | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };

/** The smallest rectangle around a boundary, in degrees. */
export interface BoundingBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** What is wrong with a boundary, in words; undefined if it is valid. */
export function boundaryProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return 'must be a GeoJSON Polygon or MultiPolygon';
  const { type, coordinates, ...others } = value;
  if (type !== 'Polygon' && type !== 'MultiPolygon') return 'must be a GeoJSON Polygon or MultiPolygon';
  const stranger = Object.keys(others).find((name) => name !== 'bbox');
  if (stranger !== undefined) return `has an unknown member "${stranger}"`;
  if (positionsIn(coordinates, type === 'Polygon' ? 2 : 3) > MAX_POSITIONS)
    return `has more than ${MAX_POSITIONS} positions; simplify it in the program that it comes from`;
  if (type === 'Polygon') return polygonProblem(coordinates);
  if (!isFilledArray(coordinates)) return 'needs at least one polygon in "coordinates"';
  return firstProblem(coordinates, polygonProblem, 'polygon');
}

export function boundingBox(boundary: Boundary): BoundingBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [outside = []] of boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates)
    for (const [longitude, latitude] of outside) {
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  return { west, south, east, north };
}

/** Without members that could contradict the coordinates, such as `bbox`. */
export function plainBoundary(boundary: Boundary): Boundary {
  return { type: boundary.type, coordinates: boundary.coordinates } as Boundary;
}

export function sameBoundary(a: Boundary | null, b: Boundary | null): boolean {
  if (a === null || b === null) return a === b;
  return a.type === b.type && JSON.stringify(a.coordinates) === JSON.stringify(b.coordinates);
}

/** Of one outline: as many as can be checked before other work of the process has to wait. */
export const MAX_POSITIONS = 5_000;

function polygonProblem(rings: unknown): string | undefined {
  if (!isFilledArray(rings)) return 'needs at least one ring in "coordinates"';
  return firstProblem(rings, ringProblem, 'ring');
}

function ringProblem(ring: unknown): string | undefined {
  if (!Array.isArray(ring) || ring.length < 4) return 'needs at least 4 positions';
  const bad = firstProblem(ring, positionProblem, 'position');
  if (bad !== undefined) return bad;
  const [first, last] = [ring[0] as Position, ring[ring.length - 1] as Position];
  if (first[0] !== last[0] || first[1] !== last[1]) return 'must end where it begins';
  const crossing = crossingIn(ring as Ring);
  return crossing && `crosses itself: the sides from positions ${crossing.join(' and ')} meet`;
}

/** @param depth of lists above the positions */
function positionsIn(coordinates: unknown, depth: number): number {
  if (depth === 0) return 1;
  if (!Array.isArray(coordinates)) return 0;
  return coordinates.reduce<number>((sum, part) => sum + positionsIn(part, depth - 1), 0);
}

function positionProblem(position: unknown): string | undefined {
  if (!Array.isArray(position) || position.length < 2 || !position.every(Number.isFinite))
    return 'must be [longitude, latitude]';
  const [longitude, latitude] = position as unknown as Position;
  if (Math.abs(longitude) > 180) return `has the longitude ${longitude}, outside -180 to 180`;
  if (Math.abs(latitude) > 90) return `has the latitude ${latitude}, outside -90 to 90`;
  return undefined;
}

function firstProblem(
  parts: readonly unknown[],
  problemOf: (part: unknown) => string | undefined,
  word: string,
): string | undefined {
  for (const [index, part] of parts.entries()) {
    const problem = problemOf(part);
    if (problem !== undefined) return `${word} ${index + 1} ${problem}`;
  }
  return undefined;
}

function isFilledArray(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
