import { crc32, deflateSync } from 'node:zlib';

/** Native code, loaded only by tests that make a photo. */
const loadSharp = async () => (await import('sharp')).default;

/** 60 × 40, grey, red in the top left corner of the stored image; with GPS and a description in EXIF, XMP and IPTC. */
export async function aPhoto(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  {
    orientation = 1,
    width = 60,
    height = 40,
  }: { orientation?: number; width?: number; height?: number } = {},
): Promise<Buffer> {
  const sharp = await loadSharp();
  const red = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: { r: 120, g: 120, b: 120 } } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation })
    .withExifMerge({
      IFD0: { ImageDescription: 'Furrow was here' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 27/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '70/1 40/1 0/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>Furrow was here</rdf:RDF></x:xmpmeta>')
    .toFormat(format)
    .toBuffer();
}

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>';

/** A PNG of a few hundred bytes whose header claims so many pixels. */
export function aDecompressionBomb(width: number, height: number): Buffer {
  return png(width, height, [8, 2], deflateSync(Buffer.alloc(100_000)));
}

/** @param kind the bits of a sample, and PNG's colour type */
function png(width: number, height: number, kind: readonly [number, number], rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A valid black PNG with one bit per pixel: a few kB that decode to megabytes. */
export function aVastPhoto(width: number, height: number): Buffer {
  return png(width, height, [1, 0], deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height)));
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function dataUrlOf(bytes: Uint8Array, label = 'image/jpeg'): string {
  return `data:${label};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** What a viewer of the photo sees. */
export async function looksOf(
  bytes: Uint8Array,
): Promise<{ format: string; width: number; height: number; comesAlong: string[] }> {
  const sharp = await loadSharp();
  const metadata = await sharp(bytes).metadata();
  const { format, width, height } = metadata;
  const comesAlong = (['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const).filter(
    (member) => metadata[member] !== undefined,
  );
  return { format, width, height, comesAlong };
}

/** Noise, which no encoder can compress. */
export async function aHeavyPhoto(format: 'jpeg' | 'png', width: number, height: number): Promise<Buffer> {
  const sharp = await loadSharp();
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  return (format === 'jpeg' ? noise.jpeg({ quality: 95 }) : noise.png({ compressionLevel: 1 })).toBuffer();
}
