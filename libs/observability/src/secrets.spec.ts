import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withoutSecrets } from './secrets.ts';

const KEY_ID = 'fk_0123456789abcdef0123';

describe('a log line', () => {
  it.each([
    ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl-_x', 'c2lnbmF0dXJl-_x'],
    [`${KEY_ID}.${'s'.repeat(43)}`, 's'.repeat(43)],
    [`GET /my/${'t'.repeat(64)} ended`, 't'.repeat(64)],
    ['authorization: Bearer of-a-static-key', 'of-a-static-key'],
    ['"authorization":"Basic dXNlcjpwYXNz="', 'dXNlcjpwYXNz'],
    ['connect postgres://furrow:p:a/ss@w0rd@db:5432/furrow failed', 'w0rd'],
    ['rediss://:only-a-password@redis:6379', 'only-a-password'],
  ])('does not contain %s', (text, secret) => {
    const line = withoutSecrets(JSON.stringify({ msg: text, at: 'end' }));
    expect(line).not.toContain(secret);
    expect(line).toContain('[removed]');
    expect(JSON.parse(line)).toMatchObject({ at: 'end' });
  });

  it('still contains its caller and everything else', () => {
    expect(withoutSecrets(`token ${KEY_ID}.${'s'.repeat(43)} of postgres://furrow:secret@db/furrow`)).toBe(
      `token ${KEY_ID}.[removed] of postgres://furrow:[removed]@db/furrow`,
    );
    const plain = '{"msg":"GET http://127.0.0.1:3000/api at 10:30 by a@b.example","url":"https://x/y:z"}';
    expect(withoutSecrets(plain)).toBe(plain);
  });
});

/** A simple definition of secrets: correct, but quadratic in the length of hostile texts. */
const PLAINLY: readonly (readonly [RegExp, string])[] = [
  [/\b(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g, '$1.[removed]'],
  [/\/my\/[\w-]+/g, '/my/[removed]'],
  [/\b(fk_[0-9a-f]{20})\.[\w-]+/g, '$1.[removed]'],
  [/\b(Bearer|Basic)\s+(?!eyJ|fk_)[\w.~+/=-]+/gi, '$1 [removed]'],
  [/(\b[a-z][a-z+]+:\/\/[^\s:/@"]*):[^\s"]+@/gi, '$1:[removed]@'],
];
const plainly = (line: string) =>
  PLAINLY.reduce((text, [secret, instead]) => text.replace(secret, instead), line);

describe('the removal of secrets', () => {
  it('removes what the plain definition removes, and nothing else', () => {
    const piece = fc.constantFrom(
      ...[
        'eyJ',
        'eyJa.b.c',
        'a',
        'aa',
        '.',
        '-',
        '_',
        ' ',
        '"',
        '\n',
        '\\n',
        '://',
        ':',
        '/',
        '@',
        '+',
        '=',
        '~',
        'é',
      ],
      ...[
        'http',
        'postgres://',
        'u:p@h',
        'Bearer ',
        'bearer',
        'Basic  ',
        'fk_',
        KEY_ID,
        '0123456789abcdef0123',
      ],
    );
    const isTheSame = fc.property(
      fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join('')),
      (line) => withoutSecrets(line) === plainly(line),
    );
    // One call of `expect` for all examples: it would take longer than they do.
    expect(() => fc.assert(isTheSame, { numRuns: 20_000 })).not.toThrow();
  });

  // If the time were quadratic in the length, most of these would take half a minute.
  it.each([
    'a+',
    'aa://:',
    'aa://',
    'eyJ-',
    'eyJa.',
    'a+a://',
    'Bearer ',
    'aa:/',
    'aa://a@:',
    'fk_',
    '-',
    '@',
    ' ',
  ])('takes little time for %j repeatedly', (unit) => {
    const line = unit.repeat(200_000 / unit.length);
    const before = process.cpuUsage();
    withoutSecrets(line);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000_000).toBeLessThan(2);
  });
});
