import type { Schema } from './schema.ts';

/**
 * An example of an answer, made of the examples of its members. A member without one gets the first of its possible
 * values.
 */
export function wholeExample<T>(schema: Schema<T>): T {
  return exampleOf(schema) as T;
}

function exampleOf({ examples, enum: values, anyOf, oneOf, type, items, properties }: Schema): unknown {
  if (examples !== undefined) return examples[0];
  if (values !== undefined) return values[0];
  const [first] = anyOf ?? oneOf ?? [];
  if (first !== undefined) return exampleOf(first);
  if (type === 'array') return items === undefined ? [] : [exampleOf(items)];
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]));
  return type === 'boolean' ? false : {};
}
