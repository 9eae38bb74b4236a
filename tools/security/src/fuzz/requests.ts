import fc from 'fast-check';
import type { Sending } from '../client.ts';
import type { Operation, Parameter, Schema } from '../document.ts';
import type { GoodRequest } from '../matrix/rows.ts';
import { arbitraryOf } from './arbitrary.ts';
import { hostileBody, hostileEncoded, hostileHeaders, hostileValue, memberName, RAW } from './hostile.ts';

type Members = Readonly<Record<string, unknown>>;

/** A change of one member of a valid body. */
interface Change {
  readonly name: string;
  /** Undefined removes the member. */
  readonly value: unknown;
}

/**
 * Requests to an operation: valid according to the document, valid with an error inserted, or random.
 * @param good a request that succeeds
 * @param headers of the caller
 */
export function requestsTo(
  operation: Operation,
  good: GoodRequest,
  headers: Readonly<Record<string, string>>,
): fc.Arbitrary<Sending> {
  const json = Object.entries(operation.bodies).find(([type]) => type === 'application/json')?.[1].schema;
  const body = json === undefined ? fc.constant(undefined) : bodyOf(json, (good.body ?? {}) as Members);
  return fc
    .record({
      path: pathOf(operation, good),
      body,
      more: hostileHeaders,
      isKnown: fc.constantFrom(true, true, true, true, true, true, true, true, false),
    })
    .map(({ path, body: bytes, more, isKnown }) => ({
      ...{ method: operation.method, path },
      headers: {
        ...(bytes && { 'content-type': 'application/json' }),
        ...good.headers,
        ...(isKnown ? headers : {}),
        ...more,
      },
      ...(bytes && { body: bytes }),
    }));
}

function bodyOf(schema: Schema, good: Members): fc.Arbitrary<Buffer> {
  const names = Object.keys(good);
  const name = names.length > 0 ? fc.oneof(fc.constantFrom(...names), memberName) : memberName;
  const changes = fc.array(
    fc.record<Change>({ name, value: fc.oneof(hostileValue, fc.constant(undefined)) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  return fc.oneof(
    { weight: 5, arbitrary: changes.map((made) => encoded(changed(good, made))) },
    {
      weight: 4,
      arbitrary: arbitraryOf(schema).map((members) => encoded({ ...good, ...(members as Members) })),
    },
    { weight: 2, arbitrary: arbitraryOf(schema).map(encoded) },
    { weight: 2, arbitrary: hostileBody },
  );
}

/** Defines members rather than assigning them, so that `__proto__` is a member like any other. */
function changed(good: Members, changes: readonly Change[]): object {
  const members = new Map(Object.entries(good));
  for (const { name, value } of changes) {
    if (value === undefined) members.delete(name);
    else members.set(name, value);
  }
  return Object.fromEntries(members);
}

const encoded = (value: unknown): Buffer => Buffer.from(JSON.stringify(value).replace(RAW, '$1'));

function pathOf({ path, parameters }: Operation, good: GoodRequest): fc.Arbitrary<string> {
  const { pathname, searchParams } = new URL(good.path, 'http://host');
  const parts = pathname.split('/');
  const indexes = path.split('/').flatMap((part, index) => (part.startsWith('{') ? [index] : []));
  const segments = fc.tuple(...indexes.map((index) => oftenGood(parts[index] ?? '', hostileEncoded)));
  const known = parameters.filter((parameter) => parameter.in === 'query');
  const queries = fc.tuple(
    ...known.map((parameter) => parameterOf(parameter, searchParams.get(parameter.name))),
  );
  const odd = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileEncoded, hostileEncoded).map(([name, value]) => `${name}=${value}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...known.flatMap(({ name }) => [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, name]),
        '&&',
        '=',
        '%',
        '__proto__[a]=1',
      ),
    },
  );
  return fc.tuple(segments, queries, odd).map(([replaced, query, more]) => {
    const made = parts.map((part, index) => replaced[indexes.indexOf(index)] ?? part).join('/');
    const asked = [...query, more].filter((each) => each !== '').join('&');
    return asked === '' ? made : `${made}?${asked}`;
  });
}

function parameterOf({ name, schema }: Parameter, good: string | null): fc.Arbitrary<string> {
  const value = fc.oneof(
    hostileEncoded,
    arbitraryOf(schema).map((each) => encodeURIComponent(String(each).toWellFormed().slice(0, 500))),
  );
  const given = value.map((each) => `${name}=${each}`);
  return good === null
    ? fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: given })
    : fc.oneof(
        { weight: 3, arbitrary: fc.constant(`${name}=${encodeURIComponent(good)}`) },
        { weight: 1, arbitrary: given },
        { weight: 1, arbitrary: fc.constant('') },
      );
}

const oftenGood = (good: string, hostile: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(good) }, { weight: 1, arbitrary: hostile });
