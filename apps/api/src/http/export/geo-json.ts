/** Degrees, WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A feature of RFC 7946, with the longitude first; its geometry is null without a position. */
export function pointFeature(id: string, point: Point | null, properties: object) {
  const geometry = point && { type: 'Point', coordinates: [point.longitude, point.latitude] };
  return { type: 'Feature', id, geometry, properties };
}
