import type { Project, Sector } from '../office/answers.ts';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  /** In metres. */
  readonly accuracy: number;
}

const TIMEOUT_MS = 15_000;

/** Where the phone is. @throws if it may not or cannot tell */
export function whereAmI(): Promise<Position> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ message }) => reject(new Error(message)),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 60_000 },
    );
  });
}

interface Place {
  readonly project: Project;
  readonly sector: Sector;
}

/** The nearest first; places without an outline come last, in their order. */
export function sortedByDistance(places: readonly Place[], here: Position | undefined): readonly Place[] {
  if (!here) return places;
  const far = new Map(places.map((place) => [place, squareOf(place.sector.boundary, here)]));
  return places.toSorted((a, b) => (far.get(a) ?? Infinity) - (far.get(b) ?? Infinity) || 0);
}

/** The square of the distance to the middle of an outline, in degrees of latitude: enough to sort by. */
function squareOf(boundary: Sector['boundary'], { latitude, longitude }: Position): number {
  const points = pointsIn(boundary?.['coordinates']);
  if (points.length === 0) return Infinity;
  const mean = (index: 0 | 1) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
  const across = (mean(0) - longitude) * Math.cos((latitude * Math.PI) / 180);
  return across ** 2 + (mean(1) - latitude) ** 2;
}

function pointsIn(coordinates: unknown): (readonly [number, number])[] {
  if (!Array.isArray(coordinates)) return [];
  const [longitude, latitude] = coordinates as unknown[];
  if (typeof longitude === 'number' && typeof latitude === 'number') return [[longitude, latitude]];
  return coordinates.flatMap(pointsIn);
}
