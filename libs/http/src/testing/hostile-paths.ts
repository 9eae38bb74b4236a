/** Node.js refuses longer ones: all headers together may have 16 kB. */
const LENGTH = 15_800;

/** Units that keep a backtracking pattern busy that looks for an end, a host, a secret or a route. */
const UNITS = [
  ...[
    '/',
    '//',
    '/.',
    '/..',
    './',
    '/a',
    '/a/',
    'a+',
    'a.',
    'a-',
    'a',
    '-',
    '_',
    '.',
    ':',
    '::',
    '@',
    ';',
    ',',
    '~',
  ],
  ...[
    'aa://:',
    'aa://',
    'aa://a@:',
    '://',
    'https://a:a@',
    'eyJ-',
    'eyJa.',
    'eyJ',
    'fk_',
    'fk_0',
    'Bearer+',
    'Basic',
  ],
  ...[
    '%2F',
    '%20',
    '%E0%A4%85',
    '%CC%81%CC%A3',
    '%F0%9F%8D%92',
    '%25',
    '%00',
    '%0A',
    '%ED%A0%BC',
    '%',
    '{',
    '}',
    '"',
  ],
];
const PREFIXES = ['/', '/api/', '/api/control/harvest', '/docs/'];

/** Paths of almost 16 kB, each repeating one unit, with an end that does not match. */
export function hostilePaths(prefixes: readonly string[] = []): string[] {
  return [...PREFIXES, ...prefixes].flatMap((prefix) =>
    UNITS.map((unit) => `${prefix}${unit.repeat((LENGTH - prefix.length) / unit.length)}x`),
  );
}
