import type { Sharp } from 'sharp';
import { FairSemaphore } from '../../concurrency/fair-semaphore.ts';
import { MediaUnavailable } from '../drive-media-store.ts';
import { MAX_MEDIA_BYTES, type MediaContent, MediaTooLarge, UnsupportedMedia } from './media-content.ts';
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

/** An image takes up to 4 bytes a pixel while it is worked on: two of one company at once and one of others. */
export const photosAtWork = new FairSemaphore({ permits: 3, patienceMs: 30_000 });
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
 * @param companyId whose it is: companies take turns
 * @throws UnsupportedMedia | MediaTooLarge; MediaUnavailable when others take too long
 */
export async function photoOf(companyId: string, bytes: Uint8Array, field: string): Promise<MediaContent> {
  if (bytes.length > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  const format = FORMATS[await typeOfBytes(bytes)];
  if (format === undefined) throw new UnsupportedMedia(field, ACCEPTED);
  const { mimeType, extension } = format;
  const release = await photosAtWork.acquire(companyId);
  if (release === undefined)
    throw new MediaUnavailable({ cause: new Error('Too many photos are worked on') });
  try {
    return { bytes: await encodedAnew(bytes, format, field), mimeType, extension };
  } finally {
    release();
  }
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
