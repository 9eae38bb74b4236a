import type { Boundary } from '../scouting/map-shapes.ts';
import { type Corner, type OutlineProblem, outlineProblem } from './outline.ts';

/** A file is read as a whole, so that a larger one would hold up the page. */
export const MAX_FILE_BYTES = 5 * 1_048_576;

export type FileProblem = OutlineProblem | 'file-too-large' | 'not-readable';

export type ReadOutline = { readonly boundary: Boundary } | { readonly problem: FileProblem };

type Json = Readonly<Record<string, unknown>>;

/**
 * The outline in a GeoJSON or KML file.
 * @param toGeoJson the features of KML; called for a text that has no document type, whose entities could grow without end
 */
export const outlineIn = (text: string, toGeoJson: (kml: string) => unknown): Promise<ReadOutline> =>
  outlineOf(() => (isXml(text) ? fromKml(text, toGeoJson) : JSON.parse(text)));

/** All polygons of GeoJSON together, without altitudes. */
export async function outlineOf(read: () => unknown): Promise<ReadOutline> {
  try {
    const polygons = polygonsIn(await read());
    const [first, ...more] = polygons;
    if (first === undefined) return { problem: 'no-outline' };
    const boundary: Boundary =
      more.length === 0
        ? { type: 'Polygon', coordinates: first }
        : { type: 'MultiPolygon', coordinates: polygons };
    const problem = outlineProblem(boundary);
    return problem === undefined ? { boundary } : { problem };
  } catch {
    return { problem: 'not-readable' };
  }
}

/** The beginning of every ZIP archive that has a file. */
export const isZip = (bytes: Uint8Array): boolean =>
  [0x50, 0x4b, 0x03, 0x04].every((byte, index) => bytes[index] === byte);

const isXml = (text: string) => /^[\uFEFF\s]*</.test(text);

function fromKml(text: string, toGeoJson: (kml: string) => unknown): unknown {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('No KML has a document type.');
  return toGeoJson(text);
}

function polygonsIn(value: unknown): (readonly (readonly Corner[])[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type, features, geometry, geometries, coordinates } = value as Json;
  switch (type) {
    case 'FeatureCollection':
      return (features as unknown[]).flatMap(polygonsIn);
    case 'Feature':
      return polygonsIn(geometry);
    case 'GeometryCollection':
      return (geometries as unknown[]).flatMap(polygonsIn);
    case 'Polygon':
      return [ringsIn(coordinates)];
    case 'MultiPolygon':
      return (coordinates as unknown[]).map(ringsIn);
    default:
      return [];
  }
}

function ringsIn(rings: unknown): Corner[][] {
  return (rings as unknown[][]).map((ring) => {
    const corners = ring.map((position): Corner => {
      const [x, y] = position as [number, number];
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw new Error('A corner is no pair of numbers.');
      return [x, y];
    });
    const [first, last] = [corners[0], corners.at(-1)];
    const isClosed =
      first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
    return isClosed || first === undefined ? corners : [...corners, first];
  });
}
