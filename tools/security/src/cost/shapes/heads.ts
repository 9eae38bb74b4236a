import type { Operation } from '../../document.ts';
import { repeated, type Shape } from './shape.ts';

/** Just below Node.js's default limit of a head, credentials included. */
const SIZES = [13_500] as const;

/** Repeated units that make backtracking patterns slow. */
const UNITS = [
  ...'a0 \t.,;="\\:@+-_/([{*?%\xe9'.split(''),
  ...'a, a; a=b; a=b, a. =? /* a/b, q=0.1, "a", W/"a", 0-0, ::1, for=a, eyJ- a+ aa://: a:a@ :// a@a.'.split(
    ' ',
  ),
  ...['a ', 'Bearer ', 'eyJhbGciOiJIUzI1NiJ9.', 'fk_', '1.'],
];

/** In a path and in a query, as they go over the wire. */
const ENCODED_UNITS = [
  ..."a 0 . - / // /a ../ ./ ; = + ~ * ( : @ ' , % %2 %25 %2f %2F.. %00 %20 %0a %ff %C3%A9".split(' '),
  ...'%CC%81%CC%A7 %F0%9F%98%80 %ed%a0%80 eyJ- a+ aa://: a= a. %5B [ [] [a]'.split(' '),
];

/** Headers that some code on the way of requests parses. */
const HEADERS = `
  authorization x-api-key x-iot-token cookie prefer content-type content-encoding accept accept-encoding
  accept-language x-request-id range idempotency-key traceparent tracestate baggage if-none-match if-match
  if-modified-since expect x-forwarded-for x-forwarded-proto x-forwarded-host forwarded origin referer user-agent te via
  sec-websocket-protocol sec-websocket-extensions sec-websocket-key access-control-request-headers x-unknown`
  .trim()
  .split(/\s+/);

/** Names of headers that a valid request to an operation has, or could have. */
export function headerNames({ parameters }: Operation): string[] {
  const own = parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name }) => name.toLowerCase());
  return [...new Set([...HEADERS, ...own])];
}

/** Each header × each unit. */
export function headerShapes(names: readonly string[]): Shape[] {
  return names.flatMap((name) =>
    UNITS.map((unit) => ({
      name: `${name}: ${JSON.stringify(unit)} repeated`,
      sizes: SIZES,
      at: (size: number) => ({ headers: [[name, `a${repeated(unit, size)}a`] as const] }),
    })),
  );
}

/** Heads filled with repetitions of one thing. */
export function headShapes(path: string): Shape[] {
  const many = (name: string, line: (index: number) => readonly [string, string]): Shape => ({
    name,
    sizes: SIZES,
    at: (size) => {
      const length = line(0).join(': \r\n').length + 4;
      return { headers: Array.from({ length: Math.floor(size / length) }, (_, i) => line(i)) };
    },
  });
  return [
    many('many headers', (i) => [`x-${i}`, 'a']),
    many('one header again and again', () => ['x-forwarded-for', '1.2.3.4']),
    many('many cookies', (i) => ['cookie', `c${i}=a`]),
    many('many lists of codings', () => ['accept-encoding', 'gzip;q=0.1']),
    many('many codings of the body', () => ['content-encoding', 'gzip']),
    ...pathShapes(path),
    ...tokenShapes(),
  ];
}

/** Malformed credentials, for the code that parses them. */
function tokenShapes(): Shape[] {
  const base64 = (json: string) => Buffer.from(json).toString('base64url');
  const tokens: Readonly<Record<string, (size: number) => string>> = {
    'a JWT of dots': (size) => '.'.repeat(size),
    'a JWT with a large header': (size) =>
      `${base64(`{"alg":"RS256","kid":"${'k'.repeat(size * 0.7)}"}`)}.e30.AA`,
    'a JWT with a deep header': (size) => `${base64('['.repeat(size * 0.7))}.e30.AA`,
    'a JWT with deep claims': (size) => `eyJhbGciOiJSUzI1NiJ9.${base64(`{"a":${'['.repeat(size * 0.7)}`)}.AA`,
    'a JWT with many audiences': (size) =>
      `eyJhbGciOiJSUzI1NiJ9.${base64(`{"aud":[${repeated('"a",', size * 0.7)}"a"]}`)}.AA`,
    'a JWT with a long signature': (size) => `eyJhbGciOiJSUzI1NiJ9.e30.${'A'.repeat(size)}`,
    'an API token with a long secret': (size) => `fk_${'0'.repeat(20)}.${'A'.repeat(size)}`,
    'an API token with a long name': (size) => `fk_${'0'.repeat(size)}.A`,
  };
  const headers: readonly (readonly [string, string])[] = [
    ['authorization', 'Bearer '],
    ['x-api-key', ''],
    ['x-iot-token', ''],
  ];
  return headers.flatMap(([header, scheme]) =>
    Object.entries(tokens).map(([name, token]) => ({
      name: `${name} in ${header}`,
      sizes: SIZES,
      at: (size: number) => ({ headers: [[header, scheme + token(size)] as const] }),
    })),
  );
}

/** Replaces the path, extends it, or adds a query. */
function pathShapes(path: string): Shape[] {
  const [base = ''] = path.split('?');
  const forms: Readonly<Record<string, (text: string) => string>> = {
    'the path': (text) => `/${text}`,
    'behind the path': (text) => `${base}/${text}`,
    'the path, and a last letter': (text) => `${base}${text}a`,
    'the query': (text) => `${base}?${text}`,
    'a parameter': (text) => `${path}${path.includes('?') ? '&' : '?'}a=${text}`,
  };
  const repetitions = Object.entries(forms).flatMap(([where, form]) =>
    ENCODED_UNITS.map((unit) => ({
      name: `${where}: ${JSON.stringify(unit)} repeated`,
      sizes: SIZES,
      at: (size: number) => ({ path: form(repeated(unit, size)) }),
    })),
  );
  const many = (name: string, parameter: (index: number) => string): Shape => ({
    name,
    sizes: SIZES,
    at: (size) => {
      const count = Math.floor(size / (parameter(1_000).length + 1));
      return { path: `${base}?${Array.from({ length: count }, (_, i) => parameter(i)).join('&')}` };
    },
  });
  return [
    ...repetitions,
    many('many parameters', (i) => `p${i}=`),
    many('one parameter again and again', () => 'a=1'),
    many('one parameter as a list', (i) => `a[${i}]=`),
    many('parameters with U+0000', (i) => `%00${i}=%00`),
  ];
}

/** Replaces each parameter of an operation within an otherwise valid request. */
export function parameterShapes(operation: Operation, path: string): Shape[] {
  const [base = '', query = ''] = path.split('?');
  const parts = base.split('/');
  const inPath = operation.path
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [{ name: part, index }] : []))
    .map(({ name, index }) => ({
      name,
      put: (text: string) => [...parts.slice(0, index), text, ...parts.slice(index + 1)].join('/'),
    }));
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => ({ name, put: (text: string) => `${base}?${queryWith(query, { [name]: text })}` }));
  return [...inPath, ...inQuery].flatMap(({ name, put }) =>
    ENCODED_UNITS.map((unit) => ({
      name: `${name}: ${JSON.stringify(unit)} repeated`,
      sizes: SIZES,
      at: (size: number) => ({ path: put(repeated(unit, size)) }),
    })),
  );
}

/** @param values as they go over the wire; they replace existing ones */
export function queryWith(query: string, values: Readonly<Record<string, string>>): string {
  const kept = query.split('&').filter((pair) => pair !== '' && !((pair.split('=')[0] ?? '') in values));
  return [...kept, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join('&');
}
