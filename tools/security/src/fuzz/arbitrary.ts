import fc from 'fast-check';
import { resolved, type Schema } from '../document.ts';
import { hostileText } from './hostile.ts';

const DEEPEST = 4;

/** Values that match a schema of the document, including its limits. */
export function arbitraryOf(given: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => arbitraryOf(each, depth)));
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => arbitraryOfType(type, schema, depth)));
}

function arbitraryOfType(type: string, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema, type === 'integer');
    case 'array':
      return depth > DEEPEST
        ? fc.constant([])
        : fc.array(arbitraryOf(schema.items ?? {}, depth + 1), { maxLength: 4 });
    case 'object':
      return depth > DEEPEST ? fc.constant({}) : objectOf(schema, depth);
    default:
      return textOf(schema);
  }
}

/** Optional members are present now and then. */
function objectOf({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(
    ([name, member]) => [name, arbitraryOf(member, depth + 1)] as const,
  );
  if (members.length === 0) return fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  return fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
}

function numberOf({ minimum = -1e9, maximum = 1e9 }: Schema, isInteger: boolean): fc.Arbitrary<number> {
  const [min, max] = [Math.ceil(minimum), Math.floor(maximum)];
  const bounds = fc.constantFrom(min, max, min - 1, max + 1, 0);
  return fc.oneof(
    bounds,
    fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }),
    ...(isInteger ? [] : [fc.double({ min, max, noNaN: true })]),
  );
}

function textOf({ format, examples = [], minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<unknown> {
  const usual = examples.length > 0 ? [fc.constantFrom(...examples)] : [];
  switch (format) {
    case 'date':
      return fc.oneof(
        ...usual,
        day(),
        fc.constantFrom('2026-02-30', '0000-00-00', '2026-1-1', '+010000-01-01'),
      );
    case 'date-time':
      return fc.oneof(
        ...usual,
        day().map((date) => `${date}T12:00:00Z`),
        fc.constantFrom('2026-01-01T24:00:00Z', '2026-01-01T00:00:00+99:99', '2026-01-01'),
      );
    case 'uuid':
      return fc.uuid();
    default:
      return fc.oneof(
        ...usual,
        fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) }),
        hostileText,
      );
  }
}

const day = () =>
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
