import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { MAX_MEDIA_BYTES } from './media-content.ts';
import { photoOf } from './photo.ts';
import { aDecompressionBomb, aPhoto, aVastPhoto, looksOf, SVG } from '../testing/photos.ts';

const FIELD = 'photo';
const COMPANY = 'acme';

describe('a photo', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('stays a %s, without its metadata', async (format) => {
    const taken = await aPhoto(format, { orientation: 1 });
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    expect(taken.includes('Furrow was here')).toBe(true);
    const content = await photoOf(COMPANY, taken, FIELD);
    expect(content.mimeType).toBe(`image/${format}`);
    expect(content.extension).toBe(format === 'jpeg' ? 'jpg' : format);
    const metadata = await sharp(content.bytes).metadata();
    expect(metadata).toMatchObject({ format, width: 60, height: 40 });
    for (const member of ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const)
      expect(metadata[member]).toBeUndefined();
    expect(content.bytes.includes('Furrow was here')).toBe(false);
  });

  it.each([
    [3, 60, 40, 'right', 'bottom'],
    [6, 40, 60, 'right', 'top'],
    [8, 40, 60, 'left', 'bottom'],
  ] as const)(
    'is turned upright: orientation %i makes it %i × %i',
    async (orientation, width, height, x, y) => {
      const { bytes } = await photoOf(COMPANY, await aPhoto('jpeg', { orientation }), FIELD);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width, height });
      // The red corner, which was at the top left before.
      const at = ((y === 'top' ? 4 : height - 5) * width + (x === 'left' ? 4 : width - 5)) * info.channels;
      expect([...data.subarray(at, at + 3)].map((value) => Math.round(value / 255))).toEqual([1, 0, 0]);
    },
  );

  it('keeps its colours without its colour profile', async () => {
    const green = {
      create: { width: 8, height: 8, channels: 3 as const, background: { r: 20, g: 200, b: 40 } },
    };
    const wide = await sharp(green).withIccProfile('p3').png().toBuffer();
    const { bytes } = await photoOf(COMPANY, wide, FIELD);
    const [r = 0, g = 0, b = 0] = await sharp(bytes).raw().toBuffer();
    expect(
      [Math.abs(r - 20), Math.abs(g - 200), Math.abs(b - 40)].every((difference) => difference < 4),
    ).toBe(true);
  });

  it('keeps transparency', async () => {
    const clear = {
      create: { width: 8, height: 8, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    };
    const { bytes } = await photoOf(COMPANY, await sharp(clear).png().toBuffer(), FIELD);
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });

  it('is the first frame of an animation', async () => {
    const frame = (background: string) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
    const frames = [await frame('red'), await frame('blue')];
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [100, 100] })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const { bytes } = await photoOf(COMPANY, moving, FIELD);
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    expect((await sharp(bytes).stats()).dominant).toMatchObject({ b: 8 });
  });

  const unsupported = { code: 'unsupported_media', facts: { field: FIELD } };

  it.each([
    ['an SVG', Buffer.from(SVG)],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['text', Buffer.from('no picture at all')],
    ['nothing', Buffer.alloc(0)],
    ['the head of a JPEG alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ])('is not %s', async (_name, bytes) => {
    await expect(photoOf(COMPANY, bytes, FIELD)).rejects.toMatchObject(unsupported);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('is refused where the end of a %s is missing', async (format) => {
    const whole = await aPhoto(format);
    await expect(photoOf(COMPANY, whole.subarray(0, whole.length / 2), FIELD)).rejects.toMatchObject(
      unsupported,
    );
  });

  it('of 12 MB is accepted, and with one byte more refused before it is read', async () => {
    await expect(photoOf(COMPANY, Buffer.alloc(MAX_MEDIA_BYTES), FIELD)).rejects.toMatchObject(unsupported);
    await expect(photoOf(COMPANY, Buffer.alloc(MAX_MEDIA_BYTES + 1), FIELD)).rejects.toMatchObject({
      code: 'media_too_large',
    });
  });

  it('that would not fit into memory is refused before it is decompressed', async () => {
    const bomb = aDecompressionBomb(60_000, 60_000);
    expect(bomb.length).toBeLessThan(1_000);
    const start = performance.now();
    await expect(photoOf(COMPANY, bomb, FIELD)).rejects.toMatchObject(unsupported);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('of more than 50 megapixels is refused even if it is valid, and a smaller one is accepted', async () => {
    const vast = aVastPhoto(7_200, 7_200);
    expect(vast.length).toBeLessThan(10_000);
    await expect(photoOf(COMPANY, vast, FIELD)).rejects.toMatchObject(unsupported);
    expect((await looksOf((await photoOf(COMPANY, aVastPhoto(2_000, 1_000), FIELD)).bytes)).width).toBe(
      2_000,
    );
  });

  it('waits its turn behind others', async () => {
    const photo = await aPhoto('jpeg');
    const all = await Promise.all(Array.from({ length: 20 }, () => photoOf(COMPANY, photo, FIELD)));
    expect(new Set(all.map(({ bytes }) => bytes.length)).size).toBe(1);
  });
});
