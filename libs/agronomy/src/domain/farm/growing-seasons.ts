import type { Boundary } from './boundary.ts';

/** The days of the year on which the seasons of plants begin, `MM-DD`. */
export interface GrowingSeasons {
  /** Growth is counted from midwinter on. */
  readonly growth: string;
  /** Dormancy is counted from leaf fall on. */
  readonly rest: string;
}

const NORTH: GrowingSeasons = { growth: '01-01', rest: '11-01' };
const SOUTH: GrowingSeasons = { growth: '07-01', rest: '05-01' };

/** The seasons of land with these boundaries, by its side of the equator; those of the north where none is drawn. */
export function growingSeasonsOf(boundaries: readonly (Boundary | null)[]): GrowingSeasons {
  const drawn = boundaries.find((boundary) => boundary !== null);
  const polygon = drawn?.type === 'MultiPolygon' ? drawn.coordinates[0] : drawn?.coordinates;
  const [, latitude = 0] = polygon?.[0]?.[0] ?? [];
  return latitude < 0 ? SOUTH : NORTH;
}
