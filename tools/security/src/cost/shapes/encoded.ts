import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Shape } from './shape.ts';

/** Decompressed bytes: the limit of a body, and far more. */
const SIZES = [1_000_000, 5_000_000] as const;
const VAST = [...SIZES, 200_000_000] as const;

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
  deflate: (bytes) => deflateSync(bytes, { level: 9 }),
  br: (bytes) => brotliCompressSync(bytes, QUALITY),
};

/** JSON that compresses well. */
const CONTENTS: Readonly<Record<string, (size: number, member: string) => string>> = {
  'U+0000 in a list': (size, member) => `{"${member}":[[${'"\\u0000",'.repeat(size / 9)}1]]}`,
  'empty objects': (size, member) => `{"${member}":[${'{},'.repeat(size / 3 - 10)}{}]}`,
  letters: (size, member) => `{"${member}":"${'a'.repeat(size - 100)}"}`,
};

/** @param member of the operation's body */
export function encodedShapes(member: string): Shape[] {
  const bombs = Object.entries(CODINGS).flatMap(([coding, encode]) =>
    Object.entries(CONTENTS).map(([what, content]): Shape => ({
      name: `${coding} of ${what}`,
      sizes: what === 'letters' ? VAST : SIZES,
      at: (size) => ({
        headers: headersFor(coding),
        body: encoded(coding, what, size, () => encode(Buffer.from(content(size, member)))),
      }),
    })),
  );
  const broken: readonly (readonly [name: string, coding: string, body: (size: number) => Buffer])[] = [
    ['gzip that is cut off', 'gzip', (size) => gzipSync(Buffer.alloc(size, 'a')).subarray(0, -12)],
    [
      'gzip again and again',
      'gzip',
      (size) => Buffer.concat(Array.from({ length: size / 25 }, () => gzipSync(''))),
    ],
    [
      'gzip with a name that has no end',
      'gzip',
      (size) => Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), Buffer.alloc(size, 'a')]),
    ],
    ['deflate without a head', 'deflate', (size) => deflateRawSync(Buffer.alloc(size, ' '))],
    [
      'empty blocks of deflate',
      'deflate',
      (size) =>
        Buffer.concat([Buffer.from('789c', 'hex'), Buffer.from('0000ffff00'.repeat(size / 5), 'hex')]),
    ],
    ['noise as br', 'br', (size) => Buffer.alloc(size, 0x5b)],
  ];
  const others = broken.map(([name, coding, body]): Shape => ({
    name,
    sizes: [900_000],
    at: (size) => ({ headers: headersFor(coding), body: encoded(coding, name, size, () => body(size)) }),
  }));
  return [...bombs, ...others];
}

const headersFor = (coding: string) =>
  [
    ['content-type', 'application/json'],
    ['content-encoding', coding],
  ] as const;

/** Cached, because compressing costs this program more than it costs the services. */
const made = new Map<string, Buffer>();

function encoded(coding: string, what: string, size: number, make: () => Buffer): Buffer {
  const key = `${coding} ${what} ${size}`;
  const known = made.get(key) ?? make();
  made.set(key, known);
  return known;
}
