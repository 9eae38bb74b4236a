import { describe, expect, it } from '@jest/globals';
import { bytesOfDataUrl, isBase64 } from './data-url.ts';
import { MAX_MEDIA_BYTES } from './media-content.ts';

const invalid = { code: 'validation_failed', details: [{ field: 'photo', message: expect.any(String) }] };

describe('a data URL', () => {
  it.each([
    'data:image/jpeg;base64,SGVsbG8=',
    'data:;base64,SGVsbG8=',
    'DATA:text/plain;charset=utf-8;BASE64,SGVsbG8=',
  ])('%s gives its bytes', (url) => {
    expect(bytesOfDataUrl(url, 'photo').toString()).toBe('Hello');
  });

  it.each([
    undefined,
    null,
    7,
    {},
    '',
    'SGVsbG8=',
    'https://example.com/a.jpg',
    'data:image/jpeg,SGVsbG8=',
    'data:image/jpeg;base64,',
    'data:image/jpeg;base64,====',
    `data:${'x'.repeat(300)};base64,SGVsbG8=`,
  ])('is not %p', (url) => {
    expect(() => bytesOfDataUrl(url, 'photo')).toThrow(expect.objectContaining(invalid));
  });

  it.each([
    'SGVsbG8',
    'SGVsbG',
    'SGVsb',
    'SGVs=G8=',
    'SGVs\nbG8=',
    'SGVsbG8-',
    'SGVs bG8',
    'SGVsbG8=SGVsbG8=',
  ])('with %j is incomplete', (base64) => {
    expect(() => bytesOfDataUrl(`data:image/png;base64,${base64}`, 'photo')).toThrow(
      expect.objectContaining(invalid),
    );
  });

  it('of 16 million characters is searched without recursion, with or without a foreign character at its end', () => {
    const base64 = 'A'.repeat(16_777_216);
    expect(isBase64(base64)).toBe(true);
    for (const end of ['-', 'é', '漢', '=a', '\n']) expect(isBase64(base64 + end)).toBe(false);
    for (const stranger of ['\u0141', '\u0141=='])
      expect(() => bytesOfDataUrl(`data:;base64,AAA${stranger}`, 'photo')).toThrow(
        expect.objectContaining(invalid),
      );
  });

  it('contains at most exactly 12 MB', () => {
    const url = (size: number) => `data:image/png;base64,${Buffer.alloc(size).toString('base64')}`;
    expect(bytesOfDataUrl(url(MAX_MEDIA_BYTES), 'photo')).toHaveLength(MAX_MEDIA_BYTES);
    expect(() => bytesOfDataUrl(url(MAX_MEDIA_BYTES + 1), 'photo')).toThrow(
      expect.objectContaining({ code: 'media_too_large', facts: { field: 'photo' } }),
    );
  });
});
