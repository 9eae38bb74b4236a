import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Boundary, Ring } from './boundary.ts';

/** A point on earth in degrees (WGS 84). */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** Whether a point lies within a boundary or on its edge; holes are outside. */
export function contains(boundary: Boundary, { longitude, latitude }: GeoPoint): boolean {
  // The library's types are not readonly, but it changes nothing.
  return booleanPointInPolygon(
    [longitude, latitude],
    boundary as unknown as Parameters<typeof booleanPointInPolygon>[1],
  );
}

/**
 * The area of a boundary without its holes, for comparing boundaries: the whole globe is 4π. Measured in Lambert's
 * cylindrical projection, which preserves areas.
 */
export function areaOf(boundary: Boundary): number {
  const polygons = boundary.type === 'Polygon' ? [boundary.coordinates] : boundary.coordinates;
  return polygons.reduce((sum, [outside = [], ...holes]) => {
    const holed = holes.reduce((all, hole) => all + ringArea(hole), 0);
    return sum + Math.max(0, ringArea(outside) - holed);
  }, 0);
}

function ringArea(ring: Ring): number {
  const [first] = ring;
  if (first === undefined) return 0;
  // Relative to its first corner, so that a small ring's area is not lost in the size of its coordinates.
  const origin = { x: radians(first[0]), y: Math.sin(radians(first[1])) };
  const corners = ring.map(([longitude, latitude]) => ({
    x: radians(longitude) - origin.x,
    y: Math.sin(radians(latitude)) - origin.y,
  }));
  const doubled = corners.reduce((sum, corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    return sum + corner.x * next.y - next.x * corner.y;
  }, 0);
  return Math.abs(doubled) / 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
