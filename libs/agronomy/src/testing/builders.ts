import type { ProjectEntry } from '../application/apply-projects.ts';
import type { Boundary, SectorDeclaration } from '../domain/index.ts';

/** A project as a farm file would declare it. */
export function aProject(key: string, over: Partial<ProjectEntry> = {}): ProjectEntry {
  return { key, name: `Project ${key}`, timezone: 'America/Santiago', ...over };
}

export function aSector(key: string, over: Partial<SectorDeclaration> = {}): SectorDeclaration {
  return { key, name: `Sector ${key}`, ...over };
}

/** A square with this south-western corner; everything in degrees. */
export function square(longitude: number, latitude: number, side = 0.01): Boundary {
  const [west, south, east, north] = [longitude, latitude, longitude + side, latitude + side];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}
