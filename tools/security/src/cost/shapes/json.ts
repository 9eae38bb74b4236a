import { resolved, type Schema } from '../../document.ts';
import { repeated, type Shape } from './shape.ts';

/** Up to just below the limit of an ordinary body. */
const SIZES = [15_000, 150_000, 1_000_000] as const;
/** Up to the limit of a bulk body. */
const LARGE = [...SIZES, 5_000_000] as const;
/** Up to the limit of bodies with base64 photos. */
const VAST = [...LARGE, 19_000_000] as const;
const LEVELS = 60;
/** Limits of the parts of a bulk request. */
const [MOST_PARTS, SMALL_PART_BYTES] = [1_000, 40];
const NUL = '\\u0000';

/** Generates a JSON value of about so many bytes. */
export type Value = (bytes: number) => string;

const text =
  (unit: string): Value =>
  (bytes) =>
    `"${repeated(unit, bytes)}"`;
const list =
  (item: string): Value =>
  (bytes) =>
    `[${repeated(`${item},`, bytes)}${item}]`;
const nested =
  (open: string, close: string, most = Infinity): Value =>
  (bytes) => {
    const levels = Math.max(1, Math.min(most, Math.floor(bytes / (open.length + close.length))));
    return `${open.repeat(levels)}1${close.repeat(levels)}`;
  };
/** Distinct names of the same length. */
const members =
  (length: number, value: string, prefix = ''): Value =>
  (bytes) => {
    const count = Math.max(1, Math.floor(bytes / (length + Buffer.byteLength(prefix) + value.length + 4)));
    const names = Array.from(
      { length: count },
      (_, i) => `"${prefix}${String(i).padStart(length, 'm')}":${value}`,
    );
    return `{${names.join(',')}}`;
  };
/** Half of the bytes are a name, the other half problems below that name. */
const longName =
  (problem: string): Value =>
  (bytes) =>
    `{"${'n'.repeat(bytes / 2)}":${list(problem)(bytes / 2)}}`;
