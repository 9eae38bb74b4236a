import type { Sharp } from 'sharp';
import { MAX_MEDIA_BYTES, type MediaContent, MediaTooLarge, UnsupportedMedia } from './media-content.ts';
import { Turnstile } from './turnstile.ts';
import { typeOfBytes } from './type-of-bytes.ts';

const MAX_PIXELS = 50_000_000;
const PATIENCE_SECONDS = 30;
const ACCEPTED = 'JPEG, PNG or WebP image of at most 50 megapixels';

type Format = Pick<MediaContent, 'mimeType' | 'extension'> & { readonly encode: (image: Sharp) => Sharp };

const JPEG: Format = {
  mimeType: 'image/jpeg',
  extension: 'jpg',
  // Tables made for this very image would save a few percent of the file, and hold all of it in memory for that.
  encode: (image) => image.jpeg({ quality: 90, optimiseCoding: false }),
};
const PNG: Format = { mimeType: 'image/png', extension: 'png', encode: (image) => image.png() };
const WEBP: Format = {
  mimeType: 'image/webp',
  extension: 'webp',
  encode: (image) => image.webp({ quality: 90 }),
};
const FORMATS: Readonly<Record<string, Format>> = {
  'image/jpeg': JPEG,
  'image/png': PNG,
  'image/apng': PNG,
  'image/webp': WEBP,
};

/** An image takes up to 4 bytes a pixel while it is worked on: this many at once, the others wait. */
const atWork = new Turnstile(2);
let imaging: ReturnType<typeof loaded> | undefined;

/** With the first photo: much of what runs here never sees one. */
async function loaded() {
  const { default: sharp } = await import('sharp');
  // What comes next is another photo: nothing is gained by remembering this one, or by many threads on it.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * A photo, told by its bytes, encoded anew in its own format: upright, colours in sRGB, and without EXIF, XMP, IPTC
 * or anything else that came along. Of a moving picture the first frame.
 * @throws UnsupportedMedia | MediaTooLarge
 */
export async function photoOf(bytes: Uint8Array, field: string): Promise<MediaContent> {
  if (bytes.length > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  const format = FORMATS[await typeOfBytes(bytes)];
  if (format === undefined) throw new UnsupportedMedia(field, ACCEPTED);
  const { mimeType, extension } = format;
  return { bytes: await atWork.pass(() => encodedAnew(bytes, format, field)), mimeType, extension };
}

async function encodedAnew(bytes: Uint8Array, format: Format, field: string): Promise<Buffer> {
  const sharp = await (imaging ??= loaded());
  try {
    // The header tells the size before a single pixel is decoded: a bomb is refused without lighting it.
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    return await format.encode(image.timeout({ seconds: PATIENCE_SECONDS }).autoOrient()).toBuffer();
  } catch {
    throw new UnsupportedMedia(field, ACCEPTED);
  }
}
