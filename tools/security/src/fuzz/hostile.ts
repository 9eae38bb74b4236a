import fc from 'fast-check';

/** Texts with a special meaning to SQL, shells, templates or browsers. */
export const INJECTIONS: readonly string[] = [
  `'; DROP SCHEMA access CASCADE; --`,
  `' OR '1'='1`,
  `') UNION SELECT version() --`,
  `"; SELECT pg_sleep(30); --`,
  `$$; COPY access.users TO '/tmp/x'; $$`,
  '%_%',
  `\\'; --`,
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}',
  '${7*7}',
  '<%= 7*7 %>',
  '#{7*7}',
  '${jndi:ldap://127.0.0.1:1/a}',
  '=HYPERLINK("http://127.0.0.1:1")',
  '`id`; $(id)',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'a\r\nSet-Cookie: a=b',
  '\u202Egpj.exe',
  'I\u0307ı\u0345ﬃ\uFDFA',
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'e\u0301\u0301\u0301',
  '*)(uid=*))(|(uid=*',
  '!!js/function "x"',
  '{"$ne":null}',
];

const NAMES =
  '__proto__ constructor prototype toString hasOwnProperty then length valueOf isAdmin companyId role'.split(
    ' ',
  );

/** Own members of these names, which an object literal would not create. */
const POLLUTIONS: readonly object[] = [
  '{"__proto__":{"isAdmin":true,"companyId":"x"}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"__proto__":null}',
  '{"constructor":1}',
  '{"toString":1,"valueOf":1}',
  '{"then":{"then":1},"length":1e9}',
].map((text) => JSON.parse(text) as object);

const SURROGATES = { from: 0xd800, count: 0x800 };
/** Like fast-check's unit `binary`, which makes a list of all of them first, for seconds. */
const anyCharacter = fc
  .nat(0x10ffff - SURROGATES.count)
  .map((index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count));

export const memberName = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.constantFrom('a.b', 'a[b]', '', ' ', '$where', '\u0000', '\ud800'),
  fc.string(),
);

/** Lone surrogates, U+0000 and any other UTF-16 code unit. */
const anyUnits = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xd800, 0xdc00, 0xfeff, 0xffff)), {
    maxLength: 40,
  })
  .map((units) => String.fromCharCode(...units));

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...INJECTIONS) },
  { weight: 2, arbitrary: anyUnits },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\u0000', 'null', 'undefined', 'NaN', '0', '-1', '1e309', 'true'),
  },
  { weight: 1, arbitrary: fc.constantFrom(101, 513, 10_000, 100_000).map((length) => 'ñ'.repeat(length)) },
);

/** Numbers that JavaScript cannot represent; their digits are inserted into the body unchanged. */
export const RAW = /"@@([^@]*)@@"/g;
const DIGITS = '1e400 -1e400 0.1000000000000000000001 1E-400 -0 18446744073709551616'.split(' ');
const rawNumber = fc.constantFrom(...DIGITS, '9'.repeat(400)).map((digits) => `@@${digits}@@`);

const hostileNumber = fc.oneof(
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 1e-320, 0.1 + 0.2, -1, 0),
);

const nested = fc.constantFrom(2, 65, 2_000).chain((depth) =>
  fc.boolean().map((isArray) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) value = isArray ? [value] : { a: value };
    return value;
  }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 1, arbitrary: rawNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(...POLLUTIONS) },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: hostileText.map((text) => [text]) },
);

const SMALL_BODIES = ` null [] "x" 1 true { } {"a":1 {"a":1}} {'a':1} {"a":undefined} \uFEFF{} {"a":1,"a":2}
  {"\\ud800":"\\udc00"} {"a":"\\u0000"} {"a":NaN} {"a":1e999} {}{} [{}]`.split(/[ \n]+/);
const LARGE_BODIES = [
  ...[`{"a":${'['.repeat(20_000)}`, '['.repeat(50_000), '{"a":'.repeat(20_000)],
  `"${'x'.repeat(200_000)}"`,
];

/** Bodies that are not JSON objects, or barely. */
export const hostileBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(' ', ...SMALL_BODIES, ...LARGE_BODIES).map((text) => Buffer.from(text)),
  fc.constantFrom(...POLLUTIONS).map((value) => Buffer.from(JSON.stringify(value))),
  fc
    .constantFrom('utf16le', 'latin1')
    .map((encoding) => Buffer.from('{"notes":"ñandú"}', encoding as BufferEncoding)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
);

const ENCODED = `
  % %0 %zz %00 %ff %c0%ae%c0%ae %2e%2e%2f %252e%252e%252f ..%2f..%2fetc%2fpasswd ..; %5c %ed%a0%80 %F0%9F%8D%92
  '+OR+1=1-- __proto__ constructor %u0041 ~ * ( [ @ :x {}`
  .trim()
  .split(/\s+/);

/** A part of a path or a query, in the encodings that clients and attackers use. */
export const hostileEncoded = fc.oneof(hostileText.map(percentEncoded), fc.constantFrom(...ENCODED));

/** Truncated to fit into the head of a request. */
function percentEncoded(text: string): string {
  return (
    [...Buffer.from(text.slice(0, 1_000))].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('') ||
    '%20'
  );
}

const each = (name: string, values: readonly string[]) => values.map((value) => ({ [name]: value }));

export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { prefer: 'handling=strict' },
      ...each('content-type', [
        ...['text/plain', 'application/xml', 'application/json; charset=utf-16', ';', 'x'],
        ...['application/json; charset=x', 'multipart/form-data', 'multipart/form-data; boundary=x'],
        'application/x-www-form-urlencoded',
      ]),
      ...each('content-encoding', ['gzip', 'br', 'deflate', 'zstd', 'gzip, gzip', '__proto__', 'identity']),
      ...each('x-request-id', ['<script>', 'a b', 'x'.repeat(200), '', 'ok-1']),
      ...each('range', ['bytes=0-0', 'bytes=9999999-', 'bytes=-1', 'bytes=x', 'bytes=0-0,2-3', 'lines=1-2']),
      ...each('idempotency-key', ['x'.repeat(500), '\u00e9', "' OR 1=1"]),
      ...each('accept', ['text/html', '*/*', 'x']),
      ...each('traceparent', ['00-0-0-0', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`]),
      ...['"x"', '*'].map((tag) => ({ 'if-none-match': tag, 'if-match': tag })),
      ...each('expect', ['100-continue', 'the impossible']),
      { 'if-modified-since': 'yesterday', 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { 'x-http-method-override': 'DELETE', 'x-original-url': '/metrics', 'x-rewrite-url': '/metrics' },
      { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example', forwarded: 'for=127.0.0.1' },
      { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    ),
  },
);
