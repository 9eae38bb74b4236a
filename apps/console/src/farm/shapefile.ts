import { iter } from 'but-unzip';
import { parseShp } from 'shpjs';

/** Of all files of an archive that are read, unpacked: five thousand corners take less than a megabyte. */
export const MAX_UNPACKED_BYTES = 20 * 1_048_576;

/**
 * The geometries of the shapefiles in a ZIP archive, as one GeoJSON geometry in degrees.
 * @throws Error if it is none, or unpacks to more than that
 */
export async function geometriesIn(archive: Uint8Array): Promise<object> {
  const left = { bytes: MAX_UNPACKED_BYTES };
  const parts = new Map<string, Uint8Array>();
  for (const { filename, read } of iter(archive, (packed) => inflated(packed, left))) {
    const name = filename.toLowerCase();
    const isResource = name.includes('__macosx');
    if (!isResource && /\.(?:shp|prj)$/.test(name)) parts.set(name, await read());
  }
  const layers = [...parts].filter(([name]) => name.endsWith('.shp'));
  if (layers.length === 0) throw new Error('The archive has no shapefile.');
  const geometries = layers.flatMap(([name, shp]) =>
    parseShp(shp, parts.get(name.replace(/shp$/, 'prj'))).filter((each) => each !== null),
  );
  return { type: 'GeometryCollection', geometries };
}

/** Unpacks as much as may be left, whatever the archive says of its sizes. */
async function inflated(packed: Uint8Array, left: { bytes: number }): Promise<Uint8Array> {
  const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  const parts: BlobPart[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    left.bytes -= value.byteLength;
    if (left.bytes < 0) {
      await reader.cancel();
      throw new Error('The archive unpacks to more than an outline has.');
    }
    parts.push(value);
  }
}
