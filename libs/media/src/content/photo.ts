import type { Sharp } from 'sharp';
import { FairSemaphore } from '@furrow/concurrency';
import {
  MAX_MEDIA_BYTES,
  type MediaContent,
  MediaTooLarge,
  MediaUnavailable,
  UnsupportedMedia,
} from './media-content.ts';
import { typeOfBytes } from './type-of-bytes.ts';

const MAX_PIXELS = 50_000_000;
const TIMEOUT_SECONDS = 30;
const ACCEPTED = 'JPEG, PNG or WebP image of at most 50 megapixels';

type Format = Pick<MediaContent, 'mimeType' | 'extension'> & { readonly encode: (image: Sharp) => Sharp };

const JPEG: Format = {
  mimeType: 'image/jpeg',
  extension: 'jpg',
  // Optimized Huffman tables would save a few percent of the file, but need all of it in memory.
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

/** An image takes up to 4 bytes a pixel while it is processed: at most two of one company at once and one of others. */
export const photosAtWork = new FairSemaphore({ permits: 3, timeoutMs: 30_000 });
let imaging: ReturnType<typeof loaded> | undefined;

/** Loaded with the first photo, because many processes never handle one. */
async function loaded() {
  const { default: sharp } = await import('sharp');
  // The next photo is a different one: neither a cache nor several threads help.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Detects a photo by its bytes and encodes it again in its own format: upright, colours in sRGB, without EXIF, XMP,
 * IPTC or other metadata. Of an animation, the first frame.
 * @param companyId companies take turns
 * @throws UnsupportedMedia | MediaTooLarge; MediaUnavailable if the wait is too long
 */
export async function photoOf(companyId: string, bytes: Uint8Array, field: string): Promise<MediaContent> {
  if (bytes.length > MAX_MEDIA_BYTES) throw new MediaTooLarge(field);
  const format = FORMATS[await typeOfBytes(bytes)];
  if (format === undefined) throw new UnsupportedMedia(field, ACCEPTED);
  const { mimeType, extension } = format;
  const release = await photosAtWork.acquire(companyId);
  if (release === undefined)
    throw new MediaUnavailable({ cause: new Error('Too many photos are being processed') });
  try {
    return { bytes: await encodedAnew(bytes, format, field), mimeType, extension };
  } finally {
    release();
  }
}

/** In pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A stored photo as a JPEG of this size. @throws if it is none */
export async function thumbnailOf(
  companyId: string,
  bytes: Uint8Array,
  { width, height }: PixelSize,
): Promise<Uint8Array> {
  const release = await photosAtWork.acquire(companyId);
  if (release === undefined) throw new Error('Too many photos are being processed');
  try {
    const sharp = await (imaging ??= loaded());
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS }).resize(width, height, { fit: 'cover' });
    return await image
      .timeout({ seconds: TIMEOUT_SECONDS })
      .flatten({ background: '#fff' })
      .jpeg()
      .toBuffer();
  } finally {
    release();
  }
}

async function encodedAnew(bytes: Uint8Array, format: Format, field: string): Promise<Buffer> {
  const sharp = await (imaging ??= loaded());
  try {
    // The header has the size, so a decompression bomb is refused before a single pixel is decoded.
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    return await format.encode(image.timeout({ seconds: TIMEOUT_SECONDS }).autoOrient()).toBuffer();
  } catch {
    throw new UnsupportedMedia(field, ACCEPTED);
  }
}
