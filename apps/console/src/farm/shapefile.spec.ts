import { describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { outlineOf } from './outline-file.ts';
import { geometriesIn, MAX_UNPACKED_BYTES } from './shapefile.ts';

type Corner = readonly [number, number];

/** A shapefile of one polygon (ESRI Shapefile Technical Description, 1998). */
function shp(corners: readonly Corner[]): Uint8Array {
  const ring = [...corners, corners[0]!];
  const content = 44 + 4 + 16 * ring.length;
  const view = new DataView(new ArrayBuffer(100 + 8 + content));
  const box = (at: number) => {
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    bounds.forEach((bound, index) => view.setFloat64(at + 8 * index, bound, true));
  };
  view.setInt32(0, 9994);
  view.setInt32(24, view.byteLength / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, POLYGON, true);
  box(36);
  view.setInt32(100, 1);
  view.setInt32(104, content / 2);
  view.setInt32(108, POLYGON, true);
  box(112);
  view.setInt32(144, 1, true);
  view.setInt32(148, ring.length, true);
  ring.forEach(([x, y], index) => {
    view.setFloat64(156 + 16 * index, x, true);
    view.setFloat64(164 + 16 * index, y, true);
  });
  return new Uint8Array(view.buffer);
}
const POLYGON = 5;

/** WGS 84 / UTM zone 19S, as ESRI writes it. */
const UTM_19S =
  'PROJCS["WGS_1984_UTM_Zone_19S",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",-69.0],' +
  'PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/** Of blanks, which no reader of projections minds. */
const TOO_LARGE = { 'n.prj': new Uint8Array(MAX_UNPACKED_BYTES + 1).fill(0x20) };

const text = (content: string) => new TextEncoder().encode(content);
/** Clockwise, as outsides are there. */
const SQUARE: readonly Corner[] = [
  [-70.7, -33.5],
  [-70.7, -33.49],
  [-70.69, -33.49],
  [-70.69, -33.5],
];
const outline = (archive: Uint8Array) => outlineOf(() => geometriesIn(archive));

describe('a zipped shapefile', () => {
  it('has the outline, beside files that are not read', async () => {
    const archive = zipSync({
      'vega/Vega.SHP': shp(SQUARE),
      'vega/Vega.dbf': text('no table'),
      '__MACOSX/vega/._Vega.shp': text('no shapefile'),
    });
    expect(await outline(archive)).toEqual({
      boundary: { type: 'Polygon', coordinates: [[...SQUARE, SQUARE[0]]] },
    });
  });

  it('is in degrees, whatever its projection', async () => {
    // On the central meridian, and a kilometre to the north and east of it.
    const corners: readonly Corner[] = [
      [500_000, 6_292_000],
      [500_000, 6_293_000],
      [501_000, 6_293_000],
    ];
    const read = await outline(zipSync({ 'n.shp': shp(corners), 'n.prj': text(UTM_19S) }));
    if (!('boundary' in read) || read.boundary.type !== 'Polygon') throw new Error('It is no polygon.');
    const [first, north, east] = read.boundary.coordinates[0]!;
    expect(first![0]).toBeCloseTo(-69, 9);
    expect(first![1]).toBeCloseTo(-33.51, 2);
    expect((north![1] - first![1]) * 110_920).toBeCloseTo(1_000, -1);
    expect((east![0] + 69) * 111_320 * Math.cos((33.5 * Math.PI) / 180)).toBeCloseTo(1_000, -1);
  });

  const metres = SQUARE.map(([x, y]): Corner => [x * 100_000, y * 100_000]);
  it.each([
    ['no shapefile', () => zipSync({ 'notes.txt': text('none') }), 'not-readable'],
    ['a shapefile that ends early', () => zipSync({ 'n.shp': shp(SQUARE).subarray(0, 130) }), 'no-outline'],
    [
      'an unknown projection',
      () => zipSync({ 'n.shp': shp(metres), 'n.prj': text('PROJCS["?"]') }),
      'not-degrees',
    ],
    [
      'more than an outline has, however small it is packed',
      () => zipSync({ ...TOO_LARGE, 'n.shp': shp(SQUARE) }),
      'not-readable',
    ],
    [
      'a lie about its size',
      () => {
        const archive = zipSync({ ...TOO_LARGE, 'n.shp': shp(SQUARE) });
        const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
        const directory = view.getUint32(archive.length - 6, true);
        view.setUint32(directory + 24, 100, true);
        return archive;
      },
      'not-readable',
    ],
  ])('with %s is refused', async (_, archive, problem) => {
    expect(await outline(archive())).toEqual({ problem });
  });
});
