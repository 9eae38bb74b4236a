import { geoIdentity, geoPath } from 'd3-geo';

type Ring = readonly (readonly [number, number])[];
type Rings = readonly Ring[];

/** GeoJSON, WGS 84. */
export type Boundary =
  | { readonly type: 'Polygon'; readonly coordinates: Rings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] };

export interface Shape {
  readonly id: string;
  /** Data of an SVG path. */
  readonly path: string;
  /** The position of its label. */
  readonly centre: readonly [number, number];
  /** How wide it is. */
  readonly width: number;
}

const polygonsOf = ({ type, coordinates }: Boundary): readonly Rings[] =>
  type === 'Polygon' ? [coordinates] : coordinates;

/**
 * Projects sectors onto a box, north up. A farm is small enough for a plane: longitudes are scaled by the cosine of its
 * latitude, so that squares stay square.
 */
export function shapesOf(
  sectors: readonly { readonly id: string; readonly boundary: Boundary }[],
  width: number,
  height: number,
  padding = 8,
): Shape[] {
  const lands = sectors.map(({ id, boundary }) => ({
    id,
    polygons: polygonsOf(boundary),
  }));
  const latitudes = lands.flatMap(({ polygons }) => polygons.flat(2).map(([, latitude]) => latitude));
  if (latitudes.length === 0) return [];
  const [south, north] = extentOf(latitudes);
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const features = lands.map(({ id, polygons }) => ({
    type: 'Feature' as const,
    id,
    properties: {},
    geometry: {
      type: 'MultiPolygon' as const,
      coordinates: polygons.map((rings) =>
        rings.map((ring) => ring.map(([longitude, latitude]) => [longitude * narrowing, latitude])),
      ),
    },
  }));
  const box: [[number, number], [number, number]] = [
    [padding, padding],
    [width - padding, height - padding],
  ];
  const path = geoPath(geoIdentity().reflectY(true).fitExtent(box, { type: 'FeatureCollection', features }));
  return features.map((feature) => {
    const [[west], [east]] = path.bounds(feature);
    return { id: feature.id, path: path(feature) ?? '', centre: path.centroid(feature), width: east - west };
  });
}

/** The least and the greatest of them, of which there may be more than a function takes arguments. */
function extentOf(values: readonly number[]): readonly [least: number, greatest: number] {
  let [least, greatest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  return [least, greatest];
}

/** The height of a box of a width that the sectors fill, within limits. */
export function heightOf(
  boundaries: readonly Boundary[],
  width: number,
  [least, most]: [number, number],
): number {
  const places = boundaries.flatMap((boundary) => polygonsOf(boundary).flat(2));
  const extent = (axis: 0 | 1) => extentOf(places.map((place) => place[axis]));
  if (places.length === 0) return least;
  const [[west, east], [south, north]] = [extent(0), extent(1)];
  const across = (east - west) * Math.cos((((south + north) / 2) * Math.PI) / 180);
  return Math.round(Math.min(most, Math.max(least, (width * (north - south)) / across || most)));
}
