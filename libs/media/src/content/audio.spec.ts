import { describe, expect, it } from '@jest/globals';
import { audioOf } from './audio.ts';
import { MAX_MEDIA_BYTES } from './media-content.ts';

/** The signatures that identify recordings, padded to the length that is inspected. */
const padded = (...parts: (string | number[])[]) =>
  Buffer.concat([
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    Buffer.alloc(600),
  ]);
const brand = (name: string) => padded([0, 0, 0, 24], `ftyp${name}`, [0, 0, 0, 0], `isom${name}`);
const ogg = (codec: string) => padded('OggS', [0, 2, ...Array<number>(22).fill(0)], codec);
const webm = padded([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], 'webm');

describe('a recording', () => {
  it.each([
    ['an M4A', brand('M4A '), 'audio/mp4', 'm4a'],
    ['an MP4 of a phone', brand('mp42'), 'audio/mp4', 'm4a'],
    ['Opus in OGG', ogg('OpusHead'), 'audio/ogg', 'ogg'],
    ['Vorbis in OGG', ogg('\x01vorbis'), 'audio/ogg', 'ogg'],
    ['a WebM', webm, 'audio/webm', 'webm'],
    ['a WAV', padded('RIFF', [0, 1, 0, 0], 'WAVEfmt '), 'audio/wav', 'wav'],
    ['an MP3 with ID3', padded('ID3', [3, 0, 0, 0, 0, 0, 0], [0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg', 'mp3'],
    ['a bare MP3', padded([0xff, 0xfb, 0x90, 0x64]), 'audio/mpeg', 'mp3'],
  ])('may be %s', async (_name, bytes, mimeType, extension) => {
    expect(await audioOf(bytes, 'note')).toEqual({ bytes, mimeType, extension });
  });

  it.each([
    ['a FLAC', padded('fLaC')],
    ['an AVI', padded('RIFF', [0, 1, 0, 0], 'AVI LIST')],
    ['a film for QuickTime', brand('qt  ')],
    ['a film in OGG', ogg('\x80theora')],
    ['text', Buffer.from('no sound at all')],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', async (_name, bytes) => {
    await expect(audioOf(bytes, 'note')).rejects.toMatchObject({
      code: 'unsupported_media',
      facts: { field: 'note' },
    });
  });

  it('has at most 12 MB', async () => {
    await expect(audioOf(Buffer.alloc(MAX_MEDIA_BYTES + 1), 'note')).rejects.toMatchObject({
      code: 'media_too_large',
    });
  });
});