/** Names at every level, and problems below all of them. */
const longPath =
  (problem: string): Value =>
  (bytes) => {
    const name = 'n'.repeat(Math.max(1, bytes / 2 / LEVELS));
    return `${`{"${name}":`.repeat(LEVELS)}${list(problem)(bytes / 2)}${'}'.repeat(LEVELS)}`;
  };
const wideAndDeep: Value = (bytes) => {
  const item = `${'['.repeat(LEVELS - 2)}0${']'.repeat(LEVELS - 2)}`;
  return list(item)(bytes);
};

/** Values that no member accepts, or excessive amounts of valid ones. */
export const VALUES: Readonly<Record<string, Value>> = {
  letters: text('a'),
  spaces: text(' '),
  'characters U+0000': text(NUL),
  'halves of characters': text('\\ud800'),
  escapes: text('\\u0061'),
  'combining marks': text('\u0301\u0327'),
  'escaped combining marks': text('\\u0301\\u0327'),
  'letters that fall apart': text('\ufdfa'),
  emoji: text('👩‍👩‍👧‍👦'),
  'digits in a text': text('9'),
  dashes: text('-'),
  dots: text('a.'),
  slashes: text('/'),
  'addresses of mail': text('a@'),
  'what looks like a JWT': text('eyJ-'),
  'what looks like a password': text('aa://:'),
  'a data URL': (bytes) => `"data:image/png;base64,${'A'.repeat(bytes)}"`,
  'parameters of a data URL': (bytes) => `"data:${repeated(';a=b', bytes)},"`,
  'fractions of a second': (bytes) => `"2026-01-01T00:00:00.${'0'.repeat(bytes)}Z"`,
  'the year 0000': () => '"0000-01-01T00:00:00Z"',
  'the year 9999': () => '"9999-12-31T23:59:59.999Z"',
  'a long whole number': (bytes) => '9'.repeat(bytes),
  'a long fraction': (bytes) => `0.${'0'.repeat(bytes)}1`,
  'a number too large': () => '1e400',
  'a long exponent': (bytes) => `1e-${'9'.repeat(bytes)}`,
  'a list of numbers': list('0'),
  'a list of nothing': list('null'),
  'a list of objects': list('{}'),
  'a list of U+0000': list(`"${NUL}"`),
  'a list of lists with U+0000': (bytes) => `[${list(`"${NUL}"`)(bytes)}]`,
  'deep lists': nested('[', ']'),
  'deep objects': nested('{"a":', '}'),
  'lists as deep as may be, many of them': wideAndDeep,
  'many members': members(8, '1'),
  'many long names': members(500, '1'),
  'many names with U+0000': members(8, '1', NUL),
  'many names of combining marks': members(8, '1', '\u0301\u0327'.repeat(100)),
  'many whole numbers as names': members(0, '1', '1'),
  'many members with U+0000': members(8, `"${NUL}"`),
  'a long name over many U+0000': longName(`"${NUL}"`),
  'a long path over many U+0000': longPath(`"${NUL}"`),
  'one name again and again': (bytes) => `{${repeated('"a":[],', bytes)}"a":1}`,
  '__proto__ again and again': (bytes) => `{${repeated('"__proto__":{"a":1},', bytes)}"a":1}`,
};

/** Values that justify the largest sizes, as a whole body or within all of its members. */
const WORTH_LARGE = [
  'a list of objects',
  'a list of lists with U+0000',
  'lists as deep as may be, many of them',
  'many long names',
  'a long path over many U+0000',
];
const WORTH_VAST = ['a data URL', 'a list of numbers', 'a list of U+0000', 'many members', 'combining marks'];

/** Each value as a whole body, and as an unknown member of a valid one. */
export function bodyShapes(good: object): Shape[] {
  const members = Object.entries(good).map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  return inPositions({
    '': (value) => value,
    ' in an unknown member': (value) => (bytes) => `{${[...members, `"unknown":${value(bytes)}`].join(',')}}`,
  });
}

/** Each value in every member of a schema and of its parts at once, and wrong items in each list by itself. */
export function memberShapes(schema: Schema): Shape[] {
  const names = memberNames(schema);
  return [
    ...inPositions({
      ...(names.length > 0 && { ' in every member': (value: Value) => objectOf(names, value) }),
      ...(partsOf(schema) && {
        ' in every member of the parts': (value: Value) => (bytes: number) => inParts(schema, value, bytes),
      }),
    }),
    ...listShapes(schema),
  ];
}

const LISTS = ['a list of numbers', 'a list of nothing', 'a list of objects'] as const;

/** A list as long as the whole body may be costs more than one that shares the body with all other members. */
function listShapes(schema: Schema): Shape[] {
  const parts = partsOf(schema);
  const positions = {
    ...Object.fromEntries(
      listsOf(schema).map((name) => [` in the list ${name}`, (value: Value) => objectOf([name], value)]),
    ),
    ...Object.fromEntries(
      (parts?.lists ?? []).map((name) => [
        ` in the list ${name} of each part`,
        (value: Value) => (bytes: number) => {
          const part = objectOf([name], value)(bytes / MOST_PARTS);
          return `{"${parts?.name}":[${Array.from({ length: MOST_PARTS }, () => part).join(',')}]}`;
        },
      ]),
    ),
  };
  return Object.entries(positions).flatMap(([where, put]) =>
    LISTS.map((name) => shapeOf(name, where, put(VALUES[name] as Value))),
  );
}

function inPositions(positions: Readonly<Record<string, (value: Value) => Value>>): Shape[] {
  return Object.entries(positions).flatMap(([where, put]) =>
    Object.entries(VALUES).map(([name, value]) => shapeOf(name, where, put(value))),
  );
}

function objectOf(names: readonly string[], value: Value): Value {
  return (bytes) =>
    `{${names.map((name) => `${JSON.stringify(name)}:${value(bytes / names.length)}`).join(',')}}`;
}

function shapeOf(kind: string, where: string, value: Value): Shape {
  const sizes = WORTH_VAST.includes(kind) ? VAST : WORTH_LARGE.includes(kind) ? LARGE : SIZES;
  const [smallest] = sizes;
  // A value of constant length is tried once.
  const isFixed = value(10) === value(1_000);
  return {
    ...{ name: `JSON, ${kind}${where}`, sizes: isFixed ? ([smallest] as const) : sizes },
    at: (size) => bodyOf(within(size, value)),
  };
}

/** Subtracts the length of what surrounds the value. */
function within(size: number, value: Value): string {
  const first = value(Math.floor(size * 0.95));
  const length = Buffer.byteLength(first);
  return length > size ? value(Math.floor((size * size * 0.8) / length)) : first;
}

function bodyOf(json: string) {
  return { headers: [['content-type', 'application/json'] as const], body: Buffer.from(json) };
}

function memberNames(schema: Schema): string[] {
  return Object.keys(resolved(schema).properties ?? {});
}

/** Members that are lists. */
const listsOf = (schema: Schema): string[] =>
  Object.entries(resolved(schema).properties ?? {}).flatMap(([name, member]) =>
    resolved(member).items === undefined ? [] : [name],
  );

/** The member of a bulk request that holds its parts, and the names of their members. */
function partsOf(schema: Schema): { name: string; names: string[]; lists: string[] } | undefined {
  for (const [name, member] of Object.entries(resolved(schema).properties ?? {})) {
    const { items } = resolved(member);
    const names = items === undefined ? [] : memberNames(items);
    if (items !== undefined && names.length > 0) return { name, names, lists: listsOf(items) };
  }
  return undefined;
}

/** One large part, and as many small ones as fit. */
function inParts(schema: Schema, value: Value, bytes: number): string {
  const parts = partsOf(schema);
  if (parts === undefined) return '{}';
  const { name, names } = parts;
  const part = objectOf(names, value);
  const small = part(SMALL_PART_BYTES);
  const count = Math.min(MOST_PARTS - 1, Math.floor(bytes / 2 / small.length));
  return `{"${name}":[${[part(bytes / 2), ...Array.from({ length: count }, () => small)].join(',')}]}`;
}
