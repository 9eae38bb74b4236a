import { repeated, type Shape } from './shape.ts';

const SIZES = [15_000, 1_000_000, 5_000_000] as const;
const TYPE = 'multipart/form-data; boundary=x';
const DISPOSITION = 'Content-Disposition: form-data; name=';

const part = (name: string, more = '', content = 'x') =>
  `--x\r\n${DISPOSITION}"${name}"${more}\r\n\r\n${content}\r\n`;
const file = '; filename="a.png"\r\nContent-Type: image/png';

/** Multipart bodies: too many parts, and part headers that are long, numerous or repeated. */
const BODIES: Readonly<Record<string, (size: number) => string>> = {
  'many parts': (size) => `${repeated(part('a'), size)}--x--`,
  'many parts of one name': (size) => `${repeated(part('record'), size)}--x--`,
  'many files': (size) => `${repeated(part('picture', file), size)}--x--`,
  'many empty parts': (size) => `${repeated('--x\r\n\r\n\r\n', size)}--x--`,
  'many boundaries': (size) => repeated('--x\r\n', size),
  'nearly boundaries': (size) => `${part('record', '', repeated('\r\n--', size))}--x--`,
  'nearly boundaries in a file': (size) => `${part('picture', file, repeated('\r\n--y', size))}--x--`,
  'line ends': (size) => repeated('\r\n', size),
  'a part with many headers': (size) => `--x\r\n${repeated('A: b\r\n', size)}\r\nx\r\n--x--`,
  'a part with a long header': (size) => `--x\r\nA: ${'a'.repeat(size)}\r\n\r\nx\r\n--x--`,
  'a part with a long name': (size) => `${part('a'.repeat(size))}--x--`,
  'a part with a long file name': (size) => `${part('picture', `; filename="${'a'.repeat(size)}"`)}--x--`,
  'a part with many parameters': (size) => `${part('a', repeated('; a=b', size))}--x--`,
  'a part with quotes': (size) => `${part('a', `; filename="${repeated('\\"', size)}`)}--x--`,
  'a part with an encoded name': (size) => `${part('a', `; filename*=utf-8''${repeated('%c3', size)}`)}--x--`,
  'many parts with names of their own': (size) =>
    `${Array.from({ length: size / 60 }, (_, i) => part(`p${i}`)).join('')}--x--`,
  'U+0000 in the record': (size) => `${part('record', '', `{"a":[${repeated('"\\u0000",', size)}1]}`)}--x--`,
  'combining marks in the record': (size) =>
    `${part('record', '', `{"a":"${repeated('\u0301\u0327', size / 2)}"}`)}--x--`,
};

export function multipartShapes(): Shape[] {
  const bodies = Object.entries(BODIES).map(([name, body]): Shape => ({
    name: `multipart, ${name}`,
    sizes: SIZES,
    at: (size) => ({ headers: [['content-type', TYPE]], body: Buffer.from(body(size)) }),
  }));
  const boundaries = ['-', 'a', '"', '\\"', ' ', '; boundary=a'].map((unit): Shape => ({
    name: `multipart, a boundary of ${JSON.stringify(unit)}`,
    sizes: [12_000],
    at: (size) => ({
      headers: [['content-type', `multipart/form-data; boundary=${repeated(unit, size)}`]],
      body: Buffer.from(`--${repeated(unit, size)}`.repeat(20)),
    }),
  }));
  return [...bodies, ...boundaries];
}
