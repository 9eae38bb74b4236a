/** Degrees, WGS 84. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A feature of RFC 7946, with the longitude first; its geometry is null without a position. */
export function pointFeature(id: string, position: Point | null, properties: object) {
  const geometry = position && { type: 'Point', coordinates: [position.longitude, position.latitude] };
  return { type: 'Feature', id, geometry, properties };
}
